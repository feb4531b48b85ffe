import "server-only";
import type SQLite from "better-sqlite3";
import type { Naming } from "@/lib/config/document";
import type { ConfigEvent, UndoneValue } from "@/lib/config/history";
import type { Db } from "@/lib/db";
import type { FileOps } from "./file-ops";
import type { UsableVersion } from "./parse";
import type { Reading } from "./reading";

/** What a configuration file is opened with. The process has one (`index.ts`); tests open their own. */
export interface Options {
  /** CONFIG_PATH, absolute. May be a symbolic link. */
  readonly path: string;
  /** DATA_DIR, absolute: the journal of in-place writes is kept here. */
  readonly dataDir: string;
  /** CONFIG_NAMING. */
  readonly naming: Naming | undefined;
  /** CONFIG_READONLY. */
  readonly readOnly: boolean;
  /** How many versions of the file are kept. */
  readonly retention: number;
  /** Whether the panel may make keys and ids that are missing: not beside an existing instance. */
  readonly generates: boolean;
  readonly db: () => Db;
  readonly ops: FileOps;
}

/** The file that the lock is taken on, opened once and kept. */
export interface OpenLock {
  readonly path: string;
  readonly inode: bigint | number;
  readonly database: SQLite.Database;
}

/** Told of each new version of the file. */
export type Listener = (event: ConfigEvent) => void;

/** What is remembered between calls. Nothing here is needed for correctness after a restart. */
export interface State {
  /** The end of the queue of work that needs the lock. */
  queue: Promise<unknown>;
  lock: OpenLock | null;
  /** The newest usable version that this process has seen. */
  lastGood: UsableVersion | null;
  /** The etag of the file's newest revision, as far as this process knows. */
  recorded: string | null;
  /** A rename has answered EBUSY: the file is a mount point of its own. */
  busy: boolean;
  /** Kept versions that were read lately, by etag. */
  readonly kept: Map<string, Reading | null>;
  readonly listeners: Set<Listener>;
  /** What rewrites from outside have undone, as computed at the newest version and dismissal. */
  undone: { newest: number; dismissed: number; values: UndoneValue[] } | null;
}

export interface Context extends Options {
  readonly state: State;
}

export function openContext(options: Options): Context {
  return {
    ...options,
    state: {
      queue: Promise.resolve(),
      lock: null,
      lastGood: null,
      recorded: null,
      busy: false,
      kept: new Map(),
      listeners: new Set(),
      undone: null,
    },
  };
}
