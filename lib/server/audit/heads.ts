import "server-only";
import { randomUUID } from "node:crypto";
import { open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import * as z from "zod";
import type { Db } from "@/lib/server/db";
import { parsedJson } from "@/lib/shared/json/value";
import type { Keyed } from "./key";
import { createRemovedTest } from "./removals";

/*
 * A head is the number and the hash of an entry. Copies of heads outside the database reveal what the chain
 * alone cannot: that its last entries were removed.
 */

/** A head as stored outside the database. */
export const headSchema = z.object({ entry: z.int().min(0), hash: z.string().length(64) });
export type Head = z.infer<typeof headSchema>;

export const headPath = (dataDir: string): string => join(dataDir, "audit-head");

const fileSchema = z.object({ ...headSchema.shape, proof: z.string() });

const proofOf = ({ entry, hash }: Head, keyed: Keyed) => keyed(`head ${entry} ${hash}`);

/**
 * Reads the head in the data folder.
 * @returns undefined if the file does not exist; `fault` if somebody without the key changed it
 */
export async function readHeadFile(
  dataDir: string,
  keyed: Keyed,
): Promise<{ head?: Head; fault?: string } | undefined> {
  const path = headPath(dataDir);
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const { data } = fileSchema.safeParse(parsedJson(text));
  return data && data.proof === proofOf(data, keyed)
    ? { head: data }
    : { fault: `${path}, which names the newest entry, was changed outside the panel.` };
}

export async function writeHeadFile(dataDir: string, head: Head, keyed: Keyed): Promise<void> {
  const path = headPath(dataDir);
  const draft = `${path}.${randomUUID()}`;
  const file = await open(draft, "w", 0o600);
  try {
    await file.writeFile(`${JSON.stringify({ ...head, proof: proofOf(head, keyed) })}\n`);
    await file.sync();
    await rename(draft, path);
  } finally {
    await file.close();
    await rm(draft, { force: true });
  }
}

/** Maximum number of heads compared per query. */
const BATCH = 500;

export interface Compared {
  count: number;
  /** The last entry that was compared; 0 if none. */
  newest: number;
  fault?: string | undefined;
}

/**
 * Compares heads with the entries in the database. Skips entries that were removed because of their age.
 * @param place where the heads were recorded, as operators know it
 */
export async function compareHeads(
  db: Db,
  heads: AsyncIterable<Head> | Iterable<Head>,
  { place, keyed }: { place: string; keyed: Keyed },
): Promise<Compared> {
  const result: Compared = { count: 0, newest: 0 };
  const isRemoved = createRemovedTest(db, keyed);
  const compare = async (batch: readonly Head[]) => {
    const rows = await db
      .selectFrom("audit")
      .select(["id", "hash"])
      .where(
        "id",
        "in",
        batch.map(({ entry }) => entry),
      )
      .execute();
    const hashes = new Map(rows.map(({ id, hash }) => [id, hash]));
    for (const { entry, hash } of batch) {
      if (!hashes.has(entry) && (await isRemoved(entry))) continue;
      if (hashes.get(entry) !== hash) return faultOf(db, entry, place);
      result.count += 1;
      result.newest = Math.max(result.newest, entry);
    }
    return undefined;
  };
  let batch: Head[] = [];
  for await (const head of heads) {
    if (head.entry === 0) continue;
    batch.push(head);
    if (batch.length < BATCH) continue;
    result.fault = await compare(batch);
    if (result.fault !== undefined) return result;
    batch = [];
    await setImmediate();
  }
  if (batch.length > 0) result.fault = await compare(batch);
  return result;
}

async function faultOf(db: Db, entry: number, place: string): Promise<string> {
  const newest = await db
    .selectFrom("audit")
    .select(({ fn }) => fn.max("id").as("id"))
    .executeTakeFirst();
  const last = newest?.id ?? 0;
  if (entry <= last)
    return `Entry ${entry} in the database is not the entry ${entry} that ${place} recorded. Entries were removed or replaced; do not trust entry ${entry} or any later one.`;
  return `Entries ${last + 1} to ${entry} were removed: ${place} recorded entry ${entry}, and the newest entry in the database is ${last}.`;
}
