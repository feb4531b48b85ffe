import "server-only";
import { currentOrigin } from "@/lib/server/audit";
import { type Db, nameKey, type Row, type Tx } from "@/lib/server/db";
import { isSnowflake } from "@/lib/shared/chat/snowflake";
import type { GuildDetail, PanelGuild } from "@/lib/shared/contract/guilds";
import type { Settings } from "@/lib/shared/settings/values";
import { AppError } from "@/lib/errors";
import { type Guilds, recordAs } from "../instance";
import { atomically, guildForUpdate, inTransaction, type LocalCaller, settingsOrDefaults } from "./context";
import { guilds, LONGEST_GUILD_NAME } from "./guilds";
import { memberOf } from "./members";
import { normalizeName } from "./names";
import { cleanSearch, isoTime, type NameCursor, pageOf, prefixRange, rowsAfter, rowsByName } from "./pages";

const guildGone = () =>
  new AppError("unknown-guild", "This guild does not exist any more. Go back to the list of guilds.");

const guildsWithOwners = (db: Db | Tx) =>
  db
    .selectFrom("guilds")
    .innerJoin("users as owner", "owner.id", "guilds.owner_id")
    .selectAll("guilds")
    .select("owner.username as owner_username");

type GuildRow = Row<"guilds"> & { owner_username: string };

export function guildPage(db: Db | Tx, search: string, after?: NameCursor) {
  const page = rowsAfter(guildsWithOwners(db), ["guilds.name_key", "guilds.id"], after);
  if (search === "") return page;
  const { from, to } = prefixRange(search);
  return page.where("guilds.name_key", ">=", from).where("guilds.name_key", "<", to);
}

export const rolesWithCounts = (db: Db | Tx, guildId: string) =>
  db
    .selectFrom("roles")
    .selectAll()
    .select((select) =>
      select
        .selectFrom("member_roles")
        .whereRef("member_roles.role_id", "=", "roles.id")
        .select((count) => count.fn.countAll<number>().as("count"))
        .as("member_count"),
    )
    .where("guild_id", "=", guildId);

/** @throws AppError `unknown-guild` */
export async function findGuild(db: Db | Tx, id: string): Promise<GuildRow> {
  const row = isSnowflake(id)
    ? await guildsWithOwners(db).where("guilds.id", "=", id).executeTakeFirst()
    : undefined;
  if (!row) throw guildGone();
  return row;
}

/** @throws AppError `unknown-guild` */
async function lockGuild(tx: Tx, id: string): Promise<Row<"guilds">> {
  const row = isSnowflake(id) ? await guildForUpdate(tx, id) : undefined;
  if (!row) throw guildGone();
  return row;
}

interface Changed {
  name?: string;
  detail?: Record<string, unknown>;
}

/** The guild is locked while `work` runs. */
export function guildChanges(caller: LocalCaller) {
  const record = recordAs(caller.audit, caller.actor, caller.db);
  return async <T extends Changed>(
    { action, id, detail }: { action: string; id: string; detail?: Changed["detail"] },
    work: (tx: Tx, guild: Row<"guilds">, live: Pick<Settings, "get">) => Promise<T>,
  ): Promise<T> => {
    const change = async () => {
      const live = await settingsOrDefaults(caller);
      return atomically(caller, async (tx) => {
        const guild = await lockGuild(tx, id);
        return { guild, changed: await work(tx, guild, live) };
      });
    };
    const done = await record({ action, to: "guild", id, detail }, change, ({ guild, changed }) => ({
      target: changed.name ?? guild.name,
      detail: changed.detail,
    }));
    return done.changed;
  };
}

