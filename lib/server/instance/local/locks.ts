import "server-only";
import { dialectOf, prepared, type Tx } from "@/lib/server/db";

/*
 * SQLite's transactions exclude each other entirely. PostgreSQL's lock the row that a decision depends on: the guild
 * for its limits, the application for its one bot. The order is the same everywhere, to prevent deadlocks.
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

/** Locks what belongs to the user, on databases that need an explicit lock. */
export async function lockUser(tx: Tx, id: string): Promise<void> {
  if (dialectOf(tx) === "postgres") await userQuery(tx, { id });
}
