import "server-only";
import { nameKey, type Row } from "@/lib/server/db";
import { isSnowflake } from "@/lib/shared/chat/snowflake";
import { AppError } from "@/lib/errors";
import type { InstanceStore, ManageableGuild } from "../instance-store";
import { normaliseName } from "./names";
import { DEFAULT_EVERYONE_PERMISSIONS, effectivePermissions, mayManageGuild } from "./permissions";
import { atomically, type Local, settingsOrDefaults } from "./context";
import { userForUpdate } from "./locks";
import { guildsOf, memberRoles } from "./members";

type Guilds = Pick<
  InstanceStore,
  "createGuild" | "findGuild" | "listGuilds" | "listManageableGuilds" | "getMembership"
>;

/** Characters; the API family's own bound. */
export const LONGEST_GUILD_NAME = 100;

const asRole = (row: Row<"roles">) => ({
  id: row.id,
  name: row.name,
  permissions: BigInt(row.permissions),
  managed: row.managed === 1,
});

/** The guilds of the local store, as an operator sees them. */
export function guilds(local: Local): Guilds {
  const { db, snowflakes } = local;

  return {
    async createGuild(ownerId, input) {
      const name = normaliseName(input.name, LONGEST_GUILD_NAME);
      const maxGuilds = (await settingsOrDefaults(local)).get("limits.user.maxGuilds");
      return atomically(local, async (tx) => {
        if (!(await userForUpdate(tx, ownerId)))
          throw new AppError("not-found", "The owner no longer exists. Reload the page.");
        if ((await guildsOf(tx, ownerId)) >= maxGuilds) throw new AppError("bot-guild-limit");
        const id = snowflakes.next();
        const now = Date.now();
        await tx
          .insertInto("guilds")
          .values({ id, name, name_key: nameKey(name), owner_id: ownerId, created_at: now })
          .execute();
        await tx.insertInto("members").values({ guild_id: id, user_id: ownerId, joined_at: now }).execute();
        await tx
          .insertInto("roles")
          .values({
            id,
            guild_id: id,
            name: "@everyone",
            permissions: DEFAULT_EVERYONE_PERMISSIONS.toString(),
            position: 0,
            managed: 0,
            application_id: null,
          })
          .execute();
        return { id, name };
      });
    },

    async findGuild(id) {
      if (!isSnowflake(id)) return null;
      const query = db.selectFrom("guilds").where("id", "=", id).select(["id", "name"]);
      return (await query.executeTakeFirst()) ?? null;
    },

    async listGuilds(ids) {
      if (ids?.length === 0) return [];
      const all = db
        .selectFrom("guilds")
        .innerJoin("users as owner", "owner.id", "guilds.owner_id")
        .selectAll("guilds")
        .select("owner.username")
        .select((expression) =>
          expression
            .selectFrom("members")
            .whereRef("members.guild_id", "=", "guilds.id")
            .select((count) => count.fn.countAll<number>().as("count"))
            .as("member_count"),
        )
        .orderBy("guilds.name_key")
        .orderBy("guilds.id");
      const rows = await (ids ? all.where("guilds.id", "in", ids) : all).execute();
      return rows.map((row) => ({
        id: row.id,
        name: row.name,
        owner: { id: row.owner_id, username: row.username },
        memberCount: row.member_count ?? 0,
        createdAt: row.created_at,
      }));
    },

    async listManageableGuilds(userId, guildIds) {
      if (guildIds?.length === 0) return [];
      const all = db
        .selectFrom("members")
        .innerJoin("guilds", "guilds.id", "members.guild_id")
        .where("members.user_id", "=", userId)
        .select(["guilds.id", "guilds.name", "guilds.owner_id"])
        .orderBy("guilds.name_key")
        .orderBy("guilds.id");
      const rows = await (guildIds ? all.where("guilds.id", "in", guildIds) : all).execute();
      const found: ManageableGuild[] = [];
      for (const { id, name, owner_id } of rows) {
        const owner = owner_id === userId;
        const roles = owner
          ? []
          : (await memberRoles(db, id, userId)).map((role) => BigInt(role.permissions));
        const permissions = effectivePermissions({ owner, roles });
        if (mayManageGuild(permissions)) found.push({ id, name, owner, permissions });
      }
      return found;
    },

    async getMembership(guildId, userId) {
      if (!isSnowflake(guildId) || !isSnowflake(userId)) return null;
      const row = await db
        .selectFrom("members")
        .innerJoin("guilds", "guilds.id", "members.guild_id")
        .where("guild_id", "=", guildId)
        .where("user_id", "=", userId)
        .select(["joined_at", "owner_id"])
        .executeTakeFirst();
      if (!row) return null;
      const roles = (await memberRoles(db, guildId, userId)).map(asRole);
      return {
        guildId,
        userId,
        joinedAt: row.joined_at,
        roles: roles.filter((role) => role.id !== guildId),
        permissions: effectivePermissions({
          owner: row.owner_id === userId,
          roles: roles.map((role) => role.permissions),
        }),
      };
    },
  };
}
