import "server-only";
import { z } from "zod";
import type { Db, Tx } from "@/lib/server/db";
import { keyed } from "./key";

const place = { id: z.int(), hash: z.string() };

const schemas = {
  /** Entries up to `id` were removed at `at` (ms since 1970), when `head` was the newest entry. */
  cut: z.object({ ...place, at: z.number(), head: z.object(place) }),
  /** Entries up to `id` were verified. `wholeAt` (ms since 1970) is when all entries were last verified together. */
  verified: z.object({ ...place, wholeAt: z.number() }),
};

type Name = keyof typeof schemas;
export type Mark<N extends Name> = z.infer<(typeof schemas)[N]>;

const proofOf = (name: Name, content: string) => keyed(`mark ${name} ${content}`);

/** Returns undefined for invalid JSON, which the panel never writes. */
function jsonOf(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}

/**
 * Reads a mark. `isOurs` is false if it was not written with this process's key. An unreadable mark counts as
 * missing.
 */
export async function readMark<N extends Name>(
  db: Db | Tx,
  name: N,
): Promise<{ mark: Mark<N>; isOurs: boolean } | undefined> {
  const row = await db.selectFrom("audit_marks").selectAll().where("name", "=", name).executeTakeFirst();
  if (!row) return undefined;
  const { data } = schemas[name].safeParse(jsonOf(row.content));
  if (!data) return undefined;
  const mark = data as Mark<N>;
  return { mark, isOurs: row.proof === proofOf(name, row.content) && row.id === mark.id };
}

/**
 * Writes a mark with a proof that requires the key, so that somebody who can only write to the database cannot move
 * the mark.
 */
export async function writeMark<N extends Name>(db: Db | Tx, name: N, mark: Mark<N>): Promise<void> {
  const content = JSON.stringify(schemas[name].parse(mark));
  const row = { id: mark.id, content, proof: proofOf(name, content) };
  await db
    .insertInto("audit_marks")
    .values({ name, ...row })
    .onConflict((conflict) => conflict.column("name").doUpdateSet(row))
    .execute();
}
