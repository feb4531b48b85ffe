import "server-only";
import { dialectOf, prepared, type Tx } from "@/lib/db";

/*
 * SQLite's transactions exclude each other as a whole. PostgreSQL's take the row that a decision rests on: the guild for
 * its limits, the application for its one bot. Taken in this order everywhere, so that nobody waits in a circle.
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

/** Keeps others from changing what hangs on the user, where that takes a lock of its own. */
export async function lockUser(tx: Tx, id: string): Promise<void> {
  if (dialectOf(tx) === "postgres") await userQuery(tx, { id });
}
