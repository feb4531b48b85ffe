import { grantedPermissions } from "@/lib/shared/chat/granted-permissions";
import type { InstanceAccess } from "./instance-access";
import { InstanceError } from "./instance-error";
import { askInstance } from "./instance-request";
import { isMember } from "./instance-membership";

/** What is known after an authorization. */
export type Authorized =
  /** `granted`: those of the requested permissions that the operator has too; null when the instance does not say. */
  | { kind: "added"; granted: bigint | null }
  /** The instance refused, because the bot is a member already; its permissions there are what they were. */
  | { kind: "was-member" }
  /** The answer was lost, but the bot is a member now: since this request, or since before. */
  | { kind: "found" };

interface Authorization {
  applicationId: string;
  guildId: string;
  permissions: bigint;
}

/**
 * `POST /oauth2/authorize` (docs/instance-api.md). When the answer of an upstream instance is lost, it is asked whether
 * the bot is a member.
 * @throws InstanceError
 */
export async function authorizeBot(access: InstanceAccess, input: Authorization): Promise<Authorized> {
  const query = new URLSearchParams({ client_id: input.applicationId });
  try {
    const answer = await askInstance(access, `/oauth2/authorize?${query}`, {
      body: { guild_id: input.guildId, permissions: String(input.permissions), authorize: true },
    });
    return { kind: "added", granted: grantedPermissions(answer) };
  } catch (error) {
    if (!(error instanceof InstanceError) || access.url === null) throw error;
    if (error.status === 400 && /already a member/i.test(error.message)) return { kind: "was-member" };
    if (error.hadNoEffect) throw error;
    const isIn = await isMember(access, input).catch(() => null);
    if (isIn) return { kind: "found" };
    throw new InstanceError(
      `${error.message} ${isIn === null ? unknown : notIn}`,
      error.status,
      error.problems,
      error.code,
      isIn === false,
    );
  }
}

const notIn = "The instance says that the bot is not in the guild. Try again.";
const unknown =
  "The bot may be in the guild anyway: the instance does not say. Look at the guild's members before you try again.";
