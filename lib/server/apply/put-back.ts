import "server-only";
import { type Author, type AuthorKind, outsideAuthor } from "@/lib/shared/author";
import type { SettingChange } from "@/lib/shared/contract/history";
import type { ContestedSetting } from "@/lib/shared/contract/running";
import { AppError } from "@/lib/errors";
import {
  changedPaths,
  changesBetween,
  listedChanges,
  type Version,
  type WholeVersion,
} from "@/lib/server/config-file";
import { changeDepth } from "@/lib/server/known/versions";
import { mergeBack, type Merged, type MergeVersions } from "./merge";
import type { ApplyRoom } from "./room";

export interface PutBack {
  /** The etag of the applied version. */
  applied: string;
  /** The etag of the version that is in the file: the applied one, or what an earlier rollback of this apply wrote. */
  inFile: string;
  version: WholeVersion;
  author: Author;
  note: string;
  /**
   * Whether contested settings keep the newer value or get the older one. Undefined until an operator has
   * decided.
   */
  choice?: "newer" | "older";
}

export type PutBackOutcome =
  | { kind: "done"; etag: string; revision: number | null; changes: SettingChange[] }
  | { kind: "contested"; settings: ContestedSetting[] };

/**
 * Restores every byte if the file has not changed since the apply. Otherwise, restores only the settings that
 * the apply changed (`merge.ts`). Does nothing if they are already restored.
 * @throws AppError `conflict` if the file cannot be parsed, or an older value cannot be written into the
 * file; `not-found` if the applied version is no longer stored; the errors of `ConfigFile.revert`
 */
export async function putBack(
  { config, known: { versions } }: ApplyRoom,
  { applied, inFile, version, author, note, choice }: PutBack,
): Promise<PutBackOutcome> {
  const current = await config.read();
  const before = config.parse(version.bytes);
  const appliedVersion = config.parse(await versions.bytesOf(applied));
  const done = async (
    { etag }: { etag: string },
    isPutBack: (path: string) => boolean = () => true,
  ): Promise<PutBackOutcome> => {
    const changes = listedChanges(before, appliedVersion).changes.filter(({ path }) => isPutBack(path));
    return { kind: "done", etag, revision: await versions.numberOf(etag), changes };
  };
  if (current.etag === version.etag) return done(current);
  const request = { baseEtag: current.etag, author, note };
  if (await versions.isStill(inFile))
    return done(await config.revert({ ...request, to: { bytes: version.bytes } }));
  const now = current.version && config.parse(current.version.bytes);
  const written = config.parse(await versions.bytesOf(inFile));
  if (!before || !written || !now) throw cannotMerge("it cannot be read");
  const merged = mergeOrFail({ before, applied: written, now }, choice ?? "newer");
  if (merged.contested.length > 0 && choice === undefined)
    return { kind: "contested", settings: await contestedIn(config, before, now, inFile, merged.contested) };
  const { bytes } = merged.file;
  return done(await config.revert({ ...request, to: { bytes } }), (path) => merged.putBack.includes(path));
}

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

async function contestedIn(
  { history }: ApplyRoom["config"],
  before: Version,
  now: Version,
  applied: string,
  paths: readonly string[],
): Promise<ContestedSetting[]> {
  const row = await history.byEtag(applied);
  const since = (await history.find({ limit: changeDepth })).filter(({ id }) => row && id >= row.id);
  const authors = new Map<string, { author: string; authorKind: AuthorKind }>();
  // Start with the newest version. The first version that differs from its predecessor contains the last change.
  for (const [index, later] of since.entries()) {
    const earlier = since[index + 1];
    if (!earlier) continue;
    for (const path of changedPaths(await history.version(earlier), await history.version(later)))
      if (!authors.has(path)) authors.set(path, later);
  }
  return changesBetween(before, now)
    .filter(({ path }) => paths.includes(path))
    .map((change) => {
      const { author = outsideAuthor.name, authorKind = outsideAuthor.kind } = authors.get(change.path) ?? {};
      return { change, author, authorKind };
    });
}
