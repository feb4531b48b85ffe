import "server-only";
import type { Stats } from "node:fs";
import type { Problem } from "@/lib/shared/contract/config-snapshot";
import { AppError } from "@/lib/errors";
import { type FileSnapshot, type OpenFile, recoverAndRecord } from "./open-file";
import { isErrno, readFlags } from "./disk/disk";
import type { Version } from "./version";
import { statTarget } from "./disk/resolve-path";

/*
 * An instance may create its file with read access for every user of the machine
 * (docs/configuration-file.md). The panel reports this access, and removes it only at the request of an
 * operator. An instance that runs as another user may need the access.
 */

const [othersRead, othersWrite, allOfOthers] = [0o004, 0o002, 0o007];

export function permissionProblems(
  config: OpenFile,
  { file }: FileSnapshot,
  version: Version | null,
): Problem[] {
  if (file.kind !== "present" || !holdsSecret(version)) return [];
  const { mode, uid, gid } = file.stat;
  const rights = [...(mode & othersRead ? ["read"] : []), ...(mode & othersWrite ? ["change"] : [])];
  if (rights.length === 0) return [];
  const finding = `The file contains secrets, and every user of this machine can ${rights.join(" and ")} it.`;
  if (config.readOnly || !mayChange(file.stat)) {
    const message = `${finding} As its owner (uid ${uid}) or as root, run: chmod o-rwx ${config.target()}`;
    return [{ severity: "warning", message }];
  }
  const message = `${finding} Remove access for other users; its owner and group keep their access.`;
  const consequence = `Only user ${uid}, group ${gid} and root can open the file afterwards. If the instance runs as another user, that user must be in the group, or the instance cannot start again.`;
  const fix = { label: "Close to others", action: "close-file" as const, consequence };
  return [{ severity: "warning", message, fix }];
}

const holdsSecret = (version: Version | null): boolean =>
  Object.values(version?.facts.secrets ?? {}).includes("set");

/** Only a file's owner and root can change its mode. */
const mayChange = ({ uid }: Stats): boolean => [0, uid].includes(process.geteuid?.() ?? -1);

/**
 * Removes all permissions of users who are neither the file's owner nor in its group.
 * @throws AppError `config-read-only`; `conflict` if the file no longer exists or its mode cannot be changed
 */
export function closeToOthers(config: OpenFile): Promise<FileSnapshot> {
  return config.lock.hold(async () => {
    if (config.readOnly)
      throw new AppError(
        "config-read-only",
        "CONFIG_READONLY is set, so the panel cannot change the file. Unset it and restart the panel.",
      );
    const target = config.target();
    const stat = statTarget(target);
    if (!stat?.isFile())
      throw new AppError(
        "conflict",
        "The file no longer exists, so its permissions cannot be changed. Reload the page.",
      );
    if (!mayChange(stat)) throw notChanged(`Only its owner (uid ${stat.uid}) and root can do that.`, target);
    await config.files.withFile([target, readFlags], (fd) => takeRights(config, fd, target));
    return recoverAndRecord(config);
  });
}

async function takeRights({ files }: OpenFile, fd: number, target: string): Promise<void> {
  const { mode } = await files.fstat(fd);
  try {
    await files.chmod(fd, mode & 0o7777 & ~allOfOthers);
  } catch (error) {
    if (!isErrno(error)) throw error;
    throw notChanged(`The file system refused the change (${error.code}).`, target, error);
  }
  // FAT and some network file systems accept `chmod` and ignore it.
  if ((await files.fstat(fd)).mode & allOfOthers)
    throw notChanged("The file system ignored the change.", target);
}

const notChanged = (reason: string, target: string, cause?: unknown): AppError =>
  new AppError(
    "conflict",
    `The permissions of the file were not changed. ${reason} Run: chmod o-rwx ${target}`,
    {
      cause,
    },
  );
