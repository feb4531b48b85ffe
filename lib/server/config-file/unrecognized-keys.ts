import "server-only";
import type { Author } from "@/lib/shared/author";
import type { OtherKey } from "@/lib/shared/contract/config";
import { lineIndent } from "@/lib/shared/json/style";
import { sliceOf } from "@/lib/shared/json/tree";
import { saveOperations } from "./save-operations";
import type { OpenFile } from "./open-file";
import { findKey } from "./key-edits";
import { readingOf } from "./reading";
import { type Save, unusable } from "./save";
import { type FileSnapshot, readAndRecord } from "./file-snapshot";

/*
 * Keys of the file that are not settings belong to the operator. Their values may be secrets, so a value leaves the
 * server only if somebody requests its key. The keys are saved together with settings (`save-operations.ts`).
 */

export interface SaveOther {
  baseEtag: string;
  /** A path from the document's `unknown`. */
  path: string;
  /** The new value as JSON; null removes the key. */
  text: string | null;
  author: Author;
  note?: string | null;
  onSecretChange?: Save["onSecretChange"];
}

/**
 * The value at a path from the document's `unknown`, secrets included.
 * @throws AppError `not-found`; `config-unusable`
 */
export async function readOther(config: OpenFile, path: string): Promise<OtherKey> {
  const current = await readAndRecord(config);
  if (!current.version) throw unusable(current);
  const { text } = current.version;
  const { member } = findKey(readingOf(current.version, config.naming), path);
  const indent = lineIndent(text, member.keyStart);
  const [first = "", ...rest] = sliceOf(text, member.value).split(/\r?\n/);
  const lines = rest.map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line));
  return { path, etag: current.etag, text: [first, ...lines].join("\n") };
}

/**
 * Replaces or removes the value of one key. Every other byte of the file stays the same.
 * @throws AppError `invalid-settings` for text that is not JSON; `not-found`; the errors of `save`
 */
export function saveOther(config: OpenFile, { path, text, ...rest }: SaveOther): Promise<FileSnapshot> {
  return saveOperations(config, { ...rest, operations: [], keys: [{ path, text }] });
}
