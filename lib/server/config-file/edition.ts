import "server-only";
import { type Edition, editionOf } from "@/lib/shared/settings/editions";
import type { OpenFile } from "./open-file";
import type { UsableVersion } from "./parse";
import { readingOf } from "./reading";
import { readFile } from "./file-snapshot";

/** The edition of a version. If there is no version, the edition that a new file would have. */
export function editionFor({ naming }: OpenFile, version: UsableVersion | null): Edition {
  return version ? readingOf(version, naming).edition : editionOf(naming ?? "neutral");
}

/**
 * The edition of the version that a save is based on. If this version is no longer in memory, the edition of the
 * current file.
 */
export async function editionOfBase(config: OpenFile, baseEtag: string): Promise<Edition> {
  const { lastGood } = config.state;
  return editionFor(config, lastGood?.etag === baseEtag ? lastGood : (await readFile(config)).version);
}
