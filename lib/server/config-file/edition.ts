import "server-only";
import { type Edition, editionOf } from "@/lib/shared/settings/editions";
import type { Context } from "./context";
import type { UsableVersion } from "./parse";
import { readingOf } from "./reading";
import { readFile } from "./watch/file-snapshot";

/** The edition of a version; without one, that of a new file. */
export function editionFor({ naming }: Context, version: UsableVersion | null): Edition {
  return version ? readingOf(version, naming).edition : editionOf(naming ?? "neutral");
}

/** The edition of the file that a save is based on; of the file as it is now, where that is another. */
export async function editionOfBase(context: Context, baseEtag: string): Promise<Edition> {
  const { lastGood } = context.state;
  return editionFor(context, lastGood?.etag === baseEtag ? lastGood : (await readFile(context)).version);
}
