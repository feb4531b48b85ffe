import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port";

export const operator = { username: "keeper", password: "a calm harbour" };

export interface PanelOptions {
  /** The content of the configuration file. If undefined, the file does not exist, and the panel creates it. */
  config?: string | Buffer;
  /**
   * Additional environment variables. `OPERATOR_USERNAME` and `OPERATOR_PASSWORD` default to the credentials in
   * `operator`.
   */
  env?: Record<string, string>;
  /** The folder of an earlier panel, if this panel should use its data. */
  folder?: string;
  /** The value of `DATABASE_URL`. If undefined, the panel uses SQLite. */
  databaseUrl?: string;
  /** Whether to run the source code as `npm run dev` does, instead of the production build. */
  dev?: boolean;
  /** The Node executable that runs the panel, for testing other Node versions. */
  executable?: string;
  /** The whole command that starts the panel, if this is not Node with `scripts/start.mjs`. */
  command?: readonly [string, ...string[]];
}

export interface Panel {
  url: string;
  pid: number;
  /** The temporary folder with the data folder and the configuration file. */
  folder: string;
  configPath: string;
  dataDir: string;
  output: () => string;
  readConfig: () => Promise<string>;
  /** Replaces the configuration file by renaming a new file, as some editors do. */
  replaceConfig: (content: string) => Promise<void>;
  /** Sends the process a signal and waits until the process has ended. The folder remains. */
  stop: (signal?: NodeJS.Signals) => Promise<void>;
  /** The exit code of the process, or the signal that ended it. Null while the process is running. */
  ending: () => number | NodeJS.Signals | null;
  /** Stops the process and deletes the folder. */
  dispose: () => Promise<void>;
}

/**
 * Starts the production build as `npm start` does, with a separate port and folder, and waits until the panel answers.
 */
export async function startPanel({
  config,
  env = {},
  folder,
  databaseUrl,
  dev = false,
  executable = process.execPath,
  command = [executable, "scripts/start.mjs", dev ? "--dev" : "--no-build"],
}: PanelOptions = {}): Promise<Panel> {
  const home = folder ?? (await mkdtemp(join(tmpdir(), "instance-admin-")));
  const configPath = env.CONFIG_PATH ?? join(home, "config.json");
  const dataDir = join(home, "data");
  if (config !== undefined) await writeFile(configPath, config, { mode: 0o600 });
  const port = env.PORT ?? String(await freePort());
  const [program, ...words] = command;
  const child = spawn(program, words, {
    env: {
      ...cleanEnvironment(),
      OPERATOR_USERNAME: operator.username,
      OPERATOR_PASSWORD: operator.password,
      CONFIG_PATH: configPath,
      DATA_DIR: dataDir,
      PORT: port,
      // Turns monitoring off, because the panel would take samples at unexpected times. Tests of monitoring
      // turn it on.
      WATCH_INTERVAL: "0",
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString()));

  const isSocket = port.startsWith("/");
  const url = isSocket ? "http://localhost" : `http://${env.HOST === "::1" ? "[::1]" : "localhost"}:${port}`;
  const ending = () => child.exitCode ?? child.signalCode;
  const stop = async (signal: NodeJS.Signals = "SIGTERM") => {
    if (ending() !== null) return;
    const gone = once(child, "exit");
    child.kill(signal);
    await gone;
  };
  // In development, the first request for a page compiles the page, so this waits for a static file.
  const answers = isSocket
    ? () => canConnect(port)
    : () => responds(`${url}${dev ? "/icon.svg" : "/api/health"}`);
  await untilAnswers(answers, child, () => output, dev ? 180 : 60);
  return {
    url,
    pid: child.pid ?? NaN,
    folder: home,
    configPath,
    dataDir,
    output: () => output,
    readConfig: () => readFile(configPath, "utf8"),
    replaceConfig: async (content) => {
      await writeFile(`${configPath}.new`, content, { mode: 0o600 });
      await rename(`${configPath}.new`, configPath);
    },
    stop,
    ending,
    dispose: async () => {
      await stop();
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** Returns the environment of the test process, without variables that would affect the panel. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const own =
    /^(CONFIG_|DATA_DIR$|DATABASE_URL$|HOST$|PORT$|NEXTAUTH_|OPERATOR_|INSTANCE_|NOTIFY_|WATCH_|OIDC_|PASSWORD_SIGN_IN)/;
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !own.test(name)),
  ) as NodeJS.ProcessEnv;
}

async function untilAnswers(
  answers: () => Promise<boolean>,
  child: ChildProcess,
  output: () => string,
  seconds: number,
): Promise<void> {
  const deadline = Date.now() + seconds * 1000;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The panel ended with ${child.exitCode}:\n${output()}`);
    // Waits for the panel's output first, because another process would answer if the port were taken.
    if (output().includes("\nConfiguration ") && (await answers())) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  child.kill("SIGKILL");
  throw new Error(`The panel did not respond within ${seconds} s:\n${output()}`);
}

/** Accepts any response: with an invalid configuration file, the panel responds with 503 but is running. */
const responds = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );

/** Whether a program listens at the path of a socket. */
export const canConnect = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(path, () => {
      socket.destroy();
      resolve(true);
    }).once("error", () => resolve(false));
  });
