import "server-only";
import type { PanelApplication, PanelGuild } from "@/lib/shared/contract/provisioning";
import { instanceStore } from "@/lib/server/instance";
import type { Operator } from "@/lib/server/operators";
import { localUserId } from "./local-user";

/**
 * All guilds of the store, by name, each with what the operator may do there.
 * @throws AppError `conflict` with an upstream instance
 */
export async function guildsFor(operator: Operator): Promise<PanelGuild[]> {
  const userId = localUserId(operator);
  const [guilds, manageable] = await Promise.all([
    instanceStore().listGuilds(),
    instanceStore().listManageableGuilds(userId),
  ]);
  const permissions = new Map(manageable.map((guild) => [guild.id, guild.permissions]));
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
