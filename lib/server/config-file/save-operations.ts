import "server-only";
import { setImmediate } from "node:timers/promises";
import type { Naming, Operation, Repair } from "@/lib/shared/contract/config-snapshot";
import type { ConfigPreview, DiffHunk, DiffLine, KeyChange } from "@/lib/shared/contract/config";
import type { SettingChange } from "@/lib/shared/contract/history";
import {
  hideTexts,
  holdsShownCredential,
  NothingHidden,
  restoreCredentials,
} from "@/lib/shared/settings/credentials";
import { settingOfAny } from "@/lib/shared/settings/editions";
import { kindOf } from "@/lib/shared/settings/kinds";
import { checkOperations, normalizeOperations } from "@/lib/shared/settings/operations";
import { AppError } from "@/lib/errors";
import { type Edit, NotAGroup } from "@/lib/shared/json/edit";
import { type JsonNode, nodeAt, valueOf } from "@/lib/shared/json/tree";
import { type JsonValue, sameJson, showPath } from "@/lib/shared/json/value";
import { editionFor, editionOfBase, type FileSnapshot, type OpenFile } from "./open-file";
import { compareLines } from "./compare-lines";
import { contradictionsBetween, refuseContradictions } from "./contradictions";
import { checkKeys, valueIn, withKeys } from "./key-edits";
import { spelledValue, spellings, toNeutral } from "./naming";
import { ownErrorsBetween } from "./own-rules";
import type { Version } from "./version";
import { chooseNaming, refuseOpenNaming } from "./naming-choice";
import { repaired } from "./repairs";
import { save, type SaveRequest, unusable } from "./save";
import type { SecretPlace } from "./secrets";
import { changedPaths, changesAt, isSecret, maskedPair, withReviewedList } from "./changes";

export interface OperationsRequest extends SaveRequest {
  operations: readonly Operation[];
  keys?: readonly KeyChange[];
  /** Repairs of the file's structure, applied first. */
  repairs?: readonly Repair[];
  naming?: Naming | undefined;
  /**
   * Stored versions that values are restored from. A contradiction in one of these versions does not block the save.
   */
  sources?: readonly Version[];
  /** Whether the elements of lists lose the keys that their new values lack, as a value that is restored requires. */
  isExact?: boolean;
  further?: { readonly paths: readonly string[]; readonly edit: (version: Version) => Version };
}

/**
 * Only the bytes of the named settings change.
 * @throws AppError `invalid-settings` with one problem per invalid path or new contradiction between settings
 *   (`contradictions.ts`); `config-unusable`; the errors of `save`
 */
export async function saveOperations(
  config: OpenFile,
  { operations, keys = [], repairs = [], sources, isExact, further, naming, ...rest }: OperationsRequest,
): Promise<FileSnapshot> {
  if (naming !== undefined) await chooseNaming(config, naming);
  // A list may have 100,000 entries. Between the steps, other requests are answered.
  await setImmediate();
  const { registry } = await editionOfBase(config, rest.baseEtag);
  const problems = [...checkOperations(operations, registry), ...checkKeys(keys)];
  if (problems.length > 0) {
    const count = problems.length === 1 ? "One setting is" : `${problems.length} settings are`;
    throw new AppError("invalid-settings", `${count} not valid. Nothing was saved.`, { problems });
  }
  await setImmediate();
  const normalized = sources === undefined ? normalizeOperations(operations, registry) : operations;
  // A request that restores values from stored versions contains paths but no values. It therefore cannot
  // contain a guess of a secret.
  const namesSecret = sources === undefined && pathsOfNamedSecrets(normalized, keys).size > 0;
  return save(config, {
    ...rest,
    paths: [...[...normalized, ...keys, ...repairs].map(({ path }) => path), ...(further?.paths ?? [])],
    async build(current) {
      if (!config.generates()) refuseOpenNaming(current.version, normalized);
      await setImmediate();
      const whole = repaired(edited(current, normalized, keys, isExact), repairs);
      const version = further ? further.edit(whole) : whole;
      await version.workOut();
      refuseContradictions(current.version, version, sources);
      return { version, namesSecret };
    },
  });
}

