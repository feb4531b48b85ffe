import "server-only";
import pino from "pino";
import type { Db } from "@/lib/server/db";
import type { FileState, Naming, Problem } from "@/lib/shared/contract/config-snapshot";
import { type Edition, editionOf } from "@/lib/shared/settings/editions";
import { type Disk, type DiskState, newDiskState, realFileOps, removeStaleTemps } from "./disk/disk";
import { absent, type Version, workOut } from "./version";
import { Lru, Versions } from "./versions";
import type { Listed } from "./changes";
import type { OwnRules } from "./own-rules";
import type { Step, Undone } from "./tracked-values";
import { recordContent, type Recorded, recordedNow, type VersionStore } from "./records";
import { fileId, type Identity } from "./identity";
import { journalExists, repairInterrupted } from "./disk/in-place";
import { withLock } from "./disk/lock";
import { type FileRead, readFileNow } from "./disk/read-file";
import { resolveTarget } from "./disk/resolve-path";

export interface Options extends Omit<Disk, "state">, Omit<VersionStore, "state"> {
  readonly naming: Naming | undefined;
  /** See `lock.ts`. */
  readonly locks?: Db | undefined;
  /**
   * Whether the panel may generate missing keys and ids now. False for another instance's file, because that instance
   * generates the values.
   */
  readonly generates: () => boolean;
  /** The operator's rules, which every save must keep. Undefined for files without such rules. */
  readonly ownRules?: OwnRules | undefined;
  /** Problems with the panel's environment, which the document lists with those of the file. */
  readonly notices: () => readonly string[];
}

/** Options of a file without a panel around it: nothing is generated, logged or audited. */
export const bareOptions = (path: string, dataDir: string, db: Db): Options => ({
  path,
  dataDir,
  db,
  naming: undefined,
  readOnly: false,
  retention: 500,
  generates: () => false,
  notices: () => [],
  log: pino({ level: "silent" }),
  audit: () => Promise.resolve(),
  ops: realFileOps,
});

export interface OpenFile extends Options {
  readonly state: State;
}

/** What this process remembers. The panel works correctly without it. */
interface State extends DiskState {
  identity: Promise<Identity> | null;
  /** The newest saved version that this process knows to be in the file. */
  recorded: Recorded | null;
  /** Stores a version that another program wrote, for all readers who found it. */
  recording: Promise<FileSnapshot> | null;
  /** What was undone up to the newest version. */
  undone: { readonly newest: number; readonly found: Promise<Undone[]> } | null;
  readonly versions: Versions;
  /** Recent comparisons of a version with the version before it, by both etags. */
  readonly changes: Lru<Listed>;
  readonly steps: Lru<Step>;
}

export const openFile = (options: Options): OpenFile => ({
  ...options,
  state: {
    ...newDiskState(),
    identity: null,
    recorded: null,
    recording: null,
    undone: null,
    versions: new Versions(options.naming),
    changes: new Lru({ entries: 100, weight: 0 }),
    steps: new Lru({ entries: 120, weight: 0 }),
  },
});

export interface FileSnapshot {
  /** SHA-256 of the bytes; `absent` if there is no file or it cannot be read. */
  readonly etag: string;
  readonly file: FileRead;
  readonly state: FileState;
  readonly version: Version | null;
  readonly problems: readonly Problem[];
}

export async function readFile(config: OpenFile): Promise<FileSnapshot> {
  const file = await readFileNow(config.ops, config.path);
  if (file.kind !== "present") {
    const message =
      file.kind === "unreadable"
        ? `The file cannot be read. ${file.reason}`
        : "There is no file at this path. If it is being replaced, wait a moment; otherwise, restore a version from the history or create a new file.";
    return {
      etag: absent,
      file,
      state: file.kind,
      version: null,
      problems: [{ severity: "error", message }],
    };
  }
  const version = config.state.versions.inFile(file.bytes);
  if (version.usable) {
    await workOut(version);
    return usable(file, version);
  }
  const { etag, problems } = version;
  return { etag, file, state: "broken", version: null, problems };
}

export const usable = (file: FileRead, version: Version): FileSnapshot => ({
  etag: version.etag,
  file,
  state: "usable",
  version,
  problems: [],
});

/** How many times a read follows saves that replace the file meanwhile, before it waits for them. */
const MOST_OVERTAKEN = 10;

/**
 * Reads the file, and stores its version in the history so that no content of the file is ever lost. Waits for other
 * saves only if another program wrote the file. Never throws: if the database is unavailable, the file is described but
 * not stored.
 */
export async function readAndRecord(config: OpenFile): Promise<FileSnapshot> {
  let current = await readFile(config);
  try {
    for (let left = MOST_OVERTAKEN; ; left -= 1) {
      if (current.state !== "usable") return await afterInterruption(config, current);
      if (await isRecorded(config, current.etag)) return current;
      const now = await readFile(config);
      if (now.etag === current.etag || left <= 0) {
        const { recording } = config.state;
        if (recording === null) return await record(config);
        await recording;
      }
      current = now;
    }
  } catch {
    return current;
  }
}

/** Readers who find the same change wait for one recording, and then read again. */
function record(config: OpenFile): Promise<FileSnapshot> {
  const recording = withLock(config, () => recoverAndRecord(config)).finally(
    () => (config.state.recording = null),
  );
  config.state.recording = recording;
  return recording;
}

async function afterInterruption(config: OpenFile, current: FileSnapshot): Promise<FileSnapshot> {
  if (!journalExists(config)) return current;
  return withLock(config, () => recoverAndRecord(config));
}

async function isRecorded(config: OpenFile, etag: string): Promise<boolean> {
  const file = await fileId(config);
  const recorded = () => (config.state.recorded?.file === file ? config.state.recorded : null);
  if (recorded()?.etag === etag) return true;
  const { newest, pending } = await recordedNow(config);
  if (newest?.etag !== etag) return pending.includes(etag);
  // This function does not hold the lock, so a save may have recorded a newer version during the query.
  if (newest.id >= (recorded()?.id ?? 0)) config.state.recorded = { ...newest, file };
  return true;
}

/**
 * Describes the file after a cleanup. Every holder of the lock calls this first. The cleanup:
 *
 * - finishes an interrupted in-place write, and removes temp files
 * - confirms a pending version if the file contains its bytes, and otherwise drops it
 * - records a version that the panel did not write
 */
export async function recoverAndRecord(config: OpenFile): Promise<FileSnapshot> {
  const target = resolveTarget(config.path);
  await repairInterrupted(config, target).catch(() => undefined);
  await removeStaleTemps(config.ops, target);
  const current = await readFile(config);
  const recorded = await recordContent(config, current);
  if (recorded) config.state.recorded = recorded;
  return current;
}

export const editionFor = ({ naming, state }: OpenFile, version: Version | null): Edition =>
  version?.edition ?? editionOf(naming ?? state.versions.namingHint ?? "neutral");

export async function editionOfBase(config: OpenFile, baseEtag: string): Promise<Edition> {
  const { lastGood } = config.state.versions;
  return editionFor(config, lastGood?.etag === baseEtag ? lastGood : (await readFile(config)).version);
}
