import "server-only";
import type { GuildDetail, GuildPage, MemberEntry, MemberPage } from "@/lib/shared/contract/guilds";
import { type GuildMember, instanceStore } from "@/lib/server/instance";
import type { Operator } from "@/lib/server/operators";
import { localUserId } from "./local-user";
import { cleanSearch, nameCursor, PAGE, pageOf, type PageQuery, timeCursor } from "./page-cursor";

/**
 * A page of all guilds, by name.
 * @throws AppError `conflict` with an upstream instance; `invalid-input` for a cursor that is none
 */
export async function guildPage(operator: Operator, { search, after }: PageQuery): Promise<GuildPage> {
  const userId = localUserId(operator);
  const store = instanceStore();
  const found = await store.listGuildPage({
    search: cleanSearch(search),
    limit: PAGE + 1,
    ...(after !== undefined && { after: nameCursor(after) }),
  });
  const { shown, last } = pageOf(found);
  const ids = shown.map(({ id }) => id);
  const held = new Map(
    (await store.listManageableGuilds(userId, ids)).map((one) => [one.id, one.permissions]),
  );
  return {
    guilds: shown.map(({ id, name, owner, memberCount, createdAt }) => ({
      id,
      name,
      owner,
      memberCount,
      createdAt: new Date(createdAt).toISOString(),
      manageable: held.has(id),
      permissions: String(held.get(id) ?? 0n),
    })),
    next: last ? `${last.id}.${last.key}` : null,
  };
}

/**
 * One guild with its roles.
 * @throws AppError `conflict` with an upstream instance; `unknown-guild`
 */
export async function guildDetail(operator: Operator, id: string): Promise<GuildDetail> {
  const userId = localUserId(operator);
  const store = instanceStore();
  const [guild, roles, manageable] = await Promise.all([
    store.getGuild(id),
    store.listGuildRoles(id),
    store.listManageableGuilds(userId, [id]),
  ]);
  return {
    id,
    name: guild.name,
    owner: guild.owner,
    memberCount: guild.memberCount,
    botCount: guild.botCount,
    createdAt: new Date(guild.createdAt).toISOString(),
    manageable: manageable.length > 0,
    roles: roles.map((role) => ({ ...role, permissions: String(role.permissions) })),
  };
}

const asMember = ({ id, username, disabled, joinedAt, roles, permissions }: GuildMember): MemberEntry => ({
  id,
  username,
  disabled,
  joinedAt: new Date(joinedAt).toISOString(),
  roles,
  permissions: String(permissions),
});

/**
 * A page of a guild's people, or of its bots.
 * @throws AppError as `guildDetail`; `invalid-input` for a cursor that is none
 */
export async function memberPage(
  operator: Operator,
  guildId: string,
  query: PageQuery & { bots?: boolean },
): Promise<MemberPage> {
  localUserId(operator);
  const { after } = query;
  const search = cleanSearch(query.search);
  const found = await instanceStore().listMembers(guildId, {
    bots: query.bots ?? false,
    search,
    limit: PAGE + 1,
    ...(after !== undefined && { after: search === "" ? timeCursor(after) : nameCursor(after) }),
  });
  const { shown, last } = pageOf(found);
  const next = last && (search === "" ? `${last.joinedAt}.${last.id}` : `${last.id}.${last.key}`);
  return { members: shown.map(asMember), next: next ?? null };
}
