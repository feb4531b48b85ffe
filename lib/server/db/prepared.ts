import "server-only";
import type { Compilable, CompiledQuery } from "kysely";
import { dialectOf } from "./dialect";
import type { Db, Tx } from "./types";

/** Stands for an argument while a query is compiled. */
class Slot {
  constructor(readonly name: string) {}
}

/**
 * Returns a function that builds and compiles a query on the first call, and then runs it with the arguments of each
 * call. Building a query takes several times as long as running it. Use this only for queries that every request
 * makes; write other queries where they are used.
 * @param build must pass the arguments on as parameters without inspecting them
 */
export function prepared<A extends object, R>(
  build: (db: Db | Tx, given: A) => Compilable<R>,
): (db: Db | Tx, given: A) => Promise<R[]> {
  const compiled = new Map<string, CompiledQuery<R>>();
  return async (db, given) => {
    const names = Object.keys(given);
    // Rows with different columns need separate queries.
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