export function localGuilds(caller: LocalCaller) {
  const { audit, db, userId, actor } = caller;
  const change = guildChanges(caller);

  async function heldIn(ids?: readonly string[]): Promise<Map<string, bigint>> {
    const manageable = await guilds(caller).listManageableGuilds(userId, ids);
    return new Map(manageable.map(({ id, permissions }) => [id, permissions]));
  }

  const summaryOf = (guild: GuildRow) => ({
    id: guild.id,
    name: guild.name,
    owner: { id: guild.owner_id, username: guild.owner_username },
    memberCount: guild.member_count,
    createdAt: isoTime(guild.created_at),
  });

  const asPanelGuild = (guild: GuildRow, held: ReadonlyMap<string, bigint>): PanelGuild => ({
    ...summaryOf(guild),
    manageable: held.has(guild.id),
    permissions: String(held.get(guild.id) ?? 0n),
  });

  async function get(id: string): Promise<GuildDetail> {
    const guild = await findGuild(db, id);
    const [roles, held] = await Promise.all([rolesWithCounts(db, id).execute(), heldIn([id])]);
    return {
      ...summaryOf(guild),
      answeredBy: null,
      botCount: guild.bot_count,
      manageable: held.has(id),
      roles: roles
        .toSorted((a, b) => b.position - a.position || (a.id < b.id ? 1 : -1))
        .map((role) => ({
          id: role.id,
          name: role.name,
          permissions: role.permissions,
          managed: role.managed === 1,
          applicationId: role.application_id,
          memberCount: role.id === id ? guild.member_count : (role.member_count ?? 0),
        })),
    };
  }

  return {
    async page({ search: typed, after }) {
      const search = cleanSearch(typed);
      const rows = await rowsByName(
        { search, after },
        (cursor) => guildPage(db, search, cursor).execute(),
        (id) => guildsWithOwners(db).where("guilds.id", "=", id).execute(),
      );
      const { shown, next } = pageOf(rows, ({ id, name_key }) => `${id}.${name_key}`);
      const held = await heldIn(shown.map(({ id }) => id));
      return { guilds: shown.map((guild) => asPanelGuild(guild, held)), next };
    },

    /** Sorted by name. */
    async all(onlyManageable) {
      const held = await heldIn();
      const every = guildsWithOwners(db).orderBy("guilds.name_key").orderBy("guilds.id");
      const rows = await (
        onlyManageable
          ? every.where("guilds.id", "in", (select) =>
              select.selectFrom("members").select("guild_id").where("members.user_id", "=", userId),
            )
          : every
      ).execute();
      const listed = onlyManageable ? rows.filter(({ id }) => held.has(id)) : rows;
      return listed.map((guild) => asPanelGuild(guild, held));
    },

    get,

    async create(typed) {
      const entry = { actor, action: "guild.create", origin: await currentOrigin() };
      return inTransaction(caller, (tx, inside) =>
        audit.audited(
          tx,
          entry,
          () => guilds(inside).createGuild(userId, { name: typed }),
          ({ id, name }) => ({ target: name, detail: { id } }),
        ),
      );
    },

    async rename(id, typed) {
      const { name: before } = await findGuild(db, id);
      await change({ action: "guild.rename", id, detail: { before } }, async (tx) => {
        const name = normalizeName(typed, LONGEST_GUILD_NAME);
        const changes = { name, name_key: nameKey(name) };
        await tx.updateTable("guilds").set(changes).where("id", "=", id).execute();
        return { name };
      });
      return get(id);
    },

    /**
     * Makes a member the owner. The previous owner remains a member.
     * @throws `not-found` if the user is not a member; `conflict` for a bot or a disabled account
     */
    async transfer(id, ownerId) {
      await change({ action: "guild.transfer", id }, async (tx) => {
        const { username, bot, disabled } = await memberOf(tx, id, ownerId);
        if (bot === 1) throw new AppError("conflict", "A bot cannot own a guild. Choose a person.");
        if (disabled === 1)
          throw new AppError(
            "conflict",
            `${username} is disabled. Enable the account, or choose somebody else.`,
          );
        await tx.updateTable("guilds").set({ owner_id: ownerId }).where("id", "=", id).execute();
        return { detail: { owner: username } };
      });
      return get(id);
    },

    async delete(id) {
      await change({ action: "guild.delete", id }, async (tx, { member_count, bot_count }) => {
        await tx.deleteFrom("member_roles").where("guild_id", "=", id).execute();
        await tx.deleteFrom("roles").where("guild_id", "=", id).execute();
        await tx.deleteFrom("members").where("guild_id", "=", id).execute();
        await tx.deleteFrom("guilds").where("id", "=", id).execute();
        return { detail: { members: member_count, bots: bot_count } };
      });
    },
  } satisfies Partial<Guilds>;
}
