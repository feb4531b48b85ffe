import "server-only";
import { randomBytes } from "node:crypto";
import type { Operation } from "@/lib/config/document";
import { SNOWFLAKE_EPOCH } from "@/lib/directory/snowflake";
import { AppError } from "@/lib/errors";
import { log } from "@/lib/log";
import { apply } from "./apply";
import type { Context } from "./context";
import { type Current, observe, settle } from "./current";
import { withLock } from "./lock";
import { readingOf } from "./reading";
import { newestRevision } from "./revision-store";
import { save, unusable } from "./save";
import { absent } from "./write-outcome";

const systemAuthor = "system";

/**
 * Once at start: finishes what a dead process left, records the version that is there, and creates the file when there
 * has never been one at this path. A file that is missing although versions of it are known stays missing: somebody
 * may be replacing it, and an instance that finds an empty one starts with new keys. Never throws.
 */
export async function prepare(context: Context): Promise<void> {
  try {
    const current = await withLock(context, () => settle(context));
    if (current.state !== "missing" || (await newestRevision(context))) return;
    await create(context, { author: systemAuthor, note: "Created: there was no file at CONFIG_PATH" });
    if (context.generates) await generate(context);
  } catch (error) {
    // Whatever is wrong with the file or its folder, the panel starts and shows it.
    log().warn({ err: error }, "the configuration file could not be prepared");
  }
}

/** Creates a new, empty configuration file where there is none. An explicit decision of whoever calls it. */
export function create(
  context: Context,
  { author, note }: { author: string; note?: string | null },
): Promise<Current> {
  return save(context, {
    baseEtag: absent,
    author,
    note: note ?? null,
    paths: null,
    build: (current) => {
      if (current.state !== "missing") throw unusable(current);
      return Buffer.from("{}\n");
    },
  });
}

/** What an instance makes at its first start when the file does not hold it (spec/decisions.md). */
const generated: Readonly<Record<string, () => string>> = {
  "security.jwtSecret": () => randomBytes(64).toString("base64"),
  "security.requestSignature": () => randomBytes(32).toString("base64"),
  "general.instanceId": () => snowflakeOfNow(),
};

/** Others may be saving at the same time; each attempt starts from the file as it is then. */
const attempts = 5;

/**
 * Generates the keys and the id that are missing, as one revision of its own. Does nothing when all are there, or
 * beside an existing instance, whose keys they would have to be.
 * @throws AppError when something is missing and cannot be stored
 */
export async function generate(context: Context): Promise<void> {
  if (!context.generates) return;
  for (let left = attempts; ; left -= 1) {
    const current = await observe(context);
    if (!current.version) throw unusable(current);
    const reading = readingOf(current.version, context.naming);
    const operations = Object.entries(generated)
      .filter(([path]) => reading.rawOf(path) === undefined)
      .map(([path, make]): Operation => ({ op: "set", path, value: make() }));
    if (operations.length === 0) return;
    try {
      const note = `Generated because it was missing: ${operations.map(({ path }) => path).join(", ")}`;
      await apply(context, { baseEtag: current.etag, operations, author: systemAuthor, note });
      return;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "config-changed" || left === 1) throw error;
    }
  }
}

const snowflakeOfNow = (): string => (BigInt(Date.now() - SNOWFLAKE_EPOCH) << 22n).toString();
