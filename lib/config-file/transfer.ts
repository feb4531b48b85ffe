import "server-only";
import { basename } from "node:path";
import type { Operation, Problem } from "@/lib/config/document";
import type { ImportPreview } from "@/lib/config/history";
import { fieldAt, fields } from "@/lib/config/registry";
import { checkOperations, normaliseOperations } from "@/lib/config/operations";
import { editedBytes } from "./apply";
import { changesBetween } from "./changes";
import type { Context } from "./context";
import { asProblem, contradictionsBetween } from "./contradictions";
import type { Current } from "./current";
import { editText } from "./edit";
import { type JsonValue, sameJson, showPath } from "./json";
import { encode, parse } from "./parse";
import { readingOf } from "./reading";
import { unusable } from "./save";
import { secretPlaces } from "./secrets";

export interface Export {
  filename: string;
  bytes: Buffer;
}

/**
 * The file for downloading: as it is, or with every secret set to null (which means unset).
 * @throws AppError `config-unusable` when secrets cannot be told apart because the file is broken
 */
export function exportFile(context: Context, current: Current, { secrets }: { secrets: boolean }): Export {
  const filename = basename(context.path);
  const { version, file } = current;
  if (secrets && file.kind === "present") return { filename, bytes: file.bytes };
  if (!version) throw unusable(current);
  const edits = secretPlaces(version).map(({ segments }) => ({ segments, value: null }));
  const text = editText(version.text, version.root, edits);
  return {
    filename: filename.replace(/(\.json)?$/, ".without-secrets.json"),
    bytes: encode(text, version.bom),
  };
}

/**
 * Reads a configuration in either naming and says which operations would bring its settings into the file. `merge`
 * takes what the text sets; `replace` also unsets what it does not set, but never a secret, because a file that was
 * exported without secrets must not clear them.
 */
export function previewImport(
  context: Context,
  current: Current,
  text: string,
  mode: "merge" | "replace" = "merge",
): ImportPreview {
  if (!current.version) throw unusable(current);
  const parsed = parse(Buffer.from(text, "utf8"));
  if (!parsed.usable) {
    return { operations: [], problems: [...parsed.problems], contradictions: [], changes: [], ignored: [] };
  }
  const [now, wanted] = [readingOf(current.version, context.naming), readingOf(parsed.version, undefined)];
  const operations = fields.flatMap(({ path, kind }): Operation[] => {
    const value = wanted.rawOf(path);
    if (value !== undefined) {
      return sameJson(value, now.rawOf(path)) ? [] : [{ op: "set", path, value: importable(path, value) }];
    }
    const kept = mode === "merge" || kind === "secret" || now.rawOf(path) === undefined;
    return kept ? [] : [{ op: "unset", path }];
  });
  const problems = checkOperations(operations).map(({ path, message }): Problem => ({
    path,
    message,
    severity: "error",
  }));
  const paths = new Set(operations.map(({ path }) => path));
  const isValid = problems.length === 0;
  return {
    operations: isValid ? operations : [],
    problems,
    contradictions: isValid ? contradictionsOf(context, current, operations) : [],
    changes: changesBetween(now, wanted).filter(({ path }) => paths.has(path)),
    ignored: wanted.unknown.map(({ segments }) => showPath(segments)),
  };
}

/** What saving the operations by themselves would be refused for. */
function contradictionsOf(context: Context, current: Current, operations: readonly Operation[]): Problem[] {
  const after = parse(editedBytes(context, current, normaliseOperations(operations)));
  if (!current.version || !after.usable) return [];
  const [was, is] = [current.version, after.version].map((version) => readingOf(version, context.naming));
  return was && is ? contradictionsBetween(was, is).map((finding) => asProblem(is, finding)) : [];
}

/** Ids that were written as numbers become text, as the settings want them. */
function importable(path: string, value: JsonValue): JsonValue {
  const kind = fieldAt(path)?.kind;
  const id = kind === "snowflake" || kind === "bitfield";
  return id && (typeof value === "bigint" || typeof value === "number") ? String(value) : value;
}
