import "server-only";
import { promisify } from "node:util";
import { deflateSync, inflate } from "node:zlib";
import type { Clock } from "@/lib/clock";
import type { WholeVersion } from "@/lib/server/config-file";
import type { Db } from "@/lib/server/db";
import type { Claim, Evidence } from "./evidence";
import type { ProcessStarts } from "./starts";

/** Decompresses a version that is stored with an apply. */
export const unpacked = promisify<Uint8Array, Buffer>(inflate);

/** Who reported that the instance runs a version: the instance, an operator, or an apply. */
export type KnownBy = "told" | "marked" | "applied";

export interface KnownVersion extends WholeVersion {
  by: KnownBy;
  claim: Claim;
  start: Evidence["start"];
  /** The version that the process started with, if it has reloaded another one since. Otherwise null. */
  startedBytes: Buffer | null;
  /** The version that a part still uses, if it started before the API and has not reloaded since. Otherwise null. */
  olderBytes: Buffer | null;
  /** The starts of the processes when the version was recorded. Null if they were not reported. */
  process: ProcessStarts | null;
  processSeenAt: number | null;
  recordedAt: number;
  /** When the evidence for the claim was found. */
  at: number;
}

export interface WorkingVersion extends WholeVersion {
  claim: Extract<Claim, "works" | "presumed">;
  /** The parts and client probes that worked with this version. */
  parts: readonly string[];
  at: number;
}

/** How many working versions are stored. A rollback tries at most three. */
const mostWorking = 10;

export interface KnownStoreDeps {
  db: Db;
  fileId: () => Promise<number>;
  clock: Clock;
}

export function createKnownStore({ db, fileId, clock }: KnownStoreDeps) {
  return {
    async running(): Promise<KnownVersion | null> {
      const row = await db
        .selectFrom("running_versions")
        .where("file_id", "=", await fileId())
        .selectAll()
        .executeTakeFirst();
      if (!row) return null;
      const { etag, content, started_content, older_content, known_by, claim, start, at } = row;
      const { process, process_seen_at, recorded_at } = row;
      return {
        etag,
        bytes: await unpacked(content),
        startedBytes: started_content && (await unpacked(started_content)),
        olderBytes: older_content && (await unpacked(older_content)),
        // Only this store writes the row.
        by: known_by as KnownBy,
        claim: claim as Claim,
        start: start as Evidence["start"],
        process: process === null ? null : (JSON.parse(process) as ProcessStarts),
        processSeenAt: process_seen_at,
        recordedAt: recorded_at,
        at,
      };
    },

    async setRunning(
      version: Omit<KnownVersion, "at" | "recordedAt"> & { at?: number },
    ): Promise<KnownVersion> {
      const recordedAt = clock.now();
      const { at = recordedAt } = version;
      const { etag, bytes, by, claim, start, startedBytes, olderBytes, process, processSeenAt } = version;
      const row = {
        ...{ etag, claim, start, at },
        content: deflateSync(bytes),
        started_content: startedBytes && deflateSync(startedBytes),
        older_content: olderBytes && deflateSync(olderBytes),
        known_by: by,
        process: process && JSON.stringify(process),
        process_seen_at: processSeenAt,
        recorded_at: recordedAt,
      };
      await db
        .insertInto("running_versions")
        .values({ file_id: await fileId(), ...row })
        .onConflict((conflict) => conflict.column("file_id").doUpdateSet(row))
        .execute();
      return { ...version, recordedAt, at };
    },

    async working(): Promise<WorkingVersion[]> {
      const rows = await db
        .selectFrom("working_versions")
        .where("file_id", "=", await fileId())
        .selectAll()
        .orderBy("at", "desc")
        .execute();
      return Promise.all(
        rows.map(async ({ etag, content, claim, parts, at }) => ({
          etag,
          bytes: await unpacked(content),
          claim: claim as WorkingVersion["claim"],
          parts: JSON.parse(parts) as string[],
          at,
        })),
      );
    },

    async addWorking({ etag, bytes, claim, parts }: Omit<WorkingVersion, "at">): Promise<void> {
      const file_id = await fileId();
      const row = { content: deflateSync(bytes), claim, parts: JSON.stringify(parts), at: clock.now() };
      await db
        .insertInto("working_versions")
        .values({ file_id, etag, ...row })
        .onConflict((conflict) => conflict.columns(["file_id", "etag"]).doUpdateSet(row))
        .execute();
      const newestRows = await db
        .selectFrom("working_versions")
        .where("file_id", "=", file_id)
        .select("etag")
        .orderBy("at", "desc")
        .limit(mostWorking)
        .execute();
      await db
        .deleteFrom("working_versions")
        .where("file_id", "=", file_id)
        .where(
          "etag",
          "not in",
          newestRows.map((one) => one.etag),
        )
        .execute();
    },

    async environment(): Promise<Map<string, string | null>> {
      const rows = await db
        .selectFrom("environment_values")
        .where("file_id", "=", await fileId())
        .select(["path", "variable"])
        .execute();
      return new Map(rows.map(({ path, variable }) => [path, variable]));
    },

    async setEnvironment(
      added: readonly { path: string; variable: string | null }[],
      removed: readonly string[],
    ): Promise<void> {
      const file_id = await fileId();
      for (const path of removed)
        await db
          .deleteFrom("environment_values")
          .where("file_id", "=", file_id)
          .where("path", "=", path)
          .execute();
      for (const value of added)
        await db
          .insertInto("environment_values")
          .values({ file_id, ...value, at: clock.now() })
          .onConflict((conflict) => conflict.columns(["file_id", "path"]).doNothing())
          .execute();
    },
  };
}
