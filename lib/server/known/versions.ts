import "server-only";
import { AppError } from "@/lib/errors";
import {
  type ConfigFile,
  type RevisionRow,
  unusable,
  type Version,
  type WholeVersion,
} from "@/lib/server/config-file";
import type { Settings } from "@/lib/shared/settings/values";
import { comparableOf, isRewriteOf, isSame } from "./compare";

const mostCompared = 30;

export const changeDepth = 100;

/** How long (ms) a change from outside may go unnoticed. */
const noticedWithin = 1_500;
/** How long (ms) after its start an instance may take to rewrite its file. */
export const rewriteWithin = 15_000;

/** How much later or earlier (ms) a process may have started. Most processes report whole seconds. */
const roundingOf = (start: number): number => (start % 1_000 === 0 ? 1_000 : 0);

export interface VersionsDeps {
  config: ConfigFile;
}
export type Versions = ReturnType<typeof createVersions>;

/** Versions of the file for rooms that compare them. They contain secrets, so they must not leave the server. */
export function createVersions({ config }: VersionsDeps) {
  const byEtag = (etag: string) => config.history.byEtag(etag);

  async function wasWrittenBefore(row: RevisionRow, start: number): Promise<boolean> {
    const rounding = roundingOf(start);
    if (row.authorKind !== "outside") return row.createdAt <= start + rounding;
    // The panel may have been off when somebody wrote the file.
    const { etag, file } = await config.read();
    const writtenAt = etag === row.etag && file.kind === "present" ? file.stat.mtimeMs : row.createdAt;
    return Math.min(writtenAt, row.createdAt) <= start + rounding + noticedWithin;
  }

  /** Whether `row` is what an instance wrote at its start, after it had loaded the previous version. */
  async function isRewriteAtStart(row: RevisionRow, previous: RevisionRow | undefined): Promise<boolean> {
    if (!previous) return false;
    const [before, after] = await Promise.all([
      config.history.version(previous),
      config.history.version(row),
    ]);
    return before !== null && after !== null && isRewriteOf(before, after);
  }

  return {
    /** @throws AppError `config-unusable` */
    async now(): Promise<WholeVersion & { revision: number | null }> {
      const current = await config.read();
      if (!current.version) throw unusable(current);
      const { etag, bytes } = current.version;
      return { etag, bytes, revision: (await byEtag(etag))?.id ?? null };
    },

    async current(): Promise<{ etag: string; reading: Version | null }> {
      const { etag, version } = await config.read();
      return { etag, reading: version && config.parse(version.bytes) };
    },

    parse: (bytes: Buffer): Version | null => config.parse(bytes),

    numberOf: async (etag: string): Promise<number | null> => (await byEtag(etag))?.id ?? null,

    /** @throws AppError `not-found` */
    async bytesOf(etag: string): Promise<Buffer> {
      const row = await byEtag(etag);
      if (!row) throw new AppError("not-found", "This version of the file is no longer stored.");
      return config.history.bytes(row);
    },

    /** If the version cannot be read, returns the settings of the current file. */
    async settingsOf(bytes: Buffer): Promise<Settings> {
      const reading = config.parse(bytes);
      return reading ? reading.settings : config.settings();
    },

    async newestWith(test: (reading: Version) => boolean): Promise<Version | null> {
      for (const row of await config.history.find({ limit: mostCompared })) {
        const reading = await config.history.version(row);
        if (reading && test(reading)) return reading;
      }
      return null;
    },

    /**
     * If the instance rewrote the file at its start, returns the rewritten version. Null if the history does
     * not reach back so far, or if the report does not show which of two versions it was.
     * @param start ms since 1970
     * @param tests whether the instance reports no other value than a version, and whether it reports every change of it
     * @param since only versions that were recorded after this time count
     */
    async at(
      start: number,
      {
        isReported,
        isFullyReported,
      }: Record<"isReported" | "isFullyReported", (version: Version) => boolean>,
      since = -Infinity,
    ): Promise<Version | null> {
      const rows = await config.history.find({ limit: mostCompared });
      for (const [index, row] of rows.entries()) {
        if (row.createdAt <= since) return null;
        const isBefore = await wasWrittenBefore(row, start);
        if (!isBefore && (row.authorKind !== "outside" || row.createdAt > start + rewriteWithin)) continue;
        const reading = await config.history.version(row);
        if (!reading) continue;
        // What was written at about the time of the start may have been read, or not.
        const isSure = row.createdAt <= start - roundingOf(start);
        if (isSure || (isBefore && isFullyReported(reading))) return reading;
        if (!isReported(reading)) continue;
        if (await isRewriteAtStart(row, rows[index + 1])) return reading;
        if (isBefore) return null;
      }
      return null;
    },

    /** Returns the version that a process read when it started; null if the history does not reach back so far. */
    async readAt(start: number): Promise<Version | null> {
      const rows = await config.history.find({ limit: mostCompared });
      for (const [index, row] of rows.entries()) {
        if (!(await wasWrittenBefore(row, start))) continue;
        if (row.createdAt > start && (await isRewriteAtStart(row, rows[index + 1]))) continue;
        const reading = await config.history.version(row);
        if (reading) return reading;
      }
      return null;
    },

    async changedAfter(etag: string): Promise<string | null> {
      const row = await byEtag(etag);
      const after = row && (await config.history.after(row));
      return after ? new Date(after.createdAt).toISOString() : null;
    },

    async unchangedSince(etag: string, paths: readonly string[]): Promise<string[]> {
      const [row, { version }] = await Promise.all([byEtag(etag), config.read()]);
      const [then, now] = [
        row ? await config.history.version(row) : null,
        version && config.parse(version.bytes),
      ];
      return then && now ? paths.filter((path) => isSame(now, path, comparableOf(then, path))) : [];
    },

    /** A rewrite by the instance does not count as a change. */
    async isStill(etag: string): Promise<boolean> {
      const current = await config.read();
      if (current.etag === etag) return true;
      const row = await byEtag(etag);
      if (!current.version || !row) return false;
      const since = (await config.history.find({ limit: changeDepth })).filter(({ id }) => id > row.id);
      if (since.some(({ authorKind }) => authorKind !== "outside")) return false;
      const [before, now] = [await config.history.version(row), config.parse(current.version.bytes)];
      return before !== null && now !== null && isRewriteOf(before, now);
    },
  };
}
