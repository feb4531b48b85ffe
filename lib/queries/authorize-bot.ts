import { postToInstance } from "./instance-api";

/**
 * `POST /oauth2/authorize` (specification 4.3). Safe to repeat.
 * @returns the permissions that were granted: those requested that the operator has too
 */
export async function authorizeBot(input: { applicationId: string; guildId: string; permissions: bigint }) {
  const query = new URLSearchParams({ client_id: input.applicationId });
  const { location } = await postToInstance<{ location: string }>(`/oauth2/authorize?${query}`, {
    guild_id: input.guildId,
    permissions: String(input.permissions),
    authorize: true,
  });
  const granted = new URL(location, "http://instance.invalid").searchParams.get("permissions");
  return { granted: BigInt(granted ?? "0") };
}
