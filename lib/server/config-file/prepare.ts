import "server-only";
import { randomBytes } from "node:crypto";
import { type Author, thePanel } from "@/lib/shared/author";
import type { Operation } from "@/lib/shared/contract/config-snapshot";
import { SNOWFLAKE_EPOCH } from "@/lib/shared/chat/snowflake";
import { AppError } from "@/lib/errors";
import { saveOperations } from "./save-operations";
import { tryAttributes } from "./disk/attributes";
import { type FileSnapshot, type OpenFile, readAndRecord, whileLocked } from "./open-file";
import { absent, Version } from "./version";
import { save, unusable } from "./save";

/**
 * Finishes interrupted work, records the current version, and creates the file if this path has never had a
 * file. Never throws.
 *
 * A missing file with stored versions is not created, for two reasons: somebody may be replacing the file,
 * and an instance that finds an empty file generates new keys.
 */
export async function prepare(config: OpenFile): Promise<void> {
  try {
    const current = await whileLocked(config, (now) => now);
    await tryAttributes(config, config.target());
    if (current.state !== "missing" || (await config.records.newest())) return;
    await create(config, { author: thePanel, note: "Created because there was no file at CONFIG_PATH" });
    await generate(config);
  } catch (error) {
    // The panel starts even if the file or its folder has problems, and reports them.
    config.log.warn({ err: error }, "the configuration file could not be prepared");
  }
}

/** Never replaces a file. */
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
      return { version: Version.empty(config.naming) };
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

/**
 * Number of attempts to save. Other processes may save at the same time, so each attempt starts from the current file.
 */
const attempts = 5;

/**
 * Generates missing keys and a missing instance id as a separate version. Does nothing for the file of another
 * instance, which generates its values itself.
 * @throws AppError if a value is missing and cannot be stored
 */
export async function generate(config: OpenFile, author = thePanel): Promise<void> {
  if (!config.generates()) return;
  for (let attemptsLeft = attempts; ; attemptsLeft -= 1) {
    const current = await readAndRecord(config);
    if (!current.version) throw unusable(current);
    const { version } = current;
    const operations = Object.entries(generated)
      .filter(([path]) => version.rawOf(path) === undefined)
      .map(([path, make]): Operation => ({ op: "set", path, value: make() }));
    if (operations.length === 0) return;
    try {
      const note = `Generated because it was not set: ${operations.map(({ path }) => path).join(", ")}`;
      await saveOperations(config, { baseEtag: current.etag, operations, author, note });
      return;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "config-changed" || attemptsLeft === 1) throw error;
    }
  }
}

const snowflakeOfNow = (): string => (BigInt(Date.now() - SNOWFLAKE_EPOCH) << 22n).toString();
