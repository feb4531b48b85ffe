import "server-only";
import type { InputProblem } from "@/lib/shared/contract/config-snapshot";
import type { KeyChange, OtherKey } from "@/lib/shared/contract/config";
import { AppError } from "@/lib/errors";
import { readJson } from "@/lib/shared/json/read";
import { lineIndent } from "@/lib/shared/json/style";
import { sliceOf, valueOf } from "@/lib/shared/json/tree";
import { type JsonValue, showPath } from "@/lib/shared/json/value";
import { verifyEdit } from "@/lib/shared/json/edit";
import type { FileSnapshot } from "./open-file";
import { encode, wordsFor } from "./text";
import { tooMuch, type UnrecognizedKey, Version } from "./version";
import { unusable } from "./save";

/* Keys of the file that are not settings belong to the operator. Their values may be secrets, so the server
   sends a value only if somebody requests its key. */

/**
 * Returns the value of an unrecognized key, including secrets. `path` must be a path in the document's
 * `unknown`.
 * @throws AppError `not-found`; `config-unusable`
 */
export function valueOfKey(current: FileSnapshot, path: string): OtherKey {
  if (!current.version) throw unusable(current);
  return { path, etag: current.etag, text: textOfKey(current.version, findKey(current.version, path)) };
}

export function textOfKey({ text }: Version, { member }: UnrecognizedKey): string {
  const indent = lineIndent(text, member.keyStart);
  const [first = "", ...rest] = sliceOf(text, member.value).split(/\r?\n/);
  const lines = rest.map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line));
  return [first, ...lines].join("\n");
}

export function checkKeys(keys: readonly KeyChange[]): InputProblem[] {
  return keys.flatMap(({ path, text }): InputProblem[] => {
    if (text === null) return [];
    const [problem] = readJson(text).problems;
    if (problem === undefined) return [];
    const { line, column, message } = wordsFor(text, problem, "typed");
    return [{ path, message: `Line ${line}, column ${column}: ${message}` }];
  });
}

/** Every other byte stays the same. @throws AppError `not-found` for a key that the version does not have */
export function withKeys(from: Version, keys: readonly KeyChange[]): Version {
  if (keys.length === 0) return from;
  const texts = new Map(keys.map(({ path, text }) => [path, text]));
  const places = [...texts].map(([path, text]) => ({ place: findKey(from, path), text }));
  // Values are replaced from the end of the text, so that earlier offsets stay valid. The result is parsed once,
  // which is fast even for many keys.
  const set = places
    .flatMap(({ place, text }) => (text === null ? [] : [{ place, text }]))
    .sort((a, b) => b.place.member.value.start - a.place.member.value.start);
  const whole = set.reduce((text, one) => spliced(text, one.place, one.text), from.text);
  const after = Version.parse(encode(whole, from.bom), from.choice, "file", from.hint, from);
  // Each value is valid on its own, but together they may exceed the limits.
  if (!after.usable) throw tooMuch(after.problems[0]?.message ?? "The file can no longer be read.");
  const edits = set.map(({ place, text }) => ({ segments: place.segments, value: valueIn(text) }));
  verifyEdit(from, after, edits);
  const removed = places.flatMap(({ place: { segments }, text }) => (text === null ? [{ segments }] : []));
  return removed.length === 0 ? after : after.edited(removed);
}

/** @throws AppError `not-found` */
function findKey(version: Version, path: string): UnrecognizedKey {
  const key = version.unrecognizedKeys.find(({ segments }) => showPath(segments) === path);
  if (key) return key;
  throw new AppError(
    "not-found",
    `The file has no unrecognized key ${path} anymore. Check the history to see whether it was removed.`,
  );
}

function spliced(text: string, { member }: UnrecognizedKey, typed: string): string {
  const indent = lineIndent(text, member.keyStart);
  const [first = "", ...rest] = typed.trim().split(/\r?\n/);
  const end = text.includes("\r\n") ? "\r\n" : "\n";
  const value = [first, ...rest.map((line) => indent + line)].join(end);
  return text.slice(0, member.value.start) + value + text.slice(member.value.end);
}

/** The text must have passed `checkKeys`. */
export function valueIn(text: string): JsonValue {
  const { root } = readJson(text);
  if (!root) throw new Error("The text of a key was not checked.");
  return valueOf(text, root);
}
