import "server-only";
import type { SqliteConnection } from "@/lib/server/db";
import type { FileOps } from "./file-ops";

/** The lock file, opened once and left open. */
export interface OpenLock {
  readonly path: string;
  readonly inode: bigint | number;
  readonly database: SqliteConnection;
}

/** The location of a configuration file on disk, and what is known about it. */
export interface Disk {
  /** CONFIG_PATH, absolute. May be a symbolic link. */
  readonly path: string;
  /** DATA_DIR, absolute. The journal of in-place writes is stored here. */
  readonly dataDir: string;
  /** CONFIG_READONLY. */
  readonly readOnly: boolean;
  readonly ops: FileOps;
  readonly state: DiskState;
}

export interface DiskState {
  /** The tail of the queue of work that needs the lock. */
  queue: Promise<unknown>;
  lock: OpenLock | null;
  /** Whether a rename has failed with EBUSY, because the file is its own mount point. */
  busy: boolean;
  /** Identity of the file after a save, if its attributes need no extra work to be preserved (`attributes.ts`). */
  plain: string | null;
  /** Whether this machine's tools cannot read the file's attributes. */
  attributesUnknown: boolean;
}

export const newDiskState = (): DiskState => ({
  queue: Promise.resolve(),
  lock: null,
  busy: false,
  plain: null,
  attributesUnknown: false,
});
