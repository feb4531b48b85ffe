import "server-only";
import { dialectOf, prepared, type Tx } from "@/lib/server/db";

/*
 * SQLite's transactions exclude each other entirely. PostgreSQL's lock the row that a decision depends on: the
 * application for its one bot, the guild for its limits and counts, the user for its guilds. All code locks them
 * in this order, and several guilds by id, to prevent deadlocks.
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

/** Locks the guilds that a user is in, on databases that need an explicit lock. */
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

/** Locks the user's data, on databases that need an explicit lock. */
export async function lockUser(tx: Tx, id: string): Promise<void> {
  if (dialectOf(tx) === "postgres") await userQuery(tx, { id });
}
