import "server-only";
import { type Compilable, type CompiledQuery, type Expression, type Kysely, sql } from "kysely";
import type { Db, Tx } from "./tables";

type Dialect = "sqlite" | "postgres";

export function dialectOf(db: Pick<Kysely<unknown>, "getExecutor">): Dialect {
  return db.getExecutor().adapter.supportsTransactionalDdl ? "postgres" : "sqlite";
}

class Slot {
  constructor(readonly name: string) {}
}

/**
 * Returns a function that builds and compiles a query on the first call, and then runs it with the arguments
 * of each call. Building a query takes several times as long as running it. Use this only for queries that
 * every request makes; write other queries where they are used.
 * @param build must use the arguments only as query parameters, because it receives placeholders instead of
 *   their values
 */
export function prepared<A extends object, R>(
  build: (db: Db | Tx, given: A) => Compilable<R>,
): (db: Db | Tx, given: A) => Promise<R[]> {
  const compiled = new Map<string, CompiledQuery<R>>();
  return async (db, given) => {
    const names = Object.keys(given);
    // The compiled query depends on the names of the arguments. For example, the columns of an insert are the
    // names of the row's values.
    const key = `${dialectOf(db)} ${names.join(" ")}`;
    let query = compiled.get(key);
    if (!query) {
      query = build(db, Object.fromEntries(names.map((name) => [name, new Slot(name)])) as A).compile();
      compiled.set(key, query);
    }
    const parameters = query.parameters.map((value) =>
      value instanceof Slot ? given[value.name as keyof A] : value,
    );
    const { rows } = await db.executeQuery<R>({ ...query, parameters });
    return rows;
  };
}

/** Folds case and compatibility forms such as full-width letters. */
export const nameKey = (name: string): string => name.normalize("NFKC").toLowerCase();

/** Returns the upper bound of an index range that contains all keys that begin with `start`. */
export const afterPrefix = (start: string): string => `${start}\u{10FFFF}`;

/**
 * Matches rows whose column contains the text. Ignores the case of ASCII letters only, because SQLite cannot fold
 * other letters. No index is used, so apply this to few rows.
 */
export const contains = (column: string, text: string): Expression<boolean> =>
  sql<boolean>`lower(${sql.ref(column)}) like lower(${`%${text.replace(/[\\%_]/g, "\\$&")}%`}) escape '\\'`;

/**
 * Replaces another holder's lease in two cases:
 * - The lease has expired.
 * - The lease ends more than ten times `span` from now. A process with a wrong clock must have set this
 *   end.
 * @param span duration of the lease (ms)
 * @returns whether the holder has the lease now
 */
export async function takeLease(
  db: Db,
  name: string,
  { holder, span, now = Date.now() }: { holder: string; span: number; now?: number },
): Promise<boolean> {
  const lease = { holder, expires_at: now + span };
  const row = await db
    .insertInto("leases")
    .values({ name, ...lease })
    .onConflict((conflict) =>
      conflict
        .column("name")
        .doUpdateSet(lease)
        .where(({ eb, or }) =>
          or([
            eb("leases.holder", "=", holder),
            eb("leases.expires_at", "<=", now),
            eb("leases.expires_at", ">", now + 10 * span),
          ]),
        ),
    )
    .returning("name")
    .executeTakeFirst();
  return row !== undefined;
}

export async function dropLease(db: Db, name: string, holder: string): Promise<void> {
  await db.deleteFrom("leases").where("name", "=", name).where("holder", "=", holder).execute();
}

export async function readMeta(db: Db, key: string): Promise<string | undefined> {
  const row = await db.selectFrom("meta").select("value").where("key", "=", key).executeTakeFirst();
  return row?.value;
}

export async function writeMeta(db: Db, key: string, value: string | null): Promise<void> {
  if (value === null) await db.deleteFrom("meta").where("key", "=", key).execute();
  else
    await db
      .insertInto("meta")
      .values({ key, value })
      .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
      .execute();
}