/**
 * Applies checked edits to the file's version, without saving it.
 * @throws AppError `invalid-settings`, `config-unusable`; `not-found` for an unrecognized key that no longer exists
 */
export function edited(
  current: FileSnapshot,
  operations: readonly Operation[],
  keys: readonly KeyChange[] = [],
  isExact = false,
): Version {
  const { version } = current;
  if (!version) throw unusable(current);
  const whole = restoreHidden(operations, (path) => version.rawOf(path));
  try {
    const edits = whole.flatMap((operation) =>
      editsFor(version, operation).map((edit) => ({ ...edit, isExact })),
    );
    return withKeys(version.edited(edits), keys);
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

export function editsFor(version: Version, operation: Operation): Edit[] {
  const { path } = operation;
  const { text, root, naming } = version;
  if (operation.op === "unset") {
    return spellings(path, naming)
      .filter((segments) => (nodeAt(root, segments)?.type ?? "null") !== "null")
      .map((segments) => ({ segments }));
  }
  const { segments, node } = version.locate(path);
  const present = node && valueOf(text, node);
  return [{ segments, value: spelledValue(path, operation.value as JsonValue, naming, present) }];
}

const membersOf = (path: string): readonly string[] | undefined => {
  const field = settingOfAny(path);
  return field && kindOf(field).memberKeys;
};

const notRestorable =
  "The panel cannot determine which hidden credential ••• represents here. Enter the credential.";

/**
 * Restores stored credentials in operations whose values contain the placeholder for a hidden credential.
 * @throws AppError `invalid-settings` with one problem per value whose placeholder matches no stored
 * credential
 */
export function restoreHidden(
  operations: readonly Operation[],
  storedAt: (path: string) => unknown,
): Operation[] {
  const lost: string[] = [];
  const whole = operations.map((operation): Operation => {
    if (operation.op === "unset") return operation;
    try {
      return {
        ...operation,
        value: restoreCredentials(operation.value, storedAt(operation.path), membersOf(operation.path)),
      };
    } catch (error) {
      if (!(error instanceof NothingHidden)) throw error;
      lost.push(operation.path);
      return operation;
    }
  });
  if (lost.length === 0) return whole;
  const problems = lost.map((path) => ({ path, message: notRestorable }));
  throw new AppError("invalid-settings", `${notRestorable} Nothing was saved.`, { problems });
}

/*
 * A request names a secret if it contains the secret itself instead of a marker. This secret may be a guess.
 * The response must not depend on whether the guess equals the stored secret. So a preview always shows the
 * secret as new, and a save requires proof of identity.
 */

const isNamedSecret = (path: string, value: unknown): boolean =>
  isSecret(path, value) || holdsShownCredential(value);

export function pathsOfNamedSecrets(
  operations: readonly Operation[],
  keys: readonly KeyChange[] = [],
): Set<string> {
  const settings = operations.filter((one) => one.op === "set" && isNamedSecret(one.path, one.value));
  const others = keys.filter(({ text }) => text !== null && holdsText(valueIn(text)));
  return new Set([...settings, ...others].map(({ path }) => path));
}

const holdsText = (value: JsonValue): boolean => !sameJson(hideTexts(value), value);

/** Number of unchanged lines to show around a change. */
const context = 2;

/**
 * Previews the file's text after the operations, with every secret hidden. A secret in the request is shown as new.
 * @throws AppError `invalid-settings`, `config-unusable`
 */
export async function previewOperations(
  config: OpenFile,
  current: FileSnapshot,
  operations: readonly Operation[],
  keys: readonly KeyChange[] = [],
): Promise<ConfigPreview> {
  const { before, normalized, after } = await dryRun(config, current, operations, keys);
  await setImmediate();
  const named = namedNodes(after, normalized, keys);
  const isNamed = ({ node }: SecretPlace) =>
    named.some(({ start, end }) => start <= node.start && node.end <= end);
  const [old, now] = maskedPair(before, after, isNamed);
  await setImmediate();
  return { etag: current.etag, hunks: hunksOf(linesOf(old), linesOf(now)) };
}

/** @throws AppError `invalid-settings`, `config-unusable` */
async function dryRun(
  config: OpenFile,
  current: FileSnapshot,
  operations: readonly Operation[],
  keys: readonly KeyChange[],
) {
  const { registry } = editionFor(config, current.version);
  const problems = [...checkOperations(operations, registry), ...checkKeys(keys)];
  if (problems.length > 0) {
    throw new AppError("invalid-settings", problems[0]?.message ?? "", { problems });
  }
  if (!current.version) throw unusable(current);
  await setImmediate();
  const normalized = normalizeOperations(operations, registry);
  await setImmediate();
  const after = edited(current, normalized, keys);
  await after.workOut();
  return { before: current.version, normalized, after };
}

/**
 * Lists what operations would change, without secrets, and why a save would be refused. A secret in the operations is
 * shown as new, even if it is the stored one.
 * @throws AppError `invalid-settings`, `config-unusable`
 */
export async function reviewOperations(
  config: OpenFile,
  current: FileSnapshot,
  operations: readonly Operation[],
  keys: readonly KeyChange[] = [],
): Promise<{ changes: SettingChange[]; problems: string[] }> {
  const { before, normalized, after } = await dryRun(config, current, operations, keys);
  const named = pathsOfNamedSecrets(normalized, keys);
  const isChanged = new Set([...changedPaths(before, after), ...named]);
  const refusals = [...contradictionsBetween(before, after), ...ownErrorsBetween(config, before, after)];
  return {
    changes: changesAt([...isChanged], before, after, (path) => named.has(path)).map(withReviewedList),
    problems: [...new Set(refusals.map(({ message }) => message))],
  };
}

function namedNodes(
  { root, unrecognizedKeys }: Version,
  operations: readonly Operation[],
  keys: readonly KeyChange[],
): JsonNode[] {
  const paths = pathsOfNamedSecrets(operations, keys);
  const settings = operations.flatMap(({ path }) =>
    paths.has(path) ? spellings(path, "neutral").flatMap((segments) => nodeAt(root, segments) ?? []) : [],
  );
  const others = unrecognizedKeys.filter(({ segments }) => paths.has(showPath(segments)));
  return [...settings, ...others.map(({ member }) => member.value)];
}

const linesOf = (text: string): string[] => text.replace(/\n$/, "").split("\n");

function hunksOf(old: string[], now: string[]): ConfigPreview["hunks"] {
  const parts = compareLines(old, now);
  if (!parts) return null;
  const hunks: DiffHunk[] = [];
  let open: DiffHunk | undefined;
  let [oldLine, newLine] = [1, 1];
  for (const [at, { value, added, removed }] of parts.entries()) {
    const kind = added ? "added" : removed ? "removed" : "same";
    if (kind === "same") {
      const isBetween = value.length <= 2 * context && at < parts.length - 1;
      open?.lines.push(...asLines(kind, isBetween ? value : value.slice(0, context)));
      if (!isBetween) open = undefined;
    } else {
      if (!open) {
        const before = (parts[at - 1]?.value ?? []).slice(-context);
        open = {
          oldStart: oldLine - before.length,
          newStart: newLine - before.length,
          lines: asLines("same", before),
        };
        hunks.push(open);
      }
      open.lines.push(...asLines(kind, value));
    }
    if (!added) oldLine += value.length;
    if (!removed) newLine += value.length;
  }
  return hunks;
}

const asLines = (kind: DiffLine["kind"], lines: readonly string[]): DiffLine[] =>
  lines.map((line) => ({ kind, text: line.replace(/\r$/, "") }));
