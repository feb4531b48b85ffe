import "server-only";
import { sql } from "kysely";
import type { Db, Row } from "@/lib/server/db";
import type { Keyed } from "./key";

/**
 * Entries that were removed because of their age. The hashes before and after them connect the remaining chain, and
 * nobody without the key can forge the proof.
 */
export type Removal = Row<"audit_removed">;

const proofOf = ({ first_id, last_id, previous, hash, at }: Omit<Removal, "proof">, keyed: Keyed) =>
  keyed(`removed ${first_id} ${last_id} ${previous} ${hash} ${at}`);

export const isOurs = (removal: Removal, keyed: Keyed): boolean => removal.proof === proofOf(removal, keyed);

export const withProof = (removal: Omit<Removal, "proof">, keyed: Keyed): Removal => ({
  ...removal,
  proof: proofOf(removal, keyed),
});

const endingFrom = (db: Db, id: number, limit: number) =>
  db
    .selectFrom("audit_removed")
    .selectAll()
    .where("last_id", ">=", id)
    .orderBy("last_id")
    .limit(limit)
    .execute();

/** Returns up to `limit` removals with entries after `id`, in order. */
export const removalsAfter = (db: Db, id: number, limit: number): Promise<Removal[]> =>
  endingFrom(db, id + 1, limit);

/** Returns a function that determines whether an entry was removed because of its age. Fast for ascending ids. */
export function createRemovedTest(db: Db, keyed: Keyed): (id: number) => Promise<boolean> {
  let known: Removal | undefined;
  const isIn = (id: number) => known !== undefined && known.first_id <= id && id <= known.last_id;
  return async (id) => {
    if (isIn(id)) return true;
    const [found] = await endingFrom(db, id, 1);
    known = found && isOurs(found, keyed) ? found : undefined;
    return isIn(id);
  };
}

/** All removed entries together. `upTo` is the newest one, and `at` when the last ones were removed (ms since 1970). */
export interface Removed {
  count: number;
  upTo: number;
  at: number;
}

export async function countRemoved(db: Db): Promise<Removed | undefined> {
  const { count, upTo, at } = await db
    .selectFrom("audit_removed")
    .select(({ fn }) => [
      sql<number | null>`sum(last_id - first_id + 1)`.as("count"),
      fn.max("last_id").as("upTo"),
      fn.max("at").as("at"),
    ])
    .executeTakeFirstOrThrow();
  return count === null ? undefined : { count: Number(count), upTo: Number(upTo), at: Number(at) };
}
