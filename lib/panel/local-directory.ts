import "server-only";
import { AppError } from "@/lib/errors";
import { instanceApi } from "@/lib/instance";
import type { Operator } from "@/lib/operators";

/**
 * The operator's user in the local directory.
 * @throws AppError `conflict` beside an existing instance: guilds, applications and users are that instance's own, and
 *   nothing of them is stored here
 */
export function localUserId(operator: Operator): string {
  const url = instanceApi();
  if (url !== null || operator.userId === null) {
    throw new AppError(
      "conflict",
      `This panel works beside the instance at ${url ?? "INSTANCE_API_URL"}, which keeps its users, guilds and applications itself. Connect an account of that instance on the New application page instead.`,
    );
  }
  return operator.userId;
}
