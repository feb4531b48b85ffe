import "server-only";
import { AppError } from "@/lib/errors";
import { instanceApi } from "@/lib/instance";
import type { Operator } from "@/lib/operators";

/**
 * The operator's user in the local directory.
 * @throws AppError `conflict` beside an existing instance: guilds, applications and users are that instance's own, and
 *   nothing of them is stored here; also for an operator whose name the directory refused
 */
export function localUserId(operator: Operator): string {
  const url = instanceApi();
  if (url !== null) {
    throw new AppError(
      "conflict",
      `This panel works beside the instance at ${url}, which keeps its users, guilds and applications itself. Connect an account of that instance on the New application page instead.`,
    );
  }
  if (operator.userId === null) {
    throw new AppError(
      "conflict",
      "You have no user in the directory: your name is longer than limits.user.maxUsername. Raise that limit, then restart the panel.",
    );
  }
  return operator.userId;
}
