import "server-only";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { askInstance, type InstanceAnswer } from "@/lib/server/rollout/ask";
import { announceReload } from "./broker";
import { runCommand } from "./command";

/** Ends well, or with a reason that says what to do. */
export type Reloaded = { ok: true } | { ok: false; reason: string };

/**
 * Tells the instance to read its file again, in a way that INSTANCE_RELOAD names.
 * @param name of the way; where it is not named any more, the one that is left is taken
 * @param print takes what a command prints, as it comes
 */
export async function reloadInstance(name: string, print: (text: string) => void): Promise<Reloaded> {
  const ways = env().instanceReload;
  const reload = ways.find(({ way }) => way === name) ?? ways.at(-1);
  switch (reload?.way) {
    case "command":
      return runCommand(reload.command, print);
    case "broker":
      return announceReload();
    case "api":
      return requestStop();
    case undefined:
      throw new AppError(
        "conflict",
        "INSTANCE_RELOAD is not set, so the panel cannot apply the file. Restart the instance yourself.",
      );
  }
}

/** Asks the instance to end; its supervisor starts it again. */
async function requestStop(): Promise<Reloaded> {
  const answer = await askInstance("/stop", { method: "POST", token: env().instanceOperatorToken ?? "" });
  // One that has crashed needs no request: its supervisor starts it with the file as it is now.
  if (isAway(answer) && isAway(await askInstance("/ping"))) return { ok: true };
  if (answer === null)
    return { ok: false, reason: "The instance does not answer the request to stop. Restart it by hand." };
  if (answer.status < 300) return { ok: true };
  return {
    ok: false,
    reason: `The instance answers the request to stop with status ${answer.status}. INSTANCE_OPERATOR_TOKEN must be a valid token of a user with the right OPERATOR.`,
  };
}

/** No answer, or that of a proxy before it. */
const isAway = (answer: InstanceAnswer | null): boolean =>
  answer === null || [502, 503, 504].includes(answer.status);
