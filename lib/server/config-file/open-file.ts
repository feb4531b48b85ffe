import "server-only";
import pino from "pino";
import type { Db } from "@/lib/server/db";
import type { FileState, Naming, Problem } from "@/lib/shared/contract/config-snapshot";
import { type Edition, editionOf } from "@/lib/shared/settings/editions";
import { type Disk, type DiskState, type FileRead, realFileOps } from "./disk/disk";
import { createDisk, type DiskParts } from "./disk/resolve-path";
import { absent, type Version } from "./version";
import { Lru, Versions } from "./versions";
import type { Listed } from "./changes";
import type { OwnRules } from "./own-rules";
import type { Step, Undone } from "./tracked-values";
import { createRecords, type Records } from "./records";
import { createIdentity, type IdentityParts } from "./identity";
import { createLock, type HeldLock, type Lock } from "./disk/lock";
import { cleanUp, journalExists } from "./disk/write";

export interface Options extends DiskParts, Omit<IdentityParts, "files"> {
  /** How many versions are stored. */
  readonly retention: number;
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

export interface OpenFile extends Omit<Options, "ops">, Disk {
  readonly identity: ReturnType<typeof createIdentity>;
  readonly lock: Lock;
  readonly versions: Versions;
  readonly records: Records;
  readonly state: State;
}

/** What this process remembers. The panel works correctly without it. */
interface State extends DiskState {
  /** Stores a version that another program wrote, for all readers who found it. */
  recording: Promise<FileSnapshot> | null;
  /** What was undone up to the newest version of a history. */
  undone: { readonly upTo: string; readonly found: Promise<Undone[]> } | null;
  /** Recent comparisons of a version with the version before it, by both etags. */
  readonly changes: Lru<Listed>;
  readonly steps: Lru<Step>;
}

export function openFile({ ops, ...options }: Options): OpenFile {
  const disk = createDisk({ ...options, ops });
  const identity = createIdentity({ ...options, files: disk.files });
  const versions = new Versions(options.naming);
  const parts = { ...options, target: disk.target, fileId: identity.id, versions };
  return {
    ...options,
    ...disk,
    ...{ identity, versions, lock: createLock(parts), records: createRecords(parts) },
    state: {
      ...disk.state,
      recording: null,
      undone: null,
      changes: new Lru({ entries: 100, weight: 0 }),
      steps: new Lru({ entries: 120, weight: 0 }),
    },
  };
}

export interface FileSnapshot {
  /** SHA-256 of the bytes; `absent` if there is no file or it cannot be read. */
  readonly etag: string;
  readonly file: FileRead;
  readonly state: FileState;
  readonly version: Version | null;
  readonly problems: readonly Problem[];
}

export async function readFile(config: OpenFile): Promise<FileSnapshot> {
  const file = await config.files.readNow(config.path);
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
  const version = config.versions.inFile(file.bytes);
  if (version.usable) {
    await version.workOut();
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
      if (await config.records.includesNow(current.etag)) return current;
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
  const recording = whileLocked(config, (current) => current).finally(() => (config.state.recording = null));
  config.state.recording = recording;
  return recording;
}

async function afterInterruption(config: OpenFile, current: FileSnapshot): Promise<FileSnapshot> {
  return journalExists(config) ? whileLocked(config, (repaired) => repaired) : current;
}

/** Runs `work` with the lock and with the file as it is after a cleanup. */
export function whileLocked<T>(
  config: OpenFile,
  work: (current: FileSnapshot, lock: HeldLock) => T | Promise<T>,
): Promise<T> {
  return config.lock.hold(async (lock) => work(await recoverAndRecord(config), lock));
}

/**
 * Describes the file after a cleanup. Every holder of the lock calls this first. The cleanup:
 *
 * - finishes an interrupted in-place write, and removes temp files
 * - confirms a pending version if the file contains its bytes, and otherwise drops it
 * - records a version that the panel did not write
 */
export async function recoverAndRecord(config: OpenFile): Promise<FileSnapshot> {
  await cleanUp(config);
  const current = await readFile(config);
  await config.records.agreeWith(current);
  return current;
}

export const editionFor = ({ naming, versions }: OpenFile, version: Version | null): Edition =>
  version?.edition ?? editionOf(naming ?? versions.namingHint ?? "neutral");

export async function editionOfBase(config: OpenFile, baseEtag: string): Promise<Edition> {
  const { lastGood } = config.versions;
  return editionFor(config, lastGood?.etag === baseEtag ? lastGood : (await readFile(config)).version);
}
