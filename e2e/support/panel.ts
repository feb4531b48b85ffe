import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port";

export const operator = { username: "keeper", password: "a calm harbour" };

export interface PanelOptions {
  /** Bytes of the configuration file at start; none: there is no file, and the panel makes one. */
  config?: string | Buffer;
  /** Further environment. `OPERATOR_USERNAME` and `…_PASSWORD` are those of `operator` unless set here. */
  env?: Record<string, string>;
  /** Folder to go on with, from an earlier panel. */
  folder?: string;
  /** `DATABASE_URL`; without it the panel keeps its data in SQLite. */
  databaseUrl?: string;
}

export interface Panel {
  url: string;
  /** Temporary folder with the data folder and the configuration file. */
  folder: string;
  configPath: string;
  dataDir: string;
  /** What the panel has printed so far. */
  output: () => string;
  readConfig: () => Promise<string>;
  /** Replaces the configuration file whole, as an editor that renames does. */
  replaceConfig: (content: string) => Promise<void>;
  /** Ends the process with a signal and waits until it is gone; the folder stays. */
  stop: (signal?: NodeJS.Signals) => Promise<void>;
  /** Stops and removes the folder. */
  dispose: () => Promise<void>;
}

/** Starts the production build as `npm start` does, on a port and in a folder of its own, and waits until it answers. */
export async function startPanel({
  config,
  env = {},
  folder,
  databaseUrl,
}: PanelOptions = {}): Promise<Panel> {
  const home = folder ?? (await mkdtemp(join(tmpdir(), "instance-admin-")));
  const configPath = env.CONFIG_PATH ?? join(home, "config.json");
  const dataDir = join(home, "data");
  if (config !== undefined) await writeFile(configPath, config, { mode: 0o600 });
  const port = Number(env.PORT ?? (await freePort()));
  const child = spawn(process.execPath, ["scripts/start.mjs", "--no-build"], {
    env: {
      ...cleanEnvironment(),
      OPERATOR_USERNAME: operator.username,
      OPERATOR_PASSWORD: operator.password,
      CONFIG_PATH: configPath,
      DATA_DIR: dataDir,
      PORT: String(port),
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString()));

  const url = `http://localhost:${port}`;
  const stop = async (signal: NodeJS.Signals = "SIGTERM") => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    child.kill(signal);
    await gone;
  };
  await untilAnswers(url, child, () => output);
  return {
    url,
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
    dispose: async () => {
      await stop();
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** The machine's environment without what would change the panel under test. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const own = /^(CONFIG_|DATA_DIR$|DATABASE_URL$|HOST$|PORT$|NEXTAUTH_|OPERATOR_|INSTANCE_)/;
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !own.test(name)),
  ) as NodeJS.ProcessEnv;
}

async function untilAnswers(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The panel ended with ${child.exitCode}:\n${output()}`);
    // Its own words first: on a port that is taken, somebody else answers.
    if (output().includes("\nConfiguration ") && (await answers(url))) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  child.kill("SIGKILL");
  throw new Error(`The panel did not answer within a minute:\n${output()}`);
}

/** Any answer will do: a panel with a broken configuration file answers 503 here, and runs. */
const answers = (url: string): Promise<boolean> =>
  fetch(`${url}/api/health`).then(
    () => true,
    () => false,
  );
