import * as z from "zod/mini";
import type { InstanceAccess } from "./instance-access";
import { askInstance } from "./instance-request";

const answered = z.object({ location: z.string() });

function grantedIn(answer: unknown): bigint | null {
  const parsed = answered.safeParse(answer);
  if (!parsed.success || !URL.canParse(parsed.data.location, "http://instance.invalid")) return null;
  const { searchParams } = new URL(parsed.data.location, "http://instance.invalid");
  const permissions = searchParams.get("permissions");
  return permissions !== null && /^\d{1,20}$/.test(permissions) ? BigInt(permissions) : null;
}

/**
 * `POST /oauth2/authorize` (docs/instance-api.md). Safe to repeat.
 * @returns the granted permissions, which are those requested that the operator has too; null when the instance does
 *   not say
 * @throws InstanceError
 */
export async function authorizeBot(
  access: InstanceAccess,
  input: { applicationId: string; guildId: string; permissions: bigint },
): Promise<{ granted: bigint | null }> {
  const query = new URLSearchParams({ client_id: input.applicationId });
  const answer = await askInstance(access, `/oauth2/authorize?${query}`, {
    body: { guild_id: input.guildId, permissions: String(input.permissions), authorize: true },
  });
  return { granted: grantedIn(answer) };
}
