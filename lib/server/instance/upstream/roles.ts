import "server-only";
import * as z from "zod";
import { ifOffered, type UpstreamClient } from "./client";
import { UpstreamError } from "./failure";

export const guildRoles = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    permissions: z.union([z.string().regex(/^\d{1,20}$/), z.int().nonnegative()]),
    position: z.number().catch(0),
    managed: z.boolean().catch(false),
  }),
);
export type GuildRoles = z.output<typeof guildRoles>;

const member = z.object({
  roles: z.array(z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])),
});

/** Whether the instance refused the request for this object. Other errors, such as an outage, are thrown. */
const isRefused = (error: unknown): boolean =>
  error instanceof UpstreamError && [401, 403, 404].includes(error.failure.status);

export async function rolesOf(client: UpstreamClient, guildId: string): Promise<GuildRoles | null> {
  const answer = await ifOffered(client.ask("GET", `/guilds/${guildId}/roles`)).catch((error: unknown) => {
    if (isRefused(error)) return undefined;
    throw error;
  });
  return guildRoles.safeParse(answer).data ?? null;
}

/**
 * @param answer the instance's answer for the member
 * @param roles the guild's roles
 * @returns null if the answer does not contain the member's roles
 */
export function memberPermissions(answer: unknown, roles: GuildRoles | null, guildId: string): string | null {
  const { data } = member.safeParse(answer);
  if (!data || roles === null) return null;
  const memberRoles = roles.filter(({ id }) => id !== guildId && data.roles.includes(id));
  return String(memberRoles.reduce((set, { permissions }) => set | BigInt(permissions), 0n));
}
