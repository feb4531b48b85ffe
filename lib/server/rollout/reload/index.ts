import "server-only";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { askInstance, type InstanceAnswer } from "@/lib/server/rollout/ask";
import { announceReload } from "./broker";
import { runCommand } from "./command";

/** Ends well, or with a reason that says what to do. */
export type Reloaded = { ok: true } | { ok: false; reason: string };

/**
 * Tells the instance to read its file again, in the way of INSTANCE_RELOAD.
 * @param print takes what a command prints, as it comes
 */
export async function reloadInstance(print: (text: string) => void): Promise<Reloaded> {
  const reload = env().instanceReload;
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
