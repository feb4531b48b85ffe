import "server-only";
import { promisify } from "node:util";
import { deflateSync, inflate } from "node:zlib";
import { configFileId, type WholeVersion } from "@/lib/server/config-file";
import type { Db } from "@/lib/server/db";
import { isRestart } from "@/lib/env";
import type { ReloadWay } from "@/lib/shared/contract/running";

/** Decompresses a version that is stored with an apply. */
export const unpacked = promisify<Uint8Array, Buffer>(inflate);

export type KnownBy = "told" | "marked" | "applied";

/** The last version with which the instance ran without problems. */
export interface KnownVersion extends WholeVersion {
  by: KnownBy;
  /** The version that the instance started with, if it has reloaded its file since then; otherwise null. */
  startedBytes: Buffer | null;
  /** When the version was recorded (ms since 1970). */
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
    bytes: await unpacked(content),
    startedBytes: started_content && (await unpacked(started_content)),
    by: known_by as KnownBy,
    at,
  };
}

/**
 * Records that the instance runs a version.
 * @param loaded `at start` if the instance started with the version; `at reload` if it only reloaded the file, and
 * therefore still uses old values of settings that are read at startup; `unknown` if either may be true
 */
export async function recordKnownVersion(
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
        // After a reload, keep the version that the instance started with.
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

/** Returns how the instance has loaded the applied file. @param apply its `way` must be a `ReloadWay` */
export const loadedBy = ({ way }: { way: string }): "at start" | "at reload" =>
  isRestart({ way: way as ReloadWay }) ? "at start" : "at reload";
