import "server-only";
import { type Author, type AuthorKind, outsideAuthor } from "@/lib/shared/author";
import type { SettingChange } from "@/lib/shared/contract/history";
import type { ContestedSetting, PendingSetting } from "@/lib/shared/contract/running";
import { AppError } from "@/lib/errors";
import {
  changedPaths,
  changesBetween,
  configFile,
  listedChanges,
  unusable,
  type Version,
  type WholeVersion,
} from "@/lib/server/config-file";
import type { ReportedSettings } from "./compare";
import { comparableOf, compareWithFile, isRewriteOf, isSame } from "./compare";
import { mergeBack, type Merged, type MergeVersions } from "./merge";

/** How many stored versions are compared with the instance's report to find the running version. */
const mostCompared = 30;

/** How many stored versions are searched for the last change of a contested setting. */
const changeDepth = 100;

interface Compared {
  etag: string;
  settings: PendingSetting[];
  /** Whether the instance reports that it has loaded this version. */
  isRead: boolean;
}

interface PutBack {
  /** The etag of the applied version. */
  applied: string;
  version: WholeVersion;
  author: Author;
  note: string;
  /**
   * Whether contested settings keep the newer value or get the older one. Undefined until an operator has
   * decided.
   */
  choice?: "newer" | "older";
}

/** Either the file after a rollback, or the contested settings if an operator must decide first. */
export type PutBackOutcome =
  | { kind: "done"; etag: string; revision: number | null; changes: SettingChange[] }
  | { kind: "contested"; settings: ContestedSetting[] };

/*
 * Functions for versions of the file and for the instance's report. Versions contain secrets, so they must not leave
 * the server.
 */
export const runningVersions = {
  /** @throws AppError `config-unusable` */
  async now(): Promise<WholeVersion & { revision: number | null }> {
    const current = await configFile().read();
    if (!current.version) throw unusable(current);
    const { etag, bytes } = current.version;
    return { etag, bytes, revision: await this.numberOf(etag) };
  },

  /** Returns the version's number in the history, or null if the version is no longer stored. */
  async numberOf(etag: string): Promise<number | null> {
    return (await configFile().history.byEtag(etag))?.id ?? null;
  },

  /** @throws AppError `not-found` */
  async bytesOf(etag: string): Promise<Buffer> {
    const row = await configFile().history.byEtag(etag);
    if (!row) throw new AppError("not-found", "This version of the file is no longer stored.");
    return configFile().history.bytes(row);
  },

  /**
   * Compares a version with the instance's report, and with the version that the instance is known to run.
   * @param known the bytes of the loaded version, and of the version that the instance started with if it has
   * reloaded since
   * @param version by default, the current file
   */
  async compare(
    reported: ReportedSettings | null,
    known: { bytes: Buffer; startedBytes: Buffer | null } | null,
    version?: Buffer,
  ): Promise<Compared> {
    const current = await configFile().read();
    const bytes = version ?? current.version?.bytes;
    const reading = bytes ? configFile().parse(bytes) : null;
    // A file that cannot be parsed cannot be compared. The page shows the file's problem instead.
    if (!reading) return { etag: current.etag, settings: [], isRead: false };
    const parsed = (from: Buffer | null | undefined) => (from ? configFile().parse(from) : null);
    const settings = compareWithFile(reading, reported, {
      loaded: parsed(known?.bytes),
      started: parsed(known?.startedBytes),
    });
    const isRead = settings.every(({ state, isLoaded }) => state === "environment" || isLoaded === true);
    return { etag: reading.etag, settings, isRead };
  },

  /**
   * Returns the newest stored version that matches the instance's report. If none matches, returns the newest one
   * that differs only in settings that the instance's environment may set. Otherwise returns null.
   */
  async find(reported: ReportedSettings): Promise<WholeVersion | null> {
    let second: WholeVersion | null = null;
    for (const row of await configFile().history.find({ limit: mostCompared })) {
      const reading = await configFile().history.version(row);
      if (!reading) continue;
      const version = { etag: row.etag, bytes: reading.bytes };
      const differences = compareWithFile(reading, reported, { loaded: null });
      if (differences.length === 0) return version;
      if (differences.every(({ state }) => state === "environment")) second ??= version;
    }
    return second;
  },

  /**
   * Returns when the version after this one was saved (ISO 8601). Null if there is none, or if this version
   * is not stored.
   */
  async changedAfter(etag: string): Promise<string | null> {
    const row = await configFile().history.byEtag(etag);
    const after = row && (await configFile().history.after(row));
    return after ? new Date(after.createdAt).toISOString() : null;
  },

  /** Returns the paths whose values are the same in the file and in a stored version. */
  async unchangedSince(etag: string, paths: readonly string[]): Promise<string[]> {
    const [row, { version }] = await Promise.all([configFile().history.byEtag(etag), configFile().read()]);
    const [then, now] = [
      row ? await configFile().history.version(row) : null,
      version && configFile().parse(version.bytes),
    ];
    return then && now ? paths.filter((path) => isSame(now, path, comparableOf(then, path))) : [];
  },

  isStill,

  /**
   * Restores a version. Restores every byte if the file has not changed since the apply. Otherwise, restores
   * only the settings that the apply changed (`merge.ts`). Does nothing if they are already restored.
   * @throws AppError `conflict` if the file cannot be parsed, or an older value cannot be written into the
   *   file; `not-found` if the applied version is no longer stored; the errors of `revert`
   */
  async putBack({ applied, version, author, note, choice }: PutBack): Promise<PutBackOutcome> {
    const current = await configFile().read();
    const before = configFile().parse(version.bytes);
    const was = configFile().parse(await this.bytesOf(applied));
    const done = async (
      { etag }: { etag: string },
      isPutBack: (path: string) => boolean = () => true,
    ): Promise<PutBackOutcome> => {
      const changes = listedChanges(before, was).changes.filter(({ path }) => isPutBack(path));
      return { kind: "done", etag, revision: await this.numberOf(etag), changes };
    };
    if (current.etag === version.etag) return done(current);
    const request = { baseEtag: current.etag, author, note };
    if (await isStill(applied))
      return done(await configFile().revert({ ...request, to: { bytes: version.bytes } }));
    const now = current.version && configFile().parse(current.version.bytes);
    if (!before || !was || !now || !current.version) throw cannotMerge("it cannot be read");
    const merged = mergeOrFail({ before, applied: was, now }, choice ?? "newer");
    if (merged.contested.length > 0 && choice === undefined)
      return { kind: "contested", settings: await contestedIn(before, now, applied, merged.contested) };
    const { bytes } = merged.file;
    return done(await configFile().revert({ ...request, to: { bytes } }), (path) =>
      merged.putBack.includes(path),
    );
  },
};

