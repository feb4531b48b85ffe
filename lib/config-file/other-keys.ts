import "server-only";
import type { OtherKey } from "@/lib/config/other-key";
import { AppError } from "@/lib/errors";
import type { Context } from "./context";
import { type Current, observe } from "./current";
import { editText } from "./edit";
import { type JsonValue, showPath, sliceOf, valueOf } from "./json";
import { encode, placeOf } from "./parse";
import { readJson } from "./read-json";
import { type Reading, readingOf, type UnknownKey } from "./reading";
import { save, unusable } from "./save";
import { lineIndent } from "./style";

/*
 * Keys of the file that are no settings. They belong to the operator: they are shown, edited and removed one at a time,
 * and what they hold leaves the server only when somebody asks for that one key, since it may be a secret.
 */

export interface SaveOther {
  baseEtag: string;
  /** One of the document's `unknown`. */
  path: string;
  /** The new value as JSON; null removes the key. */
  text: string | null;
  author: string;
  note?: string | null;
}

/**
 * What stands at one of the document's `unknown` paths, secrets included.
 * @throws AppError `not-found`; `config-unusable`
 */
export async function readOther(context: Context, path: string): Promise<OtherKey> {
  const current = await observe(context);
  const { reading, found } = find(context, current, path);
  const { text } = reading.version;
  const indent = lineIndent(text, found.member.keyStart);
  const [first = "", ...rest] = sliceOf(text, found.member.value).split(/\r?\n/);
  const lines = rest.map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line));
  return { path, etag: current.etag, text: [first, ...lines].join("\n") };
}

/**
 * Replaces or removes one key; every other byte of the file stays.
 * @throws AppError `invalid-settings` for text that is not JSON; `not-found`; and as `save`
 */
export async function saveOther(context: Context, { path, text, ...rest }: SaveOther): Promise<Current> {
  const value = text === null ? undefined : read(text);
  return save(context, {
    ...rest,
    paths: [path],
    build: (current) => {
      const { reading, found } = find(context, current, path);
      const { text: whole, root, bom } = reading.version;
      return encode(editText(whole, root, [{ segments: found.segments, value }]), bom);
    },
  });
}

function read(text: string): JsonValue {
  const { root, problems } = readJson(text);
  if (root) return valueOf(text, root);
  const [first] = problems;
  const { line, column } = placeOf(text, first?.offset ?? 0);
  throw new AppError("invalid-settings", "The value is not valid JSON. Nothing was saved.", {
    problems: [{ path: "text", message: `Line ${line}, column ${column}: ${first?.message ?? ""}` }],
  });
}

function find(context: Context, current: Current, path: string): { reading: Reading; found: UnknownKey } {
  if (!current.version) throw unusable(current);
  const reading = readingOf(current.version, context.naming);
  const found = reading.unknown.find(({ segments }) => showPath(segments) === path);
  if (found) return { reading, found };
  throw new AppError(
    "not-found",
    `The file has no other key ${path} now. It may have been removed; look at the history.`,
  );
}
