import "server-only";
import { z } from "zod";
import type { Db, Tx } from "@/lib/server/db";
import { parsedJson } from "@/lib/shared/json/value";
import type { Keyed } from "./key";

const schema = z.object({ id: z.int(), hash: z.string(), at: z.number() });

/** Entries up to `id`, whose hash is `hash`, were removed because of their age, last at `at` (ms since 1970). */
export type Cut = z.infer<typeof schema>;

const proofOf = (content: string, keyed: Keyed) => keyed(`mark cut ${content}`);

/**
 * `isOurs` is false if the record was not written with the audit log's key. An unreadable record counts as
 * missing, so that verification reports the removed entries.
 */
export async function readCut(
  db: Db | Tx,
  keyed: Keyed,
): Promise<{ mark: Cut; isOurs: boolean } | undefined> {
  const row = await db.selectFrom("audit_marks").selectAll().where("name", "=", "cut").executeTakeFirst();
  const { data } = schema.safeParse(parsedJson(row?.content ?? ""));
  if (!row || !data) return undefined;
  return { mark: data, isOurs: row.proof === proofOf(row.content, keyed) && row.id === data.id };
}

/** Nobody without the key can forge the record, so the remaining chain can still be verified. */
export async function writeCut(db: Db | Tx, cut: Cut, keyed: Keyed): Promise<void> {
  const content = JSON.stringify(cut);
  const row = { id: cut.id, content, proof: proofOf(content, keyed) };
  await db
    .insertInto("audit_marks")
    .values({ name: "cut", ...row })
    .onConflict((conflict) => conflict.column("name").doUpdateSet(row))
    .execute();
}
