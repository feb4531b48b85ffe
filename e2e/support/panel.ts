import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port";

export const operator = { username: "keeper", password: "a calm harbour" };

export interface PanelOptions {
  /** Initial content of the configuration file; if absent, there is no file and the panel creates one. */
  config?: string | Buffer;
  /** Additional environment. `OPERATOR_USERNAME` and `…_PASSWORD` default to those of `operator`. */
  env?: Record<string, string>;
  /** Folder of an earlier panel to continue with. */
  folder?: string;
  /** `DATABASE_URL`; without it the panel stores its data in SQLite. */
  databaseUrl?: string;
  /** Run the sources as `npm run dev` does, instead of the production build. */
  dev?: boolean;
  /** Runs the panel with a different Node version than the tests. */
  executable?: string;
}

export interface Panel {
  url: string;
  /** The server process. */
  pid: number;
  /** Temporary folder that contains the data folder and the configuration file. */
  folder: string;
  configPath: string;
  dataDir: string;
  /** The panel's output so far. */
  output: () => string;
  readConfig: () => Promise<string>;
  /** Replaces the whole configuration file by renaming, as some editors do. */
  replaceConfig: (content: string) => Promise<void>;
  /** Sends the process a signal and waits until it has ended; the folder stays. */
  stop: (signal?: NodeJS.Signals) => Promise<void>;
  /** The exit code, or the signal that ended the process; null while it is running. */
  ending: () => number | NodeJS.Signals | null;
  /** Stops the process and removes the folder. */
  dispose: () => Promise<void>;
}

/** Starts the production build as `npm start` does, with its own port and folder, and waits until it answers. */
export async function startPanel({
  config,
  env = {},
  folder,
  databaseUrl,
  dev = false,
  executable = process.execPath,
}: PanelOptions = {}): Promise<Panel> {
  const home = folder ?? (await mkdtemp(join(tmpdir(), "instance-admin-")));
  const configPath = env.CONFIG_PATH ?? join(home, "config.json");
  const dataDir = join(home, "data");
  if (config !== undefined) await writeFile(configPath, config, { mode: 0o600 });
  const port = Number(env.PORT ?? (await freePort()));
  const child = spawn(executable, ["scripts/start.mjs", dev ? "--dev" : "--no-build"], {
    env: {
      ...cleanEnvironment(),
      OPERATOR_USERNAME: operator.username,
      OPERATOR_PASSWORD: operator.password,
      CONFIG_PATH: configPath,
      DATA_DIR: dataDir,
      PORT: String(port),
      // Samples would run at unexpected times, so tests have to turn monitoring on.
      WATCH_INTERVAL: "0",
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString()));

  const url = `http://localhost:${port}`;
  const ending = () => child.exitCode ?? child.signalCode;
  const stop = async (signal: NodeJS.Signals = "SIGTERM") => {
    if (ending() !== null) return;
    const gone = once(child, "exit");
    child.kill(signal);
    await gone;
  };
  // In development, the panel compiles what is requested, so this requests a static file.
  await untilAnswers(`${url}${dev ? "/icon.svg" : "/api/health"}`, child, () => output, dev ? 180 : 60);
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

/** The machine's environment without variables that would change the panel under test. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const own =
    /^(CONFIG_|DATA_DIR$|DATABASE_URL$|HOST$|PORT$|NEXTAUTH_|OPERATOR_|INSTANCE_|NOTIFY_|WATCH_|OIDC_|PASSWORD_SIGN_IN)/;
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !own.test(name)),
  ) as NodeJS.ProcessEnv;
}

async function untilAnswers(
  url: string,
  child: ChildProcess,
  output: () => string,
  seconds: number,
): Promise<void> {
  const deadline = Date.now() + seconds * 1000;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The panel ended with ${child.exitCode}:\n${output()}`);
    // Wait for the panel's own output first: if the port is taken, another process would answer.
    if (output().includes("\nConfiguration ") && (await answers(url))) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  child.kill("SIGKILL");
  throw new Error(`The panel did not respond within ${seconds} s:\n${output()}`);
}

/** Any answer counts: a panel with a broken configuration file answers 503 here, but is running. */
const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );
