import type { Span } from "./tree";

/** Where a cursor is in the structure of a JSON text. The text may be invalid. */
export interface JsonLocation {
  /** Keys and indexes from the root to the cursor. The last key is "" if nothing has been typed yet. */
  readonly path: readonly (string | number)[];
  /** Whether the cursor is at a key. If not, the cursor is at a value. */
  readonly isKey: boolean;
  /** The key, string, number or word that contains the cursor. */
  readonly token: Span | null;
}

const tokens = /"(?:[^"\\\n]|\\.)*"?|[{}[\],:]|\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)|[^\s{}[\],:"/]+|\//g;

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

const nextAfter = (step: string | number | undefined): string | number =>
  typeof step === "number" ? step + 1 : "";

function keyOf(word: string): string {
  try {
    return JSON.parse(word) as string;
  } catch {
    return word.replace(/^"|"$/g, "");
  }
}
