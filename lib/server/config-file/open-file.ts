import "server-only";
import type { Naming } from "@/lib/shared/contract/config-snapshot";
import { type Disk, type DiskState, newDiskState } from "./disk/disk";
import type { BrokenVersion, UsableVersion } from "./parse";
import type { Reading } from "./reading";
import type { Listed } from "./versions/changes";
import type { VersionStore } from "./versions/revision-store";

/** The options for opening a configuration file. The process has one (`index.ts`); tests open their own. */
export interface Options extends Omit<Disk, "state">, VersionStore {
  /** CONFIG_NAMING. */
  readonly naming: Naming | undefined;
  /**
   * Whether the panel may generate missing keys and ids now. Not for the file of another instance, which generates
   * its own.
   */
  readonly generates: () => boolean;
}

/** A configuration file with its disk and its stored versions. Functions take only the parts that they need. */
export interface OpenFile extends Options {
  readonly state: State;
}

/** State kept between calls. Nothing here is needed for correctness after a restart. */
interface State extends DiskState {
  /** The newest usable version that this process has seen. */
  lastGood: UsableVersion | null;
  /** The problems of the last version that was not usable. */
  lastBroken: BrokenVersion | null;
  /** The newest confirmed revision that this process knows to be in the file. */
  recorded: { readonly file: number; readonly id: number; readonly etag: string } | null;
  /** Recently read stored versions, by etag. */
  readonly kept: Map<string, Reading | null>;
  /** The changes of recently listed versions, by the etags of the version and its predecessor. */
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
