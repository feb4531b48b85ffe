import "server-only";
import { isUtf8 } from "node:buffer";
import type { Problem } from "@/lib/shared/contract/config-snapshot";
import { maxDepth, maxKeys, maxNumberLength, maxValues } from "@/lib/shared/json/read";
import { causeOf } from "@/lib/shared/json/cause";
import { type JsonProblem, placeOf } from "@/lib/shared/json/tree";

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

export function encode(text: string, bom: boolean): Buffer {
  const bytes = Buffer.from(text, "utf8");
  return bom ? Buffer.concat([byteOrderMark, bytes]) : bytes;
}

export function decode(bytes: Buffer): { text: string; bom: boolean } | { problem: Problem } {
  const bom = bytes.subarray(0, 3).equals(byteOrderMark);
  const body = bom ? bytes.subarray(3) : bytes;
  try {
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body), bom };
  } catch {
    return { problem: encodingProblem(body) };
  }
}

function encodingProblem(bytes: Buffer): Problem {
  const start = bytes.length >= 2 ? bytes.readUInt16BE(0) : 0;
  if (start === 0xfffe || start === 0xfeff) {
    return { severity: "error", message: "The file is UTF-16. Save it as UTF-8.", line: 1, column: 1 };
  }
  const again = Buffer.from(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes), "utf8");
  let offset = 0;
  while (bytes[offset] === again[offset]) offset += 1;
  const before = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(0, offset));
  return {
    severity: "error",
    message: "The file is not UTF-8 text. Save it as UTF-8.",
    ...placeOf(before, before.length),
  };
}

export function decodeLeniently(bytes: Buffer): string {
  const start = bytes.length >= 2 ? bytes.readUInt16BE(0) : 0;
  const isLittle = start === 0xfffe || (start > 0xff && (start & 0xff) === 0);
  const isBig = start === 0xfeff || (start > 0 && start <= 0xff);
  if (isLittle || isBig) return new TextDecoder(isLittle ? "utf-16le" : "utf-16be").decode(bytes);
  const body = bytes.subarray(0, 3).equals(byteOrderMark) ? bytes.subarray(3) : bytes;
  return body.toString("latin1").replace(/[\x80-\xff]+/g, decodeRun);
}

/** Decodes as Windows-1252, in which every byte is a character, what is not UTF-8. */
function decodeRun(run: string): string {
  const bytes = Buffer.from(run, "latin1");
  return new TextDecoder(isUtf8(bytes) ? "utf-8" : "windows-1252", { ignoreBOM: true }).decode(bytes);
}

/** A file on disk may be in the middle of a rewrite; a typed text cannot. */
export type TextSource = "file" | "typed";

/** Lines and columns are counted from 1. */
export function wordsFor(
  text: string,
  problem: JsonProblem,
  source: TextSource = "file",
): { message: string; line: number; column: number } {
  // For truncated text, report the position of its end.
  const isAtEnd = problem.atEnd || problem.code === "unclosed-string";
  const offset = problem.atEnd && isBlank(text) ? 0 : isAtEnd ? problem.end : problem.start;
  return { message: messageFor(text, problem, source), ...placeOf(text, offset) };
}

const isBlank = (text: string): boolean => text.trim() === "";

function messageFor(text: string, problem: JsonProblem, source: TextSource): string {
  const { code, start, key = "", container, atEnd } = problem;
  if (atEnd && source === "typed") {
    return isBlank(text) ? "The text is empty." : "The text is cut off here. Add the missing end.";
  }
  if (atEnd) {
    const cause = isBlank(text) ? "The file is empty" : "The file is cut off";
    return `${cause}. Another program is probably rewriting it. If this message does not disappear, restore a version from the history.`;
  }
  const cause = causeOf(text, problem);
  if (cause !== undefined) return cause;
  const [closer, name] = container === "array" ? ["]", "list"] : ["}", "object"];
  switch (code) {
    case "after-end":
      return "There is text after the end of the JSON. Remove it.";
    case "too-deep":
      return `The file is nested deeper than ${maxDepth} levels here. Flatten it.`;
    case "long-number":
      return `This number has more than ${maxNumberLength} characters. Shorten it.`;
    case "too-many-keys":
      return `The file has more than ${maxKeys.toLocaleString("en")} keys. Remove keys that the instance does not need.`;
    case "too-many-values":
      return `The file has more than ${maxValues.toLocaleString("en")} values. Make its lists shorter.`;
    case "trailing-comma":
      return `Remove this comma: nothing follows it in its ${name}.`;
    case "duplicate-key":
      return `The key “${key}” appears twice in the same object. Remove one.`;
    case "forbidden-key":
      return `The key “${key}” is not allowed. Remove it.`;
    case "unclosed-string":
      return "The closing double quote is missing here.";
    case "control-character":
      return `A string contains a control character here. Write it as “${escaped(text, start)}” or remove it.`;
    case "invalid-escape":
      return "This escape is not valid JSON. Write a backslash as “\\\\”.";
    case "comment":
      return noComments;
    default:
  }
  if (text[start] === "#") return noComments;
  if (text[start] === "'") return "Strings need double quotes in JSON.";
  switch (code) {
    case "unquoted-key":
      return "Keys need double quotes in JSON.";
    case "missing-key":
      return "A key in double quotes is missing here.";
    case "missing-colon":
      return `A colon is missing after the key “${key}”.`;
    case "missing-comma":
    case "unclosed":
      return `A comma or “${closer}” is missing here.`;
    case "invalid-number":
      return "This is not a valid number. Write digits, with a point for decimals.";
    case "invalid-value":
      return "Not valid JSON: strings need double quotes.";
    case "missing-value":
      return "A value is missing here.";
  }
}

const noComments = "JSON does not allow comments. Remove this comment.";

const escaped = (text: string, at: number): string =>
  `\\u${text.charCodeAt(at).toString(16).padStart(4, "0")}`;
