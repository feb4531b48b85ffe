import "server-only";
import { spawn } from "node:child_process";
import { type Reloaded, untouched } from "./reloaded";

/** Time limit of a command (ms). */
const COMMAND_LIMIT = 60_000;

/**
 * How long (ms) to wait for more output after a command has ended. Background processes may keep its output
 * stream open.
 */
const lastWordsMs = 500;

/** Environment variables that commands receive. None of them contains a secret. */
const passedOn = ["PATH", "HOME", "USER", "LOGNAME", "LANG", "LC_ALL", "TZ", "TMPDIR", "XDG_RUNTIME_DIR"];
const further = ["DBUS_SESSION_BUS_ADDRESS", "DOCKER_HOST", "SSH_AUTH_SOCK"];

export const environment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => [...passedOn, ...further].includes(name)),
  ) as NodeJS.ProcessEnv;

/**
 * Runs a program without a shell, in a separate process group that keeps running if the panel is killed.
 * @param print receives output and error output as they arrive
 */
export function runCommand(
  [program = "", ...words]: readonly string[],
  print: (text: string) => void,
  limitMs = COMMAND_LIMIT,
): Promise<Reloaded> {
  return new Promise((resolve) => {
    const fail = (reason: string) => resolve({ ok: false, reason });
    const refuse = (code?: string) => resolve(untouched(notStarted(program, code)));
    const child = started(program, words);
    if ("code" in child) return refuse(child.code);
    const timer = setTimeout(() => {
      endGroup(child.pid);
      fail(
        `${program} did not finish within ${limitMs / 1000} seconds and was stopped. Run it by hand to find out why.`,
      );
    }, limitMs);
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8");
      stream.on("data", print);
    }
    child.once("error", (error: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      refuse(error.code);
    });
    child.once("exit", (code, signal) => {
      clearTimeout(timer);
      const end = () => {
        if (code === 0) return resolve({ ok: true, note: `${program} exited with status 0.` });
        const how = code === null ? `was stopped by ${signal}` : `exited with status ${code}`;
        fail(`${program} ${how}. Check its output, or run it by hand as the panel's user.`);
      };
      // `close` is emitted after all output was read.
      const lastWords = setTimeout(end, lastWordsMs);
      child.once("close", () => {
        clearTimeout(lastWords);
        end();
      });
    });
  });
}

/** Node emits some errors as events and throws others. If an error is thrown, returns its code. */
function started(program: string, words: readonly string[]) {
  try {
    return spawn(/* turbopackIgnore: true */ program, words, {
      shell: false,
      detached: true,
      env: environment(),
      stdio: ["ignore", "pipe", "pipe"],
    });
  } catch (error) {
    return { code: (error as NodeJS.ErrnoException).code };
  }
}

function notStarted(program: string, code = "unknown error"): string {
  if (code === "ENOENT")
    return `The program ${program} does not exist. Correct INSTANCE_RELOAD, with the full path of the program.`;
  if (code === "EACCES")
    return `The panel's user is not allowed to run ${program}. Allow it, or correct INSTANCE_RELOAD (docs/applying.md).`;
  return `${program} could not be started (${code}). Run it by hand as the panel's user.`;
}

export function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // The process group has already ended.
  }
}
