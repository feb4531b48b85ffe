import "server-only";
import type { Compilable, CompiledQuery } from "kysely";
import { dialectOf } from "./dialect";
import type { Db, Tx } from "./types";

/** Stands for an argument while a query is compiled. */
class Slot {
  constructor(readonly name: string) {}
}

/**
 * A query that is built and compiled once, at its first use, and runs with other arguments each time: building one costs
 * several times as much as running it. For queries on the way of every request; others are written out where they are used.
 * @param build must not look at the arguments, only pass them on as parameters
 */
export function prepared<A extends object, R>(
  build: (db: Db | Tx, given: A) => Compilable<R>,
): (db: Db | Tx, given: A) => Promise<R[]> {
  const compiled = new Map<string, CompiledQuery<R>>();
  return async (db, given) => {
    const names = Object.keys(given);
    // Rows without some columns are other queries.
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
