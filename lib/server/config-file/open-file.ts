import "server-only";
import type { Naming } from "@/lib/shared/contract/config-snapshot";
import { type Disk, type DiskState, newDiskState } from "./disk/disk";
import type { BrokenVersion, UsableVersion } from "./parse";
import type { Reading } from "./reading";
import type { Listed } from "./versions/changes";
import type { VersionStore } from "./versions/revision-store";

/** What a configuration file is opened with. The process has one (`index.ts`); tests open their own. */
export interface Options extends Omit<Disk, "state">, VersionStore {
  /** CONFIG_NAMING. */
  readonly naming: Naming | undefined;
  /** Whether the panel may generate missing keys and ids now: not into the file of another instance, which has its own. */
  readonly generates: () => boolean;
}

/** A configuration file with its disk and its stored versions. What works on it takes the part that it needs. */
export interface OpenFile extends Options {
  readonly state: State;
}

/** State kept between calls. Nothing here is needed for correctness after a restart. */
interface State extends DiskState {
  /** The newest usable version that this process has seen. */
  lastGood: UsableVersion | null;
  /** What was wrong with the last version that was not usable. */
  lastBroken: BrokenVersion | null;
  /** The newest confirmed revision that this process knows to be the file's. */
  recorded: { readonly file: number; readonly id: number; readonly etag: string } | null;
  /** Recently read stored versions, by etag. */
  readonly kept: Map<string, Reading | null>;
  /** What recently listed versions changed, by the etags of the version and the one before. */
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
