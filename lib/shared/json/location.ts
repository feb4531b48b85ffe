import type { Span } from "./tree";

/** The position of a cursor in a JSON text, which may be broken. */
export interface JsonLocation {
  /** Keys and indexes from the root; the last is "" for a key that has not been typed yet. */
  readonly path: readonly (string | number)[];
  /** Whether the cursor is at a key, rather than a value. */
  readonly isKey: boolean;
  /** The key, string, number or word at the cursor. */
  readonly token: Span | null;
}

const tokens = /"(?:[^"\\\n]|\\.)*"?|[{}[\],:]|\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)|[^\s{}[\],:"/]+|\//g;

/** The location of `offset`, determined from the text before it. */
export function locate(text: string, offset: number): JsonLocation {
  const path: (string | number)[] = [];
  let isKey = false;
  for (const { 0: word, index: start } of text.matchAll(tokens)) {
    const end = start + word.length;
    const last = path.length - 1;
    if (start > offset || (start === offset && /^[{}[\],:/]/.test(word))) break;
    switch (word[0]) {
      case "{":
      case "[":
        path.push(word === "{" ? "" : 0);
        isKey = word === "{";
        break;
      case "}":
      case "]":
        path.pop();
        isKey = false;
        break;
      case ":":
        isKey = false;
        break;
      case ",":
        isKey = typeof path[last] === "string";
        if (last >= 0) path[last] = nextAfter(path[last]);
        break;
      case "/":
        break;
      default:
        if (isKey && word.startsWith('"')) path[last] = keyOf(word);
        if (end >= offset) return { path, isKey, token: { start, end } };
    }
  }
  return { path, isKey, token: null };
}

/** The next index of a list, or a key that has not been typed yet. */
const nextAfter = (step: string | number | undefined): string | number =>
  typeof step === "number" ? step + 1 : "";

/** A key's content, even if its closing quote is missing. */
function keyOf(word: string): string {
  try {
    return JSON.parse(word) as string;
  } catch {
    return word.replace(/^"|"$/g, "");
  }
}
