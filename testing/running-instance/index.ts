import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { freePort } from "@/e2e/support/free-port";

const program = "testing/running-instance/instance.mjs";

export interface RunningInstanceOptions {
  /** The path of the configuration file. The process reads the file at each start and rewrites it. */
  configPath: string;
  /** Faults and unusual behavior at every start (`instance.mjs`), regardless of the file. */
  behavior?: string;
  /** The services that the process offers. By default, it offers all of them. */
  parts?: readonly ("api" | "cdn" | "gateway")[];
  /**
   * Whether a restart waits until the process listens, as with a service that notifies its supervisor. The restart
   * fails if the process ends first.
   */
  isAwaited?: boolean;
  env?: Record<string, string>;
}

/**
 * The tokens that the process accepts: one for a user with the OPERATOR right, and one for a user without
 * rights.
 */
export const operatorToken = "token-of-an-operator-of-the-instance";
export const userToken = "token-of-a-user-without-rights";

/**
 * Supervises a child process that reads its configuration file at startup and responds like the public server.
 * `RunningInstance.addresses(port)` returns the addresses for this file.
 */
export class RunningInstance {
  private child: ChildProcess | null = null;
  private text = "";
  starts = 0;

  private constructor(
    readonly port: number,
    private readonly control: Server,
    private readonly options: RunningInstanceOptions,
  ) {}

  /** Returns a supervisor for a process on this port. `restart()` starts the process. */
  static async at(port: number, options: RunningInstanceOptions): Promise<RunningInstance> {
    const control = createServer((_, response) => {
      instance.restartOnCommand().then(
        () => response.end("The instance was started.\n"),
        (error: unknown) => response.writeHead(500).end(`${String(error)}\n`),
      );
    });
    control.listen(0, "127.0.0.1");
    await once(control, "listening");
    const instance = new RunningInstance(port, control, options);
    return instance;
  }

  /**
   * Starts a process on a free port. If the file does not exist, creates it with the addresses that the process
   * requires.
   */
  static async start(options: RunningInstanceOptions): Promise<RunningInstance> {
    const port = await freePort();
    const { configPath } = options;
    if (!existsSync(configPath)) writeFileSync(configPath, JSON.stringify(RunningInstance.addresses(port)));
    const instance = await RunningInstance.at(port, options);
    await instance.restart();
    await instance.said("listening");
    return instance;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The value of `INSTANCE_API_URL` for a panel that is connected to this instance. */
  get apiUrl(): string {
    return `${this.origin}/api`;
  }

  /** Returns the settings, under branded keys, that contain the addresses of a process on this port. */
  static addresses(port: number): Record<string, Record<string, unknown>> {
    const origin = `http://127.0.0.1:${port}`;
    return {
      api: { endpointPublic: origin },
      cdn: { endpointPublic: origin, endpointPrivate: origin },
      gateway: { endpointPublic: `ws://127.0.0.1:${port}` },
      general: { serverName: origin },
    };
  }

  /** The command for `INSTANCE_RELOAD=command:…`. The command restarts the process and prints the result. */
  get restartCommand(): string[] {
    const { port } = this.control.address() as AddressInfo;
    return [process.execPath, "testing/running-instance/restart.mjs", `http://127.0.0.1:${port}/`];
  }

  /** Ends the process if it is running, and starts it with the current file. */
  async restart(): Promise<void> {
    await this.end();
    const { configPath, behavior = "", parts, env = {} } = this.options;
    const child = spawn(process.execPath, [program], {
      env: {
        ...process.env,
        CONFIG_PATH: configPath,
        DEFAULTS: "e2e/fixtures/branded-full.json",
        PORT: String(this.port),
        OPERATOR_TOKEN: operatorToken,
        USER_TOKEN: userToken,
        BEHAVIOR: behavior,
        ...(parts && { PARTS: parts.join(" ") }),
        ...env,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.child = child;
    this.text = "";
    this.starts += 1;
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => {
        this.text += chunk.toString();
        child.emit("said");
      });
  }

  private async restartOnCommand(): Promise<void> {
    await this.restart();
    if (this.options.isAwaited) await this.said("listening");
  }

  output(): string {
    return this.text;
  }

  /** Waits until the process prints these words again. */
  async next(words: string): Promise<void> {
    const before = this.text.split(words).length;
    while (this.text.split(words).length === before) await once(this.child!, "said");
  }

  /**
   * Waits until the process has printed these words.
   * @throws Error if the process ends before it prints them
   */
  async said(words: string): Promise<void> {
    const { child } = this;
    if (!child) throw new Error("The process was not started.");
    while (!this.text.includes(words)) {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`The process ended without “${words}”:\n${this.text}`);
      await Promise.race([once(child, "said"), once(child, "exit")]);
    }
  }

  /** Whether the process is running. It may be running without responding. */
  get isRunning(): boolean {
    return this.child !== null && this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Ends the process immediately. The supervisor does not restart it. */
  async end(): Promise<void> {
    const { child } = this;
    this.child = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
  }

  async stop(): Promise<void> {
    await this.end();
    this.control.closeAllConnections();
    this.control.close();
  }
}
