import "server-only";
import { chown, mkdir, readFile, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { absent, etagOf } from "../version";
import { isErrno, realFileOps } from "./disk";
import { createDisk, type DiskParts } from "./resolve-path";
import { writeConfigFile } from "./write";

/**
 * Writes the file as a save does, while no panel runs: through links, in place if it is a mount point, with its owner and mode.
 * @returns the earlier bytes; null if there was no file
 * @throws AppError `config-unusable` or `config-write-failed`
 */
export async function replaceFile(
  place: Pick<DiskParts, "path" | "dataDir">,
  bytes: Buffer,
): Promise<Buffer | null> {
  const { path, dataDir } = place;
  const disk = createDisk({ path, dataDir, readOnly: false, ops: realFileOps });
  const target = disk.target();
  const before = await readFile(target).catch((error: unknown) => {
    if (isErrno(error, "ENOENT", "ENOTDIR")) return null;
    throw error;
  });
  await mkdir(dirname(target), { recursive: true });
  await writeConfigFile(disk, () => Promise.resolve(), before ? etagOf(before) : absent, bytes);
  if (before === null) await giveToFolderOwner(target);
  return before;
}

/** As root, gives a new file to the owner of its folder: the panel and the instance could not read a file of root. */
export async function giveToFolderOwner(path: string): Promise<void> {
  if (process.geteuid?.() !== 0) return;
  const { uid, gid } = await stat(dirname(path));
  await chown(path, uid, gid);
}
