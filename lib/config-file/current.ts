import "server-only";
import type { FileState, Problem } from "@/lib/config/document";
import { outsideAuthor } from "@/lib/config/history";
import type { Context } from "./context";
import { journalExists, repairInterrupted } from "./in-place";
import { withLock } from "./lock";
import { etagOf, parse, type UsableVersion } from "./parse";
import { type FileRead, readFileNow } from "./read-file";
import {
  confirmRevision,
  dropRevision,
  insertRevision,
  newestRevision,
  pendingRevisions,
} from "./revision-store";
import { resolveTarget } from "./target";
import { removeStaleTemps } from "./write-bytes";
import { absent } from "./write-outcome";

/** The file as it was found at one moment. */
export interface Current {
  /** SHA-256 of the bytes; `absent` when there is no file or it cannot be read. */
  readonly etag: string;
  readonly file: FileRead;
  readonly state: FileState;
  /** null unless `state` is `usable`. */
  readonly version: UsableVersion | null;
  /** Why it is not usable. */
  readonly problems: readonly Problem[];
}

/** Reads the file, without recording anything. Never throws. */
export async function look(context: Context): Promise<Current> {
  const file = await readFileNow(context.ops, context.path);
  if (file.kind === "missing") {
    const message =
      "There is no file at this path. If it is being replaced, wait a moment; otherwise restore a version from the history or create a new file.";
    return {
      etag: absent,
      file,
      state: "missing",
      version: null,
      problems: [{ severity: "error", message }],
    };
  }
  if (file.kind === "unreadable") {
    const message = `The file cannot be read. ${file.reason}`;
    return {
      etag: absent,
      file,
      state: "unreadable",
      version: null,
      problems: [{ severity: "error", message }],
    };
  }
  const { lastGood } = context.state;
  if (lastGood && etagOf(file.bytes) === lastGood.etag) return usable(file, lastGood);
  const parsed = parse(file.bytes);
  if (!parsed.usable)
    return { etag: parsed.etag, file, state: "broken", version: null, problems: parsed.problems };
  context.state.lastGood = parsed.version;
  return usable(file, parsed.version);
}

const usable = (file: FileRead, version: UsableVersion): Current => ({
  etag: version.etag,
  file,
  state: "usable",
  version,
  problems: [],
});

/**
 * Reads the file and makes sure that its version is kept as a revision, so that nothing which ever was in the file is
 * lost. Never throws: while the database is away, the file is still described.
 */
export async function observe(context: Context): Promise<Current> {
  const current = await look(context);
  try {
    if (current.state !== "usable") return await afterInterruption(context, current);
    if (current.etag === context.state.recorded || (await isRecorded(context, current.etag))) return current;
    return await withLock(context, () => settle(context));
  } catch {
    return current;
  }
}

/** Only an in-place write of ours can have been cut off; anything else is described as it is. */
async function afterInterruption(context: Context, current: Current): Promise<Current> {
  if (!journalExists(context)) return current;
  return withLock(context, () => settle(context));
}

/** A pending version with the file's bytes counts: whoever wrote it is about to confirm it, or the next save will. */
async function isRecorded(context: Context, etag: string): Promise<boolean> {
  const [newest, pending] = await Promise.all([newestRevision(context), pendingRevisions(context)]);
  if (newest?.etag !== etag && !pending.some((revision) => revision.etag === etag)) return false;
  context.state.recorded = etag;
  return true;
}

/**
 * Tidies up after processes that died and records what others wrote; then says what the file is. Needs the lock, and
 * is the first thing that every holder does: an interrupted in-place write is finished, temp files are removed, a
 * pending revision is confirmed if its bytes are in the file and dropped if not, and a version that is not ours is kept.
 */
export async function settle(context: Context): Promise<Current> {
  const target = resolveTarget(context.path);
  // What cannot be repaired now shows as a broken file and is tried again by the next holder of the lock.
  await repairInterrupted(context).catch(() => undefined);
  await removeStaleTemps(context.ops, target);
  const current = await look(context);
  for (const { id, etag } of await pendingRevisions(context)) {
    if (etag === current.etag) await confirmRevision(context, id);
    // While the file is missing or being rewritten it does not tell whether the version was ever in it.
    else if (current.version) await dropRevision(context, id);
  }
  if (current.file.kind === "present" && current.version) await recordIfNew(context, current.version);
  return current;
}

async function recordIfNew(context: Context, version: UsableVersion): Promise<void> {
  const newest = await newestRevision(context);
  if (newest?.etag !== version.etag)
    await recordOutside(context, version, newest ? null : "Found when the panel first read it");
  context.state.recorded = version.etag;
}

/** Keeps a version that the panel did not write. */
export async function recordOutside(
  context: Context,
  { etag, bytes }: Pick<UsableVersion, "etag" | "bytes">,
  note: string | null,
): Promise<void> {
  const id = await insertRevision(context, { etag, bytes, author: outsideAuthor, note, state: "pending" });
  await confirmRevision(context, id);
}
