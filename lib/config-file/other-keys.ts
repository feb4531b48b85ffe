import "server-only";
import type { OtherKey } from "@/lib/config/other-key";
import { AppError } from "@/lib/errors";
import type { Context } from "./context";
import { type Current, observe } from "./current";
import { editText } from "./edit";
import { type JsonValue, showPath, sliceOf, valueOf } from "./json";
import { encode, placeOf, type UsableVersion } from "./parse";
import { readJson } from "./read-json";
import { type Reading, readingOf, type UnknownKey } from "./reading";
import { save, unusable } from "./save";
import { lineIndent } from "./style";
import { verifyEdit } from "./verify-edit";

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
 * Replaces one key's value by the text as it was typed, or removes the key; every other byte of the file stays.
 * @throws AppError `invalid-settings` for text that is not JSON; `not-found`; and as `save`
 */
export async function saveOther(context: Context, { path, text, ...rest }: SaveOther): Promise<Current> {
  if (text !== null) read(text);
  return save(context, {
    ...rest,
    paths: [path],
    build: (current) => {
      const { reading, found } = find(context, current, path);
      const { text: whole, root, bom } = reading.version;
      const edited =
        text === null
          ? editText(whole, root, [{ segments: found.segments }])
          : spliced(reading.version, found, text);
      return encode(edited, bom);
    },
  });
}

/** The file with the value as it was typed, set in at the key's place. */
function spliced(version: UsableVersion, { segments, member }: UnknownKey, typed: string): string {
  const { text, root } = version;
  const indent = lineIndent(text, member.keyStart);
  const lines = typed.trim().split(/\r?\n/);
  const [first = "", ...rest] = lines;
  const end = text.includes("\r\n") ? "\r\n" : "\n";
  const value = [first, ...rest.map((line) => indent + line)].join(end);
  const edited = text.slice(0, member.value.start) + value + text.slice(member.value.end);
  const now = readJson(edited).root;
  if (now?.type !== "object") throw new Error("An edit would have produced a text that is no JSON object.");
  verifyEdit({ text, root }, { text: edited, root: now }, [{ segments, value: read(typed) }]);
  return edited;
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
