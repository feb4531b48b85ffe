import "server-only";
import type { SqliteConnection } from "@/lib/server/db";
import type { FileOps } from "./file-ops";

/** The file that the lock is taken on, opened once and kept. */
export interface OpenLock {
  readonly path: string;
  readonly inode: bigint | number;
  readonly database: SqliteConnection;
}

/** Where a configuration file is on the disk, and what is known of it there. */
export interface Disk {
  /** CONFIG_PATH, absolute. May be a symbolic link. */
  readonly path: string;
  /** DATA_DIR, absolute: the journal of in-place writes is kept here. */
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
  /** A rename has failed with EBUSY: the file is its own mount point. */
  busy: boolean;
  /** Identity of the file, as a save left it, whose attributes need no extra work to be kept (`attributes.ts`). */
  plain: string | null;
  /** This machine's tools cannot read the file's attributes. */
  attributesUnknown: boolean;
}

export const newDiskState = (): DiskState => ({
  queue: Promise.resolve(),
  lock: null,
  busy: false,
  plain: null,
  attributesUnknown: false,
});
