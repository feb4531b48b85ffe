import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Instance } from "./instance";

export interface Ran {
  code: number | null;
  /** Standard error, which contains the plan, the progress and problems. */
  progress: string;
  /** Standard output. */
  printed: string;
}

/** The environment variables for running the command with the data of an instance's panel. */
export const envOf = ({ panel, databaseUrl }: Instance): Record<string, string> => ({
  DATA_DIR: panel.dataDir,
  CONFIG_PATH: panel.configPath,
  DATABASE_URL: databaseUrl ?? "",
});

/**
 * Runs the program behind `npm run provision` without npm, so that signals reach the program.
 * @param input the document for standard input
 */
export async function provision(words: string[], env: Record<string, string>, input = ""): Promise<Ran> {
  const child = spawn(process.execPath, ["scripts/provision.mjs", ...words], {
    env: { ...process.env, ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const ran: Ran = { code: null, progress: "", printed: "" };
  child.stdout.on("data", (chunk: Buffer) => (ran.printed += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (ran.progress += chunk.toString()));
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  [ran.code] = (await once(child, "close")) as [number | null];
  return ran;
}
