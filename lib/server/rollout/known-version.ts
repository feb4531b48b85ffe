import "server-only";
import { promisify } from "node:util";
import { deflateSync, inflate } from "node:zlib";
import { configFileId, type WholeVersion } from "@/lib/server/config-file";
import type { Db } from "@/lib/server/db";

const unpack = promisify<Uint8Array, Buffer>(inflate);

export type KnownBy = "told" | "marked" | "applied";

/** The last version that the instance ran without problems. */
export interface KnownVersion extends WholeVersion {
  by: KnownBy;
  /** The version that it started with, if it has only reloaded its file since then. */
  startedBytes: Buffer | null;
  /** ms since 1970. */
  at: number;
}

export async function knownVersion(db: Db): Promise<KnownVersion | null> {
  const row = await db
    .selectFrom("running_versions")
    .where("file_id", "=", await configFileId(db))
    .selectAll()
    .executeTakeFirst();
  if (!row) return null;
  const { etag, content, started_content, known_by, at } = row;
  return {
    etag,
    bytes: await unpack(content),
    startedBytes: started_content && (await unpack(started_content)),
    by: known_by as KnownBy,
    at,
  };
}

/**
 * Records that the instance runs a version.
 * @param loaded `at start`: it started with it. `at reload`: it has reloaded its file, and still uses old values
 * of settings that it reads only at a start. `unknown`: one of the two
 */
export async function keepKnown(
  db: Db,
  { etag, bytes }: WholeVersion,
  { by, loaded }: { by: KnownBy; loaded: "at start" | "at reload" | "unknown" },
): Promise<void> {
  const row = { etag, content: deflateSync(bytes), known_by: by, at: Date.now() };
  await db
    .insertInto("running_versions")
    .values({ file_id: await configFileId(db), ...row })
    .onConflict((conflict) =>
      conflict.column("file_id").doUpdateSet(({ ref, fn }) => ({
        ...row,
        ...(loaded === "at start" && { started_content: null }),
        // Its current version is the version that it started with, unless it has reloaded before.
        ...(loaded === "at reload" && {
          started_content: fn.coalesce(
            ref("running_versions.started_content"),
            ref("running_versions.content"),
          ),
        }),
      })),
    )
    .execute();
}

/** Compresses bytes for storage with an apply, and decompresses them. */
export const packed = (bytes: Buffer): Buffer => deflateSync(bytes);
export const unpacked = (content: Uint8Array): Promise<Buffer> => unpack(content);
