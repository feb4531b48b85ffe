import "server-only";
import { type Tx, dialectOf } from "@/lib/db";

/*
 * SQLite's transactions exclude each other as a whole. PostgreSQL's take the row that a decision rests on: the guild for
 * its limits, the application for its one bot. Taken in this order everywhere, so that nobody waits in a circle.
 */

export async function guildForUpdate(tx: Tx, id: string) {
  const query = tx.selectFrom("guilds").selectAll().where("id", "=", id);
  return (dialectOf(tx) === "postgres" ? query.forUpdate() : query).executeTakeFirst();
}

export async function applicationForUpdate(tx: Tx, id: string) {
  const query = tx.selectFrom("applications").selectAll().where("id", "=", id);
  return (dialectOf(tx) === "postgres" ? query.forUpdate() : query).executeTakeFirst();
}

export async function userForUpdate(tx: Tx, id: string) {
  const query = tx.selectFrom("users").selectAll().where("id", "=", id);
  return (dialectOf(tx) === "postgres" ? query.forUpdate() : query).executeTakeFirst();
}
