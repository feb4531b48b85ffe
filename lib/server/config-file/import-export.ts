import "server-only";
import { basename } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { Operation, Problem } from "@/lib/shared/contract/config-snapshot";
import type { ImportPreview } from "@/lib/shared/contract/config";
import { hiddenPart, holdsCredential } from "@/lib/shared/settings/credentials";
import { fromDatabaseExport } from "@/lib/shared/settings/database-export";
import type { Field } from "@/lib/shared/settings/field";
import { kindOf } from "@/lib/shared/settings/kinds";
import { checkOperations, normalizeOperations } from "@/lib/shared/settings/operations";
import { readWithRepeats } from "@/lib/shared/json/read";
import { laidOut } from "@/lib/shared/json/style";
import { isObject, type JsonValue, sameJson, showPath } from "@/lib/shared/json/value";
import { edited, pathsOfNamedSecrets, restoreHidden } from "./save-operations";
import { changesAt, withListSummary } from "./changes";
import type { FileSnapshot, OpenFile } from "./open-file";
import { asProblem, contradictionsBetween } from "./contradictions";
import { ownErrorsBetween } from "./own-rules";
import { encode } from "./text";
import { Version } from "./version";
import { unusable } from "./save";
import { replaceSecrets } from "./secrets";

export interface Export {
  filename: string;
  bytes: Buffer;
}

/**
 * Unless `secrets` is true, every secret is replaced with null, which means unset.
 * @throws AppError `config-unusable` if the file is broken, because its secrets cannot be identified
 */
export function exportFile(
  config: OpenFile,
  current: FileSnapshot,
  { secrets }: { secrets: boolean },
): Export {
  const filename = basename(config.path);
  const { version, file } = current;
  if (secrets && file.kind === "present") return { filename, bytes: file.bytes };
  if (!version) throw unusable(current);
  return {
    filename: filename.replace(/(\.json)?$/, ".without-secrets.json"),
    bytes: encode(
      replaceSecrets(version, () => "null"),
      version.bom,
    ),
  };
}

/**
 * Returns a version's text for people to read and compare: with a reference in place of each secret, and one value per
 * line even if the file is a single line.
 */
export function withSecretReferences(version: Version): string {
  const text = replaceSecrets(version, ({ path }) => JSON.stringify(`secret:${path.replaceAll('"', "")}`));
  const { root } = readWithRepeats(text);
  return root === null || text.trim().includes("\n") ? text : `${laidOut(text, root)}\n`;
}

/**
 * Reads a configuration in any naming, and returns the operations that import its settings into the file.
 * `merge` sets the settings that the text contains. `replace` also unsets all other settings. Secrets are
 * never unset, because the text may be an export without secrets. The text may also be an export of the table in which
 * early instances stored their configuration.
 * @param since an earlier text of the same file. Settings that have the same value in both texts are left out
 */
export async function previewImport(
  config: OpenFile,
  current: FileSnapshot,
  text: string,
  mode: "merge" | "replace" = "merge",
  since?: string,
): Promise<ImportPreview> {
  if (!current.version) throw unusable(current);
  // A list may have 100,000 entries. Between the steps, other requests are answered.
  await setImmediate();
  const content = fromDatabaseExport(text) ?? text;
  await setImmediate();
  const parsed = typedVersion(content, current.version);
  if (!parsed.usable) {
    return { operations: [], problems: [...parsed.problems], contradictions: [], changes: [], ignored: [] };
  }
  await setImmediate();
  const [now, imported] = [current.version, parsed];
  const before = since === undefined ? null : typedVersion(since, now);
  await setImmediate();
  const { registry } = now.edition;
  const changes = registry.fields.flatMap((field): Operation[] => {
    const { path, kind } = field;
    const [value, stored] = [imported.rawOf(path), now.rawOf(path)];
    if (before?.usable && sameJson(before.rawOf(path), value)) return [];
    if (value !== undefined) return [{ op: "set", path, value: keepingHidden(field, value, stored) }];
    const isKept = kind === "secret" || (typeof stored === "string" && holdsCredential(stored));
    return mode === "merge" || isKept ? [] : [{ op: "unset", path }];
  });
  await setImmediate();
  const all = normalizeOperations(changes, registry);
  await setImmediate();
  const named = pathsOfNamedSecrets(all);
  const operations = all.filter((operation) => {
    if (named.has(operation.path)) return true;
    const stored = now.rawOf(operation.path);
    const [whole] = restoreHidden([operation], () => stored);
    const field = registry.fieldAt(operation.path);
    return hasEffect(field, whole?.op === "set" ? (whole.value as JsonValue) : undefined, stored);
  });
  const problems = checkOperations(operations, registry).map(({ path, message }): Problem => ({
    path,
    message,
    severity: "error",
  }));
  const paths = operations.map(({ path }) => path);
  await setImmediate();
  const after = problems.length === 0 ? edited(current, operations) : null;
  await after?.workOut();
  await setImmediate();
  return {
    operations: after ? operations : [],
    problems,
    contradictions: after
      ? [...contradictionsBetween(now, after), ...ownErrorsBetween(config, now, after)].map((violation) =>
          asProblem(after, violation),
        )
      : [],
    changes: changesAt(paths, now, after ?? imported, (path) => named.has(path)).map(withListSummary),
    ignored: imported.unrecognizedKeys.map(({ segments }) => showPath(segments)),
  };
}

const typedVersion = (text: string, earlier: Version) =>
  Version.parse(Buffer.from(text, "utf8"), undefined, "typed", undefined, earlier);

function hasEffect(
  field: Field | undefined,
  imported: JsonValue | undefined,
  stored: JsonValue | undefined,
): boolean {
  if (sameJson(imported, stored)) return false;
  if (imported !== undefined && stored !== undefined) return true;
  return !sameJson(imported ?? stored, field?.default);
}

/**
 * Replaces nulls in an imported list with placeholders for hidden texts, because a file exported without secrets
 * contains null in place of every hidden text. A placeholder stands for the text of the stored element with the same id.
 */
function keepingHidden(field: Field, value: JsonValue, stored: JsonValue | undefined): unknown {
  const { memberKeys } = kindOf(field);
  if (!memberKeys || !Array.isArray(value) || !Array.isArray(stored)) return value;
  return value.map((item) => {
    const storedItem = isObject(item) && stored.find((old) => isObject(old) && sameJson(old.id, item.id));
    if (!storedItem || !isObject(storedItem)) return item;
    const members = Object.entries(item).map(([key, member]) => [
      key,
      memberKeys.includes(key) ? member : withPlaceholders(member, storedItem[key]),
    ]);
    return Object.fromEntries(members);
  });
}

function withPlaceholders(value: JsonValue | undefined, stored: JsonValue | undefined): unknown {
  if (value === null && typeof stored === "string") return hiddenPart;
  if (Array.isArray(value) && Array.isArray(stored))
    return value.map((item, index) => withPlaceholders(item, stored[index]));
  if (!isObject(value) || !isObject(stored)) return value;
  const members = Object.entries(value).map(([key, member]) => [key, withPlaceholders(member, stored[key])]);
  return Object.fromEntries(members);
}
