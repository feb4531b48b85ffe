import "server-only";
import { env, type Reload } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { askInstance, type InstanceAnswer } from "@/lib/server/rollout/ask";
import { announceReload } from "./broker";
import { type Reloaded, runCommand } from "./command";

export type { Reloaded } from "./command";

/** Returns the way in INSTANCE_RELOAD with this name, or the last listed way if the name is no longer listed. */
export function wayNow(name: string): Reload | undefined {
  const ways = env().instanceReload;
  return ways.find(({ way }) => way === name) ?? ways.at(-1);
}

/** @param print receives a command's output as it arrives */
export async function reloadInstance(
  reload: Reload | undefined,
  print: (text: string) => void,
): Promise<Reloaded> {
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

/** Asks the instance to stop, so that its supervisor starts it again. */
async function requestStop(): Promise<Reloaded> {
  // If the instance is down, it needs no request: its supervisor starts it, and it reads the current file.
  if (isAway(await askInstance("/ping")))
    return { ok: true, note: "The instance is down: its supervisor starts it.", isSent: false };
  const answer = await askInstance("/stop", { method: "POST", token: env().instanceOperatorToken ?? "" });
  // The instance may have accepted the request without answering. The following checks show whether the instance stops.
  if (answer === null || isAway(answer))
    return { ok: true, note: "The instance did not answer the request to stop." };
  if (answer.status < 300) return { ok: true, note: "The instance accepted the request to stop." };
  return {
    ok: false,
    isUntouched: true,
    reason: `The instance answered the request to stop with status ${answer.status}. INSTANCE_OPERATOR_TOKEN must be a valid token of a user with the right OPERATOR.`,
  };
}

/** Whether there was no answer, or only a proxy's answer that the instance is unavailable. */
const isAway = (answer: InstanceAnswer | null): boolean =>
  answer === null || [502, 503, 504].includes(answer.status);
