import "server-only";
import type { ConfigDocument } from "@/lib/config/document";
import type { Settings } from "@/lib/config/values";
import { db } from "@/lib/db";
import { env } from "@/lib/env";
import { processSingleton } from "@/lib/singleton";
import { type Apply, apply } from "./apply";
import { type Context, openContext } from "./context";
import { observe } from "./current";
import { describe, settingsFor } from "./describe";
import { realFileOps } from "./file-ops";
import { create, generate, prepare } from "./prepare";

/*
 * The public surface of this folder: the file at CONFIG_PATH. Everything below works on the file as it is at the
 * moment of the call.
 */

function context(): Context {
  return processSingleton("config-file", () => {
    const { configPath, dataDir, configNaming, configReadOnly, instanceApiUrl } = env();
    return openContext({
      path: configPath,
      dataDir,
      naming: configNaming,
      readOnly: configReadOnly,
      retention: 500,
      generates: instanceApiUrl === undefined,
      db,
      ops: realFileOps,
    });
  });
}

/**
 * Once at start: finishes an interrupted write, removes left-over temp files, records the present version, and creates
 * the file (with generated keys) when there has never been one.
 */
export function prepareConfigFile(): Promise<void> {
  return prepare(context());
}

/** The file as it is now, without secrets. Never throws for a missing, broken or unreadable file: it describes it. */
export async function readConfigDocument(): Promise<ConfigDocument> {
  return describe(context(), await observe(context()));
}

/**
 * Effective values, secrets included, for the server. While the file is not usable, those of its last usable version.
 * @throws AppError `config-unreadable` when there is none
 */
export async function readSettings(): Promise<Settings> {
  return settingsFor(context(), await observe(context()));
}

/**
 * Saves operations made for the version `baseEtag`, as one revision.
 * @throws AppError `invalid-settings` (one problem per path), `config-changed` (details: `etag`, `conflicts`, `changed`,
 *   `values`), `config-unusable`, `config-read-only`, `config-write-failed`
 */
export async function applyOperations(request: Apply): Promise<ConfigDocument> {
  return describe(context(), await apply(context(), request));
}

/** Creates a new file where the file is missing: the operator's explicit decision. Errors as `applyOperations`. */
export async function createConfigFile(request: {
  author: string;
  note?: string | null;
}): Promise<ConfigDocument> {
  return describe(context(), await create(context(), request));
}

/**
 * Generates `security.jwtSecret`, `security.requestSignature` and `general.instanceId` where they are missing, as a
 * revision of its own. Does nothing beside an existing instance.
 * @throws AppError with the reason when they are missing and cannot be stored
 */
export function ensureGenerated(): Promise<void> {
  return generate(context());
}
