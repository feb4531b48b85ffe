import "server-only";
import type { Naming } from "@/lib/shared/contract/config-snapshot";
import { type Disk, type DiskState, newDiskState } from "./disk/disk";
import type { BrokenVersion, UsableVersion } from "./parse";
import type { Reading } from "./reading";
import type { Listed } from "./versions/changes";
import type { VersionStore } from "./versions/revision-store";

/** Options for opening a configuration file. The process opens one (`index.ts`), and tests open others. */
export interface Options extends Omit<Disk, "state">, VersionStore {
  /** The value of CONFIG_NAMING. */
  readonly naming: Naming | undefined;
  /**
   * Whether the panel may generate missing keys and ids now. False for another instance's file, because that instance
   * generates the values.
   */
  readonly generates: () => boolean;
}

/** An open configuration file. Functions declare only the parts of it that they need. */
export interface OpenFile extends Options {
  readonly state: State;
}

/** Caches. The panel works correctly if they are empty, as after a restart. */
interface State extends DiskState {
  /** The last usable version that this process has read. */
  lastGood: UsableVersion | null;
  /** The last version that was not usable, with its problems. */
  lastBroken: BrokenVersion | null;
  /** The newest saved version that this process knows to be in the file. */
  recorded: { readonly file: number; readonly id: number; readonly etag: string } | null;
  /** Stored versions that were read recently, by etag. */
  readonly kept: Map<string, Reading | null>;
  /** Changes in recently listed versions, by the etags of a version and the previous version. */
  readonly changes: Map<string, Listed>;
}

export const openFile = (options: Options): OpenFile => ({
  ...options,
  state: {
    ...newDiskState(),
    lastGood: null,
    lastBroken: null,
    recorded: null,
    kept: new Map(),
    changes: new Map(),
  },
});
