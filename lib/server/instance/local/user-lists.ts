import "server-only";
import { sql } from "kysely";
import { type Db, dialectOf, type Tx } from "@/lib/server/db";
import { isSnowflake } from "@/lib/shared/chat/snowflake";
import { AppError } from "@/lib/errors";
import { hasRight, Right } from "../rights";
import type { NamePage, UserEntry } from "./types";
import { atomically, type Local } from "./context";
import { userForUpdate } from "./locks";
import { pageOf, prefixRange, typedId } from "./pages";
import { present } from "./users";

const userGone = () =>
  new AppError("not-found", "No person's account has this id. Go back to the list of users.");

/** People with their guild counts. Bots are excluded. */
const people = (db: Db | Tx) =>
  db
    .selectFrom("users")
    .selectAll()
    .select((select) =>
      select
        .selectFrom("members")
        .whereRef("members.user_id", "=", "users.id")
        .select((count) => count.fn.countAll<number>().as("count"))
        .as("guild_count"),
    )
    .where("users.bot", "=", 0)
    .where("users.deleted", "=", 0);

type PersonRow = Awaited<ReturnType<ReturnType<typeof people>["execute"]>>[number];

const asEntry = (row: PersonRow): UserEntry => ({
  ...present(row),
  key: row.username_key,
  rights: BigInt(row.rights),
  guildCount: row.guild_count ?? 0,
});

export function userPage(db: Db | Tx, search: string, limit: number, after?: readonly [string, string]) {
  const page = pageOf(people(db), ["users.username_key", "users.id"], { limit, after });
  if (search.trim() === "") return page;
  const { from, to } = prefixRange(search);
  return page.where("users.username_key", ">=", from).where("users.username_key", "<", to);
}

/** @throws AppError `not-found` */
export async function findPerson(db: Db | Tx, id: string): Promise<UserEntry> {
  const row = isSnowflake(id) ? await people(db).where("users.id", "=", id).executeTakeFirst() : undefined;
  if (!row) throw userGone();
  return asEntry(row);
}

/** @throws AppError `not-found` */
export async function lockPerson(tx: Tx, id: string) {
  const row = isSnowflake(id) ? await userForUpdate(tx, id) : undefined;
  if (!row || row.bot === 1 || row.deleted === 1) throw userGone();
  return row;
}

/** @throws AppError `conflict` if no other enabled person has OPERATOR */
async function keepAnOperator(tx: Tx, id: string): Promise<void> {
  // OPERATOR is the lowest bit, so the rights of operators are odd numbers.
  const { rows } = await sql`
    select id from users
    where bot = 0 and deleted = 0 and disabled = 0 and id <> ${id}
      and substr(rights, length(rights), 1) in ('1', '3', '5', '7', '9')
    limit 1
  `.execute(tx);
  if (rows.length === 0)
    throw new AppError(
      "conflict",
      "This is the only user with the Operator right. Give the right to another user first.",
    );
}

export function userLists(local: Local) {
  const { db } = local;

  return {
    /** Sorted by name, without bots. */
    async listUsers({ search, limit, after }: NamePage): Promise<UserEntry[]> {
      const rows = await userPage(db, search, limit, after && [after.key, after.id]).execute();
      const id = after ? undefined : typedId(search);
      const byId = id === undefined ? [] : await people(db).where("users.id", "=", id).execute();
      return [...byId, ...rows.filter((row) => row.id !== id)].slice(0, limit).map(asEntry);
    },

    getUser: (id: string): Promise<UserEntry> => findPerson(db, id),

    /**
     * Changes rights, or disables or enables a user. A disabled user's tokens are refused until the user is enabled.
     */
    async changeUser(
      id: string,
      {
        disabled,
        rights,
        keepOperator,
      }: {
        disabled?: boolean;
        rights?: bigint;
        /** If true, disabling the last operator or removing their OPERATOR right is refused with `conflict`. */
        keepOperator?: boolean;
      },
    ): Promise<UserEntry> {
      return atomically(local, async (tx) => {
        // Without this lock, two operators could drop OPERATOR at the same time, because each transaction would still
        // count the other operator.
        if (keepOperator && dialectOf(tx) === "postgres")
          await sql`lock table users in share row exclusive mode`.execute(tx);
        const row = await lockPerson(tx, id);
        const had = hasRight(BigInt(row.rights), Right.OPERATOR);
        const has = hasRight(rights ?? BigInt(row.rights), Right.OPERATOR) && disabled !== true;
        if (keepOperator && had && !has) await keepAnOperator(tx, id);
        const changes = {
          ...(disabled !== undefined && { disabled: disabled ? 1 : 0 }),
          ...(rights !== undefined && { rights: rights.toString() }),
        };
        if (Object.keys(changes).length > 0)
          await tx.updateTable("users").set(changes).where("id", "=", id).execute();
        return findPerson(tx, id);
      });
    },
  };
}
