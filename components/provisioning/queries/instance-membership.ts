import type { InstanceAccess } from "./instance-access";
import { InstanceError } from "./instance-error";
import { askInstance, isNotOffered } from "./instance-request";

/**
 * Whether an application's bot is a member of a guild that the account is in. A bot's user has the id of its
 * application.
 * @throws InstanceError where the instance does not tell
 */
export async function isMember(
  access: InstanceAccess,
  { applicationId, guildId }: { applicationId: string; guildId: string },
  signal?: AbortSignal,
): Promise<boolean> {
  try {
    await askInstance(access, `/guilds/${guildId}/members/${applicationId}`, { method: "GET", signal });
    return true;
  } catch (error) {
    // Without a code of the API family, 404 only says that there is no such route.
    if (error instanceof InstanceError && error.status === 404 && !isNotOffered(error)) return false;
    throw error;
  }
}
