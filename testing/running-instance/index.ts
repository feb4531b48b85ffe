import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { freePort } from "@/e2e/support/free-port";

const program = "testing/running-instance/instance.mjs";

export interface RunningInstanceOptions {
  /** The configuration file, which the process reads at each start and rewrites whole. */
  configPath: string;
  /** Faults at every start, or unusual behavior (`instance.mjs`), regardless of the file. */
  behavior?: string;
  /** Only these parts, as if they were separate processes; by default all of them. */
  parts?: readonly ("api" | "cdn" | "gateway")[];
  /**
   * Whether a restart on command fails if the process ends instead of listening, like a service that notifies its
   * supervisor.
   */
  isAwaited?: boolean;
  /** Whether the process is restarted when it ends, as by a supervisor. */
  isSupervised?: boolean;
  env?: Record<string, string>;
}

/** The tokens that the process accepts: of a user with the right OPERATOR, and of a user without rights. */
export const operatorToken = "token-of-an-operator-of-the-instance";
export const userToken = "token-of-a-user-without-rights";

/**
 * Supervises a child process that reads its configuration file at startup and answers like the public server.
 * `RunningInstance.addresses(port)` returns the addresses for its file.
 */
export class RunningInstance {
  private child: ChildProcess | null = null;
  private isStopping = false;
  private text = "";
  /** How often the process was started. */
  starts = 0;

  private constructor(
    readonly port: number,
    private readonly control: Server,
    private readonly options: RunningInstanceOptions,
  ) {}

  /** Supervises a process at the port. It runs once `restart()` was called. */
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
   * Starts a process at a free port. If there is no file, creates one with the addresses, because the process does
   * not start without them.
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

  /** `INSTANCE_API_URL` of a connected panel. */
  get apiUrl(): string {
    return `${this.origin}/api`;
  }

  /** The part of a branded file that names a process at this port. */
  static addresses(port: number): Record<string, Record<string, unknown>> {
    const origin = `http://127.0.0.1:${port}`;
    return {
      api: { endpointPublic: origin },
      cdn: { endpointPublic: origin, endpointPrivate: origin },
      gateway: { endpointPublic: `ws://127.0.0.1:${port}` },
      general: { serverName: origin },
    };
  }

  /** A command for `INSTANCE_RELOAD=command:…` that restarts the process and prints the result. */
  get restartCommand(): string[] {
    const { port } = this.control.address() as AddressInfo;
    return [process.execPath, "testing/running-instance/restart.mjs", `http://127.0.0.1:${port}/`];
  }

  /** Ends the process, if it runs, and starts it again with the current file. */
  async restart(): Promise<void> {
    await this.end();
    const { configPath, behavior = "", parts, isSupervised = false, env = {} } = this.options;
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
    child.once("exit", () => {
      if (isSupervised && this.child === child && !this.isStopping) void this.restart();
    });
  }

  private async restartOnCommand(): Promise<void> {
    await this.restart();
    if (this.options.isAwaited) await this.said("listening");
  }

  /** The process's output since its last start. */
  output(): string {
    return this.text;
  }

  /** Waits until the process prints the words once more. */
  async next(words: string): Promise<void> {
    const before = this.text.split(words).length;
    while (this.text.split(words).length === before) await once(this.child!, "said");
  }

  /** Waits until the process has printed the words. @throws Error if it ends without them */
  async said(words: string): Promise<void> {
    const { child } = this;
    if (!child) throw new Error("The process was not started.");
    while (!this.text.includes(words)) {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`The process ended without “${words}”:\n${this.text}`);
      await Promise.race([once(child, "said"), once(child, "exit")]);
    }
  }

  /** Whether the process runs, regardless of its answers. */
  get isRunning(): boolean {
    return this.child !== null && this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Ends the process at once. Nothing restarts it. */
  async end(): Promise<void> {
    const { child } = this;
    this.child = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    await this.end();
    this.control.closeAllConnections();
    this.control.close();
  }
}
