import "server-only";
import type { Naming } from "@/lib/shared/contract/config-snapshot";
import type { ConfigEvent } from "@/lib/shared/contract/history";
import type { Db, SqliteConnection } from "@/lib/server/db";
import type { FileOps } from "./disk/file-ops";
import { type Identity, identityOf } from "./identity";
import type { BrokenVersion, UsableVersion } from "./parse";
import type { Reading } from "./reading";
import type { Listed } from "./versions/changes";
import type { Step, Undone } from "./versions/undone";

/** Options for opening a configuration file. The process has one (`index.ts`); tests open their own. */
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
  /** Whether the panel may generate missing keys and ids now: not into the file of another instance, which has its own. */
  readonly generates: () => boolean;
  readonly db: () => Db;
  readonly ops: FileOps;
}

/** The file that the lock is taken on, opened once and kept. */
export interface OpenLock {
  readonly path: string;
  readonly inode: bigint | number;
  readonly database: SqliteConnection;
}

/** Called with each new version of the file. */
export type Listener = (event: ConfigEvent) => void;

/** State kept between calls. Nothing here is needed for correctness after a restart. */
export interface State {
  /** The tail of the queue of work that needs the lock. */
  queue: Promise<unknown>;
  lock: OpenLock | null;
  /** The newest usable version that this process has seen. */
  lastGood: UsableVersion | null;
  /** What was wrong with the last version that was not usable. */
  lastBroken: BrokenVersion | null;
  /** The newest confirmed revision that this process knows to be the file's. */
  recorded: { readonly file: number; readonly id: number; readonly etag: string } | null;
  /** A rename has failed with EBUSY: the file is its own mount point. */
  busy: boolean;
  /** Identity of the file, as a save left it, whose attributes need no extra work to be kept (`attributes.ts`). */
  plain: string | null;
  /** This machine's tools cannot read the file's attributes. */
  attributesUnknown: boolean;
  /** Recently read stored versions, by etag. */
  readonly kept: Map<string, Reading | null>;
  /** What recently listed versions changed, and what of it may be undone, by the etags of the version and the one before. */
  readonly changes: Map<string, Listed>;
  readonly steps: Map<string, Step>;
  readonly listeners: Set<Listener>;
  /** Values undone by rewrites from outside, as computed for this newest version and dismissal. */
  undone: { file: number; newest: number; dismissed: number; found: readonly Undone[] } | null;
}

export interface Context extends Options {
  readonly state: State;
}

/** Which file of the database it is. */
export const fileIdentity = async ({ db, path, ops }: Context): Promise<Identity> =>
  identityOf(db(), { path, ops });

/** The id that everything in the database names which belongs to the file. */
export const fileId = async (context: Context): Promise<number> => (await fileIdentity(context)).id;

export function openContext(options: Options): Context {
  return {
    ...options,
    state: {
      queue: Promise.resolve(),
      lock: null,
      lastGood: null,
      lastBroken: null,
      recorded: null,
      busy: false,
      plain: null,
      attributesUnknown: false,
      kept: new Map(),
      changes: new Map(),
      steps: new Map(),
      listeners: new Set(),
      undone: null,
    },
  };
}
