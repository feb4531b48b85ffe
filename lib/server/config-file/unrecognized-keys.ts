import "server-only";
import type { OtherKey } from "@/lib/shared/contract/unrecognized-key";
import { AppError } from "@/lib/errors";
import { applyEdits } from "@/lib/shared/json/edit";
import { readJson } from "@/lib/shared/json/read";
import { lineIndent } from "@/lib/shared/json/style";
import { sliceOf, valueOf } from "@/lib/shared/json/tree";
import { type JsonValue, showPath } from "@/lib/shared/json/value";
import { verifyEdit } from "@/lib/shared/json/verify-edit";
import type { Context } from "./context";
import { type FileSnapshot, readAndRecord } from "./watch/file-snapshot";
import { encode, parse, type UsableVersion, versionOf } from "./parse";
import { wordsFor } from "./problem-words";
import { type Reading, readingOf, type UnknownKey } from "./reading";
import { save, unusable } from "./save";

/*
 * Keys in the file that are not settings. They belong to the operator: they are shown, edited and removed one at a
 * time. Their values may be secrets, so they leave the server only when somebody asks for that one key.
 */

export interface SaveOther {
  baseEtag: string;
  /** One of the paths in the document's `unknown`. */
  path: string;
  /** The new value as JSON; null removes the key. */
  text: string | null;
  author: string;
  note?: string | null;
}

/**
 * The value at one of the paths in the document's `unknown`, secrets included.
 * @throws AppError `not-found`; `config-unusable`
 */
export async function readOther(context: Context, path: string): Promise<OtherKey> {
  const current = await readAndRecord(context);
  const { reading, found } = find(context, current, path);
  const { text } = reading.version;
  const indent = lineIndent(text, found.member.keyStart);
  const [first = "", ...rest] = sliceOf(text, found.member.value).split(/\r?\n/);
  const lines = rest.map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line));
  return { path, etag: current.etag, text: [first, ...lines].join("\n") };
}

/**
 * Replaces one key's value with the text exactly as typed, or removes the key; every other byte of the file stays.
 * @throws AppError `invalid-settings` for text that is not JSON; `not-found`; and as `save`
 */
export async function saveOther(context: Context, { path, text, ...rest }: SaveOther): Promise<FileSnapshot> {
  const value = text === null ? undefined : read(text);
  return save(context, {
    ...rest,
    paths: [path],
    build: (current) => {
      const { reading, found } = find(context, current, path);
      const { version } = reading;
      if (text === null) return versionOf(applyEdits(version, [{ segments: found.segments }]), version.bom);
      const after = parse(encode(spliced(version, found, text), version.bom));
      if (!after.usable) throw new Error("An edit would have produced a text that is not a JSON object.");
      verifyEdit(version, after.version, [{ segments: found.segments, value }]);
      return after.version;
    },
  });
}

/** The file's text with the value inserted exactly as typed. */
function spliced({ text }: UsableVersion, { member }: UnknownKey, typed: string): string {
  const indent = lineIndent(text, member.keyStart);
  const lines = typed.trim().split(/\r?\n/);
  const [first = "", ...rest] = lines;
  const end = text.includes("\r\n") ? "\r\n" : "\n";
  const value = [first, ...rest.map((line) => indent + line)].join(end);
  return text.slice(0, member.value.start) + value + text.slice(member.value.end);
}

function read(text: string): JsonValue {
  const { root, problems } = readJson(text);
  if (root) return valueOf(text, root);
  throw new AppError("invalid-settings", "The value is not valid JSON. Nothing was saved.", {
    problems: problems.slice(0, 1).map((problem) => {
      const { line, column, message } = wordsFor(text, problem);
      return { path: "text", message: `Line ${line}, column ${column}: ${message}` };
    }),
  });
}

function find(
  context: Context,
  current: FileSnapshot,
  path: string,
): { reading: Reading; found: UnknownKey } {
  if (!current.version) throw unusable(current);
  const reading = readingOf(current.version, context.naming);
  const found = reading.unknown.find(({ segments }) => showPath(segments) === path);
  if (found) return { reading, found };
  throw new AppError(
    "not-found",
    `The file has no unrecognized key ${path} now. It may have been removed: check the history.`,
  );
}
