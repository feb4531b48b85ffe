import "server-only";
import type { Author } from "@/lib/shared/author";
import type { Operation } from "@/lib/shared/contract/config-snapshot";
import type { KeyChange } from "@/lib/shared/contract/config";
import { checkOperations, normaliseOperations } from "@/lib/shared/settings/operations";
import { AppError } from "@/lib/errors";
import { NotAGroup } from "@/lib/shared/json/edit";
import { nodeAt, valueOf } from "@/lib/shared/json/tree";
import type { JsonValue } from "@/lib/shared/json/value";
import type { Edit } from "@/lib/shared/json/verify-edit";
import type { OpenFile } from "./open-file";
import { editionOfBase } from "./edition";
import { refuseContradictions } from "./contradictions";
import { checkKeys, withKeys } from "./key-edits";
import type { FileSnapshot } from "./file-snapshot";
import { spelledValue, spellings, toNeutral } from "./naming";
import { type UsableVersion, withEdits } from "./parse";
import { pathsOfNamedSecrets } from "./named-secrets";
import { restoreHidden } from "./restore-hidden";
import { type Reading, readingOf } from "./reading";
import { type Save, save, unusable } from "./save";

export interface OperationsRequest {
  /** The etag of the version that the operations are based on. */
  baseEtag: string;
  operations: readonly Operation[];
  /** Edits of unrecognized keys, saved in the same version. */
  keys?: readonly KeyChange[];
  author: Author;
  note?: string | null;
  onSecretChange?: Save["onSecretChange"];
  /**
   * Stored versions that values are restored from. A contradiction in one of these versions does not block the save.
   */
  kept?: readonly Reading[];
  /** Further edits of unrecognized keys, applied last. */
  further?: { readonly paths: readonly string[]; readonly edit: (version: UsableVersion) => UsableVersion };
}

/**
 * Saves operations as one new version. Only the bytes of the named settings change.
 * @throws AppError `invalid-settings` with one problem per invalid path or new contradiction between settings
 *   (`contradictions.ts`); `config-unusable`; the errors of `save`
 */
export async function saveOperations(
  config: OpenFile,
  { operations, keys = [], kept, further, ...rest }: OperationsRequest,
): Promise<FileSnapshot> {
  const { registry } = await editionOfBase(config, rest.baseEtag);
  const problems = [...checkOperations(operations, registry), ...checkKeys(keys)];
  if (problems.length > 0) {
    const count = problems.length === 1 ? "One setting is" : `${problems.length} settings are`;
    throw new AppError("invalid-settings", `${count} not valid. Nothing was saved.`, { problems });
  }
  const wanted = normaliseOperations(operations, registry);
  // A request that restores values from stored versions contains only paths, so it names no secret.
  const namesSecret = kept === undefined && pathsOfNamedSecrets(wanted, keys).size > 0;
  return save(config, {
    ...rest,
    paths: [...[...wanted, ...keys].map(({ path }) => path), ...(further?.paths ?? [])],
    build: (current) => {
      const whole = edited(config, current, wanted, keys);
      const version = further ? further.edit(whole) : whole;
      refuseContradictions(config, current.version, version, kept);
      return { version, namesSecret };
    },
  });
}

/**
 * Applies checked edits to the file's version, without saving it.
 * @throws AppError `invalid-settings`, `config-unusable`; `not-found` for an unrecognized key that no longer exists
 */
export function edited(
  config: OpenFile,
  current: FileSnapshot,
  operations: readonly Operation[],
  keys: readonly KeyChange[] = [],
): UsableVersion {
  const { version } = current;
  if (!version) throw unusable(current);
  const reading = readingOf(version, config.naming);
  const whole = restoreHidden(operations, (path) => reading.rawOf(path));
  try {
    const edits = whole.flatMap((operation) => editsFor(reading, operation));
    return withKeys(config, withEdits(version, edits), keys);
  } catch (error) {
    if (!(error instanceof NotAGroup)) throw error;
    const group = toNeutral(error.segments.map(String)) ?? error.segments.join(".");
    const message = `In the file, ${group} is not an object with settings. Fix it in the raw JSON first.`;
    const problems = operations
      .filter(({ path }) => path.startsWith(`${group}.`))
      .map(({ path }) => ({ path, message }));
    throw new AppError("invalid-settings", `${message} Nothing was saved.`, { problems, cause: error });
  }
}

/** Converts an operation to edits that use the spelling of the file. */
export function editsFor({ version, locate, detected }: Reading, operation: Operation): Edit[] {
  const { path } = operation;
  const { text, root } = version;
  if (operation.op === "unset") {
    return spellings(path, detected.naming)
      .filter((segments) => (nodeAt(root, segments)?.type ?? "null") !== "null")
      .map((segments) => ({ segments }));
  }
  const { segments, node } = locate(path);
  const present = node && valueOf(text, node);
  return [{ segments, value: spelledValue(path, operation.value as JsonValue, detected.naming, present) }];
}
