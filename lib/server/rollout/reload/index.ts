import "server-only";
import { env, type Reload } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { askInstance, type InstanceAnswer } from "@/lib/server/rollout/ask";
import { announceReload } from "./broker";
import { type Reloaded, runCommand } from "./command";

export type { Reloaded } from "./command";

/** The way with this name in INSTANCE_RELOAD; if it is no longer listed, the remaining way. */
export function wayNow(name: string): Reload | undefined {
  const ways = env().instanceReload;
  return ways.find(({ way }) => way === name) ?? ways.at(-1);
}

/**
 * Makes the instance reload its file.
 * @param print receives a command's output as it arrives
 */
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

/** Asks the instance to stop; its supervisor starts it again. */
async function requestStop(): Promise<Reloaded> {
  // A crashed instance needs no request, because its supervisor starts it with the current file.
  if (isAway(await askInstance("/ping")))
    return { ok: true, note: "The instance is down: its supervisor starts it.", isSent: false };
  const answer = await askInstance("/stop", { method: "POST", token: env().instanceOperatorToken ?? "" });
  // The instance may have accepted the request anyway. The wait shows whether it ends.
  if (answer === null || isAway(answer))
    return { ok: true, note: "The instance did not answer the request to stop." };
  if (answer.status < 300) return { ok: true, note: "The instance accepted the request to stop." };
  return {
    ok: false,
    isUntouched: true,
    reason: `The instance answered the request to stop with status ${answer.status}. INSTANCE_OPERATOR_TOKEN must be a valid token of a user with the right OPERATOR.`,
  };
}

/** No answer, or an answer of a proxy in front of it. */
const isAway = (answer: InstanceAnswer | null): boolean =>
  answer === null || [502, 503, 504].includes(answer.status);
