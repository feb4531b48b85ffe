import "server-only";
import type { Db, Row, Tx } from "@/lib/db";

/** Whether the user is a member of the guild. */
export async function isMember(db: Db | Tx, guildId: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom("members")
    .select("user_id")
    .where("guild_id", "=", guildId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** The roles that a member has in a guild: those it was given, and @everyone, whose id is the guild's. */
export async function memberRoles(db: Db | Tx, guildId: string, userId: string): Promise<Row<"roles">[]> {
  return db
    .selectFrom("roles")
    .selectAll()
    .where("guild_id", "=", guildId)
    .where((where) =>
      where.or([
        where("id", "=", guildId),
        where(
          "id",
          "in",
          where
            .selectFrom("member_roles")
            .select("role_id")
            .where("member_roles.guild_id", "=", guildId)
            .where("member_roles.user_id", "=", userId),
        ),
      ]),
    )
    .orderBy("position")
    .orderBy("id")
    .execute();
}

/** How many guilds the user is in. */
export async function guildsOf(db: Db | Tx, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom("members")
    .where("user_id", "=", userId)
    .select((select) => select.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** How many members, or roles, the guild has. */
export async function countIn(db: Db | Tx, table: "members" | "roles", guildId: string): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .where("guild_id", "=", guildId)
    .select((select) => select.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}
