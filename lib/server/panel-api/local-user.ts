import "server-only";
import { AppError } from "@/lib/errors";
import { instanceApi } from "@/lib/server/instance";
import type { Operator } from "@/lib/server/operators";

/**
 * Returns the operator's user on the local instance.
 * @throws AppError `conflict` if the panel is connected to another instance, or if the local store refused the
 * operator's name
 */
export function localUserId(operator: Operator): string {
  const url = instanceApi();
  if (url !== null)
    throw new AppError(
      "conflict",
      `This panel is connected to the instance at ${url}, which has its own users. Connect an account of that instance instead.`,
    );
  if (operator.userId === null)
    throw new AppError(
      "conflict",
      "You have no user on the instance, because your username is longer than limits.user.maxUsername allows. Raise that limit, then restart the panel.",
    );
  return operator.userId;
}
