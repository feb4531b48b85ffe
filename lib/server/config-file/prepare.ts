import "server-only";
import { type Author, thePanel } from "@/lib/shared/author";
import { randomBytes } from "node:crypto";
import type { Operation } from "@/lib/shared/contract/config-snapshot";
import { SNOWFLAKE_EPOCH } from "@/lib/shared/chat/snowflake";
import { AppError } from "@/lib/errors";
import { log } from "@/lib/log";
import { saveOperations } from "./save-operations";
import { tryAttributes } from "./disk/attributes";
import type { OpenFile } from "./open-file";
import { type FileSnapshot, readAndRecord, recoverAndRecord } from "./file-snapshot";
import { withLock } from "./disk/lock";
import { parse, type UsableVersion } from "./parse";
import { readingOf } from "./reading";
import { newestRevision } from "./versions/revision-store";
import { save, unusable } from "./save";
import { resolveTarget } from "./disk/resolve-path";
import { absent } from "./disk/write-outcome";

/**
 * Called once at startup: finishes the interrupted work of a dead process, records the current version, and
 * creates the file if none has ever existed at this path. If stored versions exist but the file is missing, it
 * stays missing: somebody may be replacing it, and with an empty file, an instance would start with new keys.
 * Never throws.
 */
export async function prepare(config: OpenFile): Promise<void> {
  try {
    const current = await withLock(config, () => recoverAndRecord(config));
    await tryAttributes(config, resolveTarget(config.path));
    if (current.state !== "missing" || (await newestRevision(config))) return;
    await create(config, { author: thePanel, note: "Created because there was no file at CONFIG_PATH" });
    if (config.generates()) await generate(config);
  } catch (error) {
    // The panel starts in spite of problems with the file or its folder, and reports them.
    log().warn({ err: error }, "the configuration file could not be prepared");
  }
}

function emptyVersion(): UsableVersion {
  const parsed = parse(Buffer.from("{}\n"));
  if (!parsed.usable) throw new Error("An empty object is a usable file.");
  return parsed.version;
}

/** Creates a new, empty configuration file where none exists. Only at the caller's explicit request. */
export function create(
  config: OpenFile,
  { author, note }: { author: Author; note?: string | null },
): Promise<FileSnapshot> {
  return save(config, {
    baseEtag: absent,
    author,
    note: note ?? null,
    paths: null,
    build: (current) => {
      if (current.state !== "missing") throw unusable(current);
      return emptyVersion();
    },
  });
}

/**
 * Values that an instance generates at its first start if the file lacks them (docs/configuration-file.md, "Sections").
 */
const generated: Readonly<Record<string, () => string>> = {
  "security.jwtSecret": () => randomBytes(64).toString("base64"),
  "security.requestSignature": () => randomBytes(32).toString("base64"),
  "general.instanceId": () => snowflakeOfNow(),
};

/** Others may be saving at the same time, so each attempt starts from the current file. */
const attempts = 5;

/**
 * Generates missing keys and the missing id, as a separate revision. Does nothing if all are set, or with an
 * upstream instance, which needs its own keys.
 * @throws AppError if a value is missing and cannot be stored
 */
export async function generate(config: OpenFile, author = thePanel): Promise<void> {
  if (!config.generates()) return;
  for (let left = attempts; ; left -= 1) {
    const current = await readAndRecord(config);
    if (!current.version) throw unusable(current);
    const reading = readingOf(current.version, config.naming);
    const operations = Object.entries(generated)
      .filter(([path]) => reading.rawOf(path) === undefined)
      .map(([path, make]): Operation => ({ op: "set", path, value: make() }));
    if (operations.length === 0) return;
    try {
      const note = `Generated because it was not set: ${operations.map(({ path }) => path).join(", ")}`;
      await saveOperations(config, { baseEtag: current.etag, operations, author, note });
      return;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "config-changed" || left === 1) throw error;
    }
  }
}

const snowflakeOfNow = (): string => (BigInt(Date.now() - SNOWFLAKE_EPOCH) << 22n).toString();
