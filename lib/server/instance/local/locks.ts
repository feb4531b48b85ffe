import "server-only";
import { dialectOf, prepared, type Tx } from "@/lib/server/db";

/*
 * Locks for transactions. SQLite runs one transaction at a time, so it needs none. On PostgreSQL, a transaction locks
 * the row that its decision depends on: the application before creating its bot, the guild before checking its
 * limits, and the user before checking the user's guilds. To prevent deadlocks, all code locks in this order, and
 * several guilds in the order of their ids.
 */

interface Id {
  id: string;
}

const guildQuery = prepared((db, { id }: Id) => {
  const query = db.selectFrom("guilds").selectAll().where("id", "=", id);
  return dialectOf(db) === "postgres" ? query.forUpdate() : query;
});
const applicationQuery = prepared((db, { id }: Id) => {
  const query = db.selectFrom("applications").selectAll().where("id", "=", id);
  return dialectOf(db) === "postgres" ? query.forUpdate() : query;
});
const userQuery = prepared((db, { id }: Id) => {
  const query = db.selectFrom("users").selectAll().where("id", "=", id);
  return dialectOf(db) === "postgres" ? query.forUpdate() : query;
});

export const guildForUpdate = async (tx: Tx, id: string) => (await guildQuery(tx, { id }))[0];
export const applicationForUpdate = async (tx: Tx, id: string) => (await applicationQuery(tx, { id }))[0];
export const userForUpdate = async (tx: Tx, id: string) => (await userQuery(tx, { id }))[0];

/** Locks all guilds of a user on PostgreSQL. */
export async function lockGuildsOf(tx: Tx, userId: string): Promise<void> {
  if (dialectOf(tx) !== "postgres") return;
  await tx
    .selectFrom("guilds")
    .select("id")
    .where("id", "in", (select) =>
      select.selectFrom("members").select("guild_id").where("user_id", "=", userId),
    )
    .orderBy("id")
    .forUpdate()
    .execute();
}

/** Locks a user's row on PostgreSQL. */
export async function lockUser(tx: Tx, id: string): Promise<void> {
  if (dialectOf(tx) === "postgres") await userQuery(tx, { id });
}
