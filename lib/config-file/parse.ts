import "server-only";
import { createHash } from "node:crypto";
import type { Problem } from "@/lib/config/document";
import type { JsonObject } from "./json";
import { isObject, readJson } from "./read-json";

/** Larger files are described, not read. The largest real ones are a few hundred kilobytes. */
export const maxBytes = 8 * 1024 * 1024;

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/** One version of the file, taken apart. `text` is without the byte order mark; offsets in `root` count in it. */
export interface Version {
  /** SHA-256 of the bytes, hex. */
  readonly etag: string;
  readonly bytes: Buffer;
  readonly bom: boolean;
  readonly text: string;
}
export interface UsableVersion extends Version {
  readonly root: JsonObject;
}
export type Parsed =
  | { readonly usable: true; readonly version: UsableVersion }
  | { readonly usable: false; readonly etag: string; readonly problems: readonly Problem[] };

export const etagOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** Takes bytes apart. Never throws: what is wrong is told with line and column, both from 1. */
export function parse(bytes: Buffer): Parsed {
  const etag = etagOf(bytes);
  if (bytes.length > maxBytes) {
    return broken(
      etag,
      `The file has ${bytes.length} bytes; the panel reads at most ${maxBytes}. Make it smaller.`,
    );
  }
  const decoded = decode(bytes);
  if ("problem" in decoded) return { usable: false, etag, problems: [decoded.problem] };
  const { text, bom } = decoded;
  const { root, problems } = readJson(text);
  if (!root) {
    return {
      usable: false,
      etag,
      problems: problems.map(({ offset, message }) => ({
        severity: "error",
        message,
        ...placeOf(text, offset),
      })),
    };
  }
  if (!isObject(root)) {
    return broken(
      etag,
      "The file must hold an object: it starts with “{” and ends with “}”.",
      placeOf(text, root.start),
    );
  }
  if (!agreesWithPlatform(text)) return broken(etag, "The file is not valid JSON.");
  return { usable: true, version: { etag, bytes, bom, text, root } };
}

/** The bytes of a text, with the byte order mark that the file had. */
export function encode(text: string, bom: boolean): Buffer {
  const bytes = Buffer.from(text, "utf8");
  return bom ? Buffer.concat([byteOrderMark, bytes]) : bytes;
}

/** Line and column, both from 1, of an offset. */
export function placeOf(text: string, offset: number): { line: number; column: number } {
  let line = 1;
  let lineStart = 0;
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) {
    line += 1;
    lineStart = at + 1;
  }
  return { line, column: offset - lineStart + 1 };
}

function broken(etag: string, message: string, place: { line?: number; column?: number } = {}): Parsed {
  return { usable: false, etag, problems: [{ severity: "error", message, ...place }] };
}

/** Two readers must agree before a file counts as usable: what the instance reads is read by JSON.parse. */
function agreesWithPlatform(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function decode(bytes: Buffer): { text: string; bom: boolean } | { problem: Problem } {
  const bom = bytes.subarray(0, 3).equals(byteOrderMark);
  const body = bom ? bytes.subarray(3) : bytes;
  try {
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body), bom };
  } catch {
    return { problem: encodingProblem(body) };
  }
}

/** Where the bytes stop being UTF-8: the first byte at which decoding leniently and encoding again differ. */
function encodingProblem(bytes: Buffer): Problem {
  const start = bytes.length >= 2 ? bytes.readUInt16BE(0) : 0;
  if (start === 0xfffe || start === 0xfeff) {
    return { severity: "error", message: "The file is UTF-16. Save it as UTF-8.", line: 1, column: 1 };
  }
  const again = Buffer.from(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes), "utf8");
  let offset = 0;
  while (offset < bytes.length && bytes[offset] === again[offset]) offset += 1;
  const before = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(0, offset));
  return {
    severity: "error",
    message: "There are bytes here that are not UTF-8 text. Save the file as UTF-8.",
    ...placeOf(before, before.length),
  };
}
