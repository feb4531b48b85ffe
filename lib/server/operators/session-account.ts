import "server-only";
import type { Db } from "@/lib/server/db";
import type { Seals } from "./seals";

/*
 * An account on a running instance, which an operator has connected to one session or API token. The account
 * is stored in the row of the session or token, encrypted with a key that depends on the row, and deleted with
 * the row. The browser never receives the account.
 */

interface AccountRoom {
  db: Db;
  seals: Seals;
}

interface Holder {
  id: string;
  token?: { id: string };
}

const purposeOf = ({ id }: Holder) => `account of session ${id}`;

const rowOf = ({ id, token }: Holder) =>
  token ? (["api_tokens", token.id] as const) : (["sessions", id] as const);

export async function readSessionAccount({ db, seals }: AccountRoom, holder: Holder): Promise<string | null> {
  const [table, id] = rowOf(holder);
  const row = await db.selectFrom(table).select("account").where("id", "=", id).executeTakeFirst();
  return row?.account == null ? null : seals.unseal(row.account, purposeOf(holder));
}

export async function writeSessionAccount(
  { db, seals }: AccountRoom,
  holder: Holder,
  text: string | null,
): Promise<void> {
  const [table, id] = rowOf(holder);
  const account = text === null ? null : seals.seal(text, purposeOf(holder));
  await db.updateTable(table).set({ account }).where("id", "=", id).execute();
}
