import "server-only";
import { type GuildDetail, type MemberEntry, type PanelGuild } from "@/lib/shared/contract/guilds";
import { audited, currentOrigin } from "@/lib/server/audit";
import type { GuildMember } from "./types";
import type { Guild } from "./types";
import type { Guilds } from "../instance";
import { recordAs } from "../recorded";
import type { LocalCaller } from "./caller";
import { cleanSearch, nameCursor, PAGE, pageOf, timeCursor } from "./page-cursor";

const asMember = ({ id, username, disabled, joinedAt, roles, permissions }: GuildMember): MemberEntry => ({
  id,
  username,
  disabled,
  joinedAt: new Date(joinedAt).toISOString(),
  roles,
  permissions: String(permissions),
});

const asPanelGuild = (guild: Guild, held: ReadonlyMap<string, bigint>): PanelGuild => ({
  id: guild.id,
  name: guild.name,
  owner: guild.owner,
  memberCount: guild.memberCount,
  createdAt: new Date(guild.createdAt).toISOString(),
  manageable: held.has(guild.id),
  permissions: String(held.get(guild.id) ?? 0n),
});

export function localGuilds({ store, userId, actor, withStore }: LocalCaller): Guilds {
  const record = recordAs(actor);

  async function heldIn(ids?: readonly string[]): Promise<Map<string, bigint>> {
    const guilds = await store.listManageableGuilds(userId, ids);
    return new Map(guilds.map(({ id, permissions }) => [id, permissions]));
  }

  async function get(id: string): Promise<GuildDetail> {
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

  const change = <T extends { name: string }>(
    { action, id, detail }: { action: string; id: string; detail?: Record<string, unknown> },
    work: () => Promise<T>,
    describe: (result: T) => Record<string, unknown> = () => ({}),
  ) =>
    record({ action, to: "guild", id, detail }, work, (result) => ({
      target: result.name,
      detail: describe(result),
    }));

  return {
    async page({ search, after }) {
      const found = await store.listGuildPage({
        search: cleanSearch(search),
        limit: PAGE + 1,
        ...(after !== undefined && { after: nameCursor(after) }),
      });
      const { shown, last } = pageOf(found);
      const held = await heldIn(shown.map(({ id }) => id));
      return {
        guilds: shown.map((guild) => asPanelGuild(guild, held)),
        next: last ? `${last.id}.${last.key}` : null,
      };
    },

    async all(onlyManageable) {
      const held = await heldIn();
      const guilds = onlyManageable
        ? (await store.listGuilds(userId)).filter(({ id }) => held.has(id))
        : await store.listGuilds();
      return guilds.map((guild) => asPanelGuild(guild, held));
    },

    get,

    async create(name) {
      const origin = await currentOrigin();
      return withStore((tx, inside) =>
        audited(
          tx,
          { actor, action: "guild.create", origin },
          () => inside.createGuild(userId, { name }),
          (made) => ({ target: made.name, detail: { id: made.id } }),
        ),
      );
    },

    async rename(id, name) {
      const { name: before } = await store.getGuild(id);
      await change({ action: "guild.rename", id, detail: { before } }, () => store.renameGuild(id, name));
      return get(id);
    },

    async transfer(id, ownerId) {
      await change(
        { action: "guild.transfer", id },
        () => store.transferGuild(id, ownerId),
        ({ owner }) => ({ owner: owner.username }),
      );
      return get(id);
    },

    async delete(id) {
      await change(
        { action: "guild.delete", id },
        () => store.deleteGuild(id),
        ({ memberCount, botCount }) => ({ members: memberCount, bots: botCount }),
      );
    },

    async members(id, query) {
      const { after } = query;
      const search = cleanSearch(query.search);
      const found = await store.listMembers(id, {
        bots: query.bots ?? false,
        search,
        limit: PAGE + 1,
        ...(after !== undefined && { after: search === "" ? timeCursor(after) : nameCursor(after) }),
      });
      const { shown, last } = pageOf(found);
      const next = last && (search === "" ? `${last.joinedAt}.${last.id}` : `${last.id}.${last.key}`);
      return { members: shown.map(asMember), next: next ?? null };
    },

    async addMember(id, userId) {
      const { member } = await change(
        { action: "guild.member.add", id },
        () => store.addMember(id, userId),
        (done) => ({ user: done.member.id, username: done.member.username }),
      );
      return member;
    },

    async removeMember(id, userId) {
      await change(
        { action: "guild.member.remove", id },
        () => store.removeMember(id, userId),
        ({ member }) => ({ user: member.id, username: member.username }),
      );
    },

    async setManager(id, userId, isManager) {
      const { roles } = await change(
        { action: isManager ? "guild.manager.grant" : "guild.manager.revoke", id },
        () => store.setManager(id, userId, isManager),
        (done) => ({ user: done.member.id, username: done.member.username, roles: done.roles }),
      );
      return { roles };
    },
  };
}