function mergeOrFail(versions: MergeVersions, choice: "newer" | "older"): Merged {
  try {
    return mergeBack(versions, choice);
  } catch {
    throw cannotMerge("the values from before the apply do not fit into it");
  }
}

const cannotMerge = (why: string): AppError =>
  new AppError(
    "conflict",
    `The file was changed during the apply and ${why}, so nothing was rolled back. Restore a version from the history, then apply it.`,
  );

/** Returns the settings that somebody changed again after an apply, each with the author of the last change. */
async function contestedIn(
  before: Version,
  now: Version,
  applied: string,
  paths: readonly string[],
): Promise<ContestedSetting[]> {
  const row = await configFile().history.byEtag(applied);
  const since = (await configFile().history.find({ limit: changeDepth })).filter(
    ({ id }) => row && id >= row.id,
  );
  const authors = new Map<string, { author: string; authorKind: AuthorKind }>();
  // Start with the newest version. The first version that differs from its predecessor contains the last change.
  for (const [index, later] of since.slice(0, -1).entries()) {
    const earlier = since[index + 1];
    if (!earlier) continue;
    for (const path of changedPaths(
      await configFile().history.version(earlier),
      await configFile().history.version(later),
    ))
      if (!authors.has(path)) authors.set(path, later);
  }
  return changesBetween(before, now)
    .filter(({ path }) => paths.includes(path))
    .map((change) => {
      const { author = outsideAuthor.name, authorKind = outsideAuthor.kind } = authors.get(change.path) ?? {};
      return { change, author, authorKind };
    });
}

/**
 * Whether the file still has this version's content. A rewrite by the instance does not count as a change.
 */
async function isStill(applied: string): Promise<boolean> {
  const current = await configFile().read();
  if (current.etag === applied) return true;
  const row = await configFile().history.byEtag(applied);
  if (!current.version || !row) return false;
  const since = (await configFile().history.find({ limit: changeDepth })).filter(({ id }) => id > row.id);
  if (since.some(({ authorKind }) => authorKind !== "outside")) return false;
  const [before, now] = [await configFile().history.version(row), configFile().parse(current.version.bytes)];
  return before !== null && now !== null && isRewriteOf(before, now);
}
