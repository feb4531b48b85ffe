import "server-only";
import { mkdir, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { absent, etagOf } from "../version";
import { createFiles, type Disk, isErrno, realFileOps } from "./disk";
import { resolveTarget } from "./resolve-path";
import { writeConfigFile } from "./write";

/**
 * Writes the file as a save does, while no panel runs: through links, in place if it is a mount point, with its owner and mode.
 * @returns the earlier bytes; null if there was no file
 * @throws AppError `config-unusable` or `config-write-failed`
 */
export async function replaceFile(
  place: Pick<Disk, "path" | "dataDir">,
  bytes: Buffer,
): Promise<Buffer | null> {
  const state = { busy: false, plain: null, attributesUnknown: false };
  const disk: Disk = { ...place, readOnly: false, files: createFiles(realFileOps), state };
  const target = resolveTarget(place.path);
  const before = await readFile(target).catch((error: unknown) => {
    if (isErrno(error, "ENOENT", "ENOTDIR")) return null;
    throw error;
  });
  await mkdir(dirname(target), { recursive: true });
  await writeConfigFile(disk, () => Promise.resolve(), before ? etagOf(before) : absent, bytes);
  return before;
}
