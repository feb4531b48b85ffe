import "server-only";
import type { SqliteConnection } from "@/lib/server/db";
import type { FileOps } from "./file-ops";

/** The lock file. It is opened once and then stays open. */
export interface OpenLock {
  readonly path: string;
  readonly inode: bigint | number;
  readonly database: SqliteConnection;
}

export interface Disk {
  /** CONFIG_PATH as an absolute path. May be a symbolic link. */
  readonly path: string;
  /** DATA_DIR as an absolute path. Contains the journal of in-place writes. */
  readonly dataDir: string;
  /** The value of CONFIG_READONLY. */
  readonly readOnly: boolean;
  readonly ops: FileOps;
  readonly state: DiskState;
}

export interface DiskState {
  /** Settles when all tasks that have been queued for the lock have ended. */
  queue: Promise<unknown>;
  lock: OpenLock | null;
  /** Whether a rename has failed with EBUSY, which means that the file is a mount point. */
  busy: boolean;
  /** The identity of a file that a save created, if no attributes had to be copied (`attributes.ts`). */
  plain: string | null;
  attributesUnknown: boolean;
}

export const newDiskState = (): DiskState => ({
  queue: Promise.resolve(),
  lock: null,
  busy: false,
  plain: null,
  attributesUnknown: false,
});
