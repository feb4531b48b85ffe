import "server-only";
import { accessSync, constants, existsSync, statfsSync, statSync } from "node:fs";
import { freemem } from "node:os";
import { dirname } from "node:path";
import { type Check, error, megabytes, ok, type Result, skipped, type Subject, warning } from "./finding";

const MIN_FREE_BYTES = 500_000_000;
const MIN_MEMORY_BYTES = 200_000_000;

/** File systems on which SQLite's locks or a rename over the network are unreliable, and one that forgets its files. */
const UNSUITABLE = new Map([
  [0x6969, "NFS"],
  [0xff534d42, "CIFS"],
  [0xfe534d42, "SMB"],
  [0x65735546, "FUSE"],
  [0x01021997, "9P"],
  [0x01021994, "tmpfs, which loses its files at a restart"],
]);
const OVERLAY = 0x794c7630;

export const machineChecks: readonly Check[] = [
  ["data folder", ({ env }) => folder(env.dataDir)],
  ["secrecy", secrecy],
  ["backup folder", ({ env }) => folder(existsSync(env.backupDir) ? env.backupDir : dirname(env.backupDir))],
  ["configuration folder", ({ env }) => folder(dirname(env.configPath))],
  ["memory", memory],
];

function canWrite(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function folder(path: string): Result {
  if (!existsSync(path)) return warning(`${path} does not exist yet. The first start creates it.`);
  if (!canWrite(path)) return error(`${path} is not writable for this user. Change its owner or its mode.`);
  const { type, bavail, bsize } = statfsSync(path);
  if (type >>> 0 === OVERLAY)
    return warning(
      `${path} is on an overlay file system. In a container, it is lost with the container: mount a volume.`,
    );
  const unsuitable = UNSUITABLE.get(type >>> 0);
  if (unsuitable) return warning(`${path} is on ${unsuitable}. Move it to a local disk.`);
  const free = bavail * bsize;
  if (free < MIN_FREE_BYTES)
    return error(`${path} has ${megabytes(free)} left. Free some space: saves fail on a full disk.`);
  return ok(`${path} is writable, with ${megabytes(free)} left.`);
}

function secrecy({ env: { dataDir } }: Subject): Result {
  if (!existsSync(dataDir)) return skipped("There is no data folder yet.");
  const mode = statSync(dataDir).mode & 0o077;
  return mode === 0
    ? ok("Only this user can read the data folder.")
    : warning(`Other users can enter ${dataDir}, which has secrets. Run chmod 700 on it.`);
}

function memory(): Result {
  const limit = process.constrainedMemory?.() ?? 0;
  const isLimited = limit > 0 && limit < 2 ** 53;
  const free = isLimited ? limit : freemem();
  return free < MIN_MEMORY_BYTES
    ? warning(
        `Only ${megabytes(free)} of memory ${isLimited ? "is allowed" : "is free"}. The panel needs about 200 MB.`,
      )
    : ok(`${megabytes(free)} of memory ${isLimited ? "is allowed" : "is free"}.`);
}
