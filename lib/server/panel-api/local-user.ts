import "server-only";
import { AppError } from "@/lib/errors";
import { instanceApi } from "@/lib/server/instance";
import type { Operator } from "@/lib/server/operators";

/**
 * The operator's user in the local store.
 * @throws AppError `conflict` with an upstream instance, which has its own guilds, applications and users, none of them
 *   stored here; also for an operator whose name the store refused
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
      "You have no user on the instance, because your username is longer than limits.user.maxUsername allows. Raise that limit, then restart the panel.",
    );
  }
  return operator.userId;
}
