import "server-only";
import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import { outsideAuthor } from "@/lib/shared/contract/values";
import type { SettingChange } from "@/lib/shared/contract/history";
import type { PendingSetting } from "@/lib/shared/contract/running";
import type { Edition } from "@/lib/shared/settings/editions";
import { AppError } from "@/lib/errors";
import { readConfigDocument, readEdition, type WholeVersion, wholeVersions } from "@/lib/server/config-file";
import { unusable } from "@/lib/server/config-file/save";
import { changesBetween } from "@/lib/server/config-file/versions/changes";
import { compareWithFile, isRewriteOf } from "./compare";
import { hear, type HeardSettings } from "./heard";

/** How many kept versions are compared with what the instance tells, to find the one that it runs. */
const depth = 30;

/** How many versions back a change made since an apply is looked for. */
const changeDepth = 100;

interface Compared {
  etag: string;
  settings: PendingSetting[];
  /** The instance has loaded the version, as far as it tells. */
  isRead: boolean;
}

interface PutBack {
  /** The version that was applied. The file may only differ from it by what the instance itself writes. */
  applied: string;
  version: WholeVersion;
  author: string;
  note: string;
}

/*
 * Versions of the file beside what the running instance tells: whole, with every byte, so they never leave the server.
 */
export const runningVersions = {
  /** The file as it is, with its number in the history. @throws AppError `config-unusable` */
  async now(): Promise<WholeVersion & { revision: number | null }> {
    const current = await wholeVersions.now();
    if (!current.version) throw unusable(current);
    const { etag, bytes } = current.version;
    return { etag, bytes, revision: (await wholeVersions.byEtag(etag))?.id ?? null };
  },

  /** The bytes of a kept version. @throws AppError `not-found` */
  async bytesOf(etag: string): Promise<Buffer> {
    const row = await wholeVersions.byEtag(etag);
    if (!row) throw new AppError("not-found", "The version of the file is not kept any more.");
    return wholeVersions.bytesOf(row);
  },

  /**
   * Takes in a configuration that the instance told (`heard.ts`), as its file's edition spells it; null when it is none.
   * No secret of it stays in memory.
   */
  async hear(build: (edition: Edition) => Buffer): Promise<HeardSettings | null> {
    const edition = await readEdition();
    return hear(edition, build(edition));
  },

  /**
   * Compares a version with what the instance told and with the version that it is known to run.
   * @param known its bytes, and those of the version that the instance started with, if it has only reloaded since
   * @param version that of the file now, unless given
   */
  async compare(
    heard: HeardSettings | null,
    known: { bytes: Buffer; startedBytes: Buffer | null } | null,
    version?: Buffer,
  ): Promise<Compared> {
    const current = await wholeVersions.now();
    const bytes = version ?? current.version?.bytes;
    const reading = bytes ? wholeVersions.parse(bytes) : null;
    // Of a file that cannot be read nothing can be compared; the page says what is wrong with it.
    if (!reading) return { etag: current.etag, settings: [], isRead: false };
    const parsed = (from: Buffer | null | undefined) => (from ? wholeVersions.parse(from) : null);
    const settings = compareWithFile(reading, heard, {
      loaded: parsed(known?.bytes),
      started: parsed(known?.startedBytes),
    });
    const isRead = settings.every(({ state, isLoaded }) => state === "environment" || isLoaded === true);
    return { etag: reading.version.etag, settings, isRead };
  },

  /**
   * The newest kept version that is what the instance tells, if need be apart from what its environment may set; null when
   * none of the last ones is.
   */
  async find(heard: HeardSettings): Promise<WholeVersion | null> {
    let second: WholeVersion | null = null;
    for (const row of await wholeVersions.newest(depth)) {
      const reading = await wholeVersions.readingOf(row);
      if (!reading) continue;
      const version = { etag: row.etag, bytes: reading.version.bytes };
      const differences = compareWithFile(reading, heard, { loaded: null });
      if (differences.length === 0) return version;
      if (differences.every(({ state }) => state === "environment")) second ??= version;
    }
    return second;
  },

  /** When the version after this one was saved, ISO 8601; null when it is the newest, or not kept. */
  async changedAfter(etag: string): Promise<string | null> {
    const row = await wholeVersions.byEtag(etag);
    const after = row && (await wholeVersions.after(row));
    return after ? new Date(after.createdAt).toISOString() : null;
  },

  /** Whether the file says what the version says, apart from what the instance itself writes. */
  async isStill(applied: string): Promise<boolean> {
    return (await foreignAuthor(applied)) === null;
  },

  /** What differs between two versions, redacted. */
  changes(from: Buffer, to: Buffer): SettingChange[] {
    return changesBetween(wholeVersions.parse(from), wholeVersions.parse(to));
  },

  /**
   * Puts a version back, byte for byte, over the version that was applied. Does nothing when it is there already.
   * @throws AppError `conflict` when somebody has changed the file since, whose change would be lost; and as
   *   `applyOperations`
   */
  async putBack({ applied, version, author, note }: PutBack): Promise<ConfigSnapshot> {
    const { etag } = await wholeVersions.now();
    if (etag === version.etag) return readConfigDocument();
    const who = await foreignAuthor(applied);
    if (who !== null)
      throw new AppError(
        "conflict",
        `The file was changed meanwhile (${who}), so nothing was put back: that change would be lost. Restore single settings from the history, then apply again.`,
      );
    return wholeVersions.replace({ baseEtag: etag, author, note, bytes: version.bytes });
  },
};

/** Who has changed the file since a version; null when only the instance has, by writing it again. */
async function foreignAuthor(applied: string): Promise<string | null> {
  const current = await wholeVersions.now();
  if (current.etag === applied) return null;
  const row = await wholeVersions.byEtag(applied);
  if (!current.version || !row) return outsideAuthor;
  const since = (await wholeVersions.newest(changeDepth)).filter(({ id }) => id > row.id);
  const operator = since.find(({ author }) => author !== outsideAuthor);
  if (operator) return operator.author;
  const [before, now] = [await wholeVersions.readingOf(row), wholeVersions.parse(current.version.bytes)];
  return before && now && isRewriteOf(before, now) ? null : outsideAuthor;
}
