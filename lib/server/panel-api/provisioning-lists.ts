import "server-only";
import type { PanelApplication, PanelGuild } from "@/lib/shared/contract/provisioning";
import { instanceStore } from "@/lib/server/instance";
import type { Operator } from "@/lib/server/operators";
import { localUserId } from "./local-user";

/**
 * Guilds of the store, by name, each with what the operator may do there: all, or those where the operator may add a bot.
 * @throws AppError `conflict` with an upstream instance
 */
export async function guildsFor(operator: Operator, onlyManageable = false): Promise<PanelGuild[]> {
  const userId = localUserId(operator);
  const manageable = await instanceStore().listManageableGuilds(userId);
  const permissions = new Map(manageable.map((guild) => [guild.id, guild.permissions]));
  const guilds = onlyManageable
    ? (await instanceStore().listGuilds(userId)).filter(({ id }) => permissions.has(id))
    : await instanceStore().listGuilds();
  return guilds.map((guild) => ({
    ...guild,
    createdAt: new Date(guild.createdAt).toISOString(),
    manageable: permissions.has(guild.id),
    permissions: String(permissions.get(guild.id) ?? 0n),
  }));
}

/**
 * The operator's own applications, newest first.
 * @throws AppError `conflict` with an upstream instance
 */
export async function applicationsFor(operator: Operator): Promise<PanelApplication[]> {
  const applications = await instanceStore().listApplications(localUserId(operator));
  return applications.map(({ id, name, owner, bot, createdAt }) => ({
    id,
    name,
    owner,
    bot,
    createdAt: new Date(createdAt).toISOString(),
  }));
}
