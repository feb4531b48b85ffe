import "server-only";
import { AppError, type InputProblem } from "@/lib/errors";
import { readJson } from "@/lib/shared/json/read";
import { type JsonNode, type JsonProblem, placeOf, sliceOf } from "@/lib/shared/json/tree";

/** A mistake in the document. Lines and columns start at 1. */
export interface DocumentProblem extends InputProblem {
  line: number;
  column: number;
}

export type Path = readonly (string | number)[];

/** Maximum length in characters. Keys must be short, because each value stores the keys above it as its path. */
const LONGEST_KEY = 100;
const MOST_SYNTAX_PROBLEMS = 10;
/** Maximum nesting. A valid document needs five levels. */
const DEEPEST = 16;
/** Maximum size in bytes, enough for about 1,500 bots. */
export const LARGEST_DOCUMENT = 256 * 1024;

/** Numbers are strings, exactly as written in the document. */
export interface ReadDocument {
  value: unknown;
  problems: DocumentProblem[];
  /**
   * Creates a problem at the position of the value with this path, or of the closest enclosing value if the
   * document has no value there.
   */
  problemAt(path: Path, message: string): DocumentProblem;
  problemAtKey(path: Path, message: string): DocumentProblem;
}

const keyOf = (path: Path) => JSON.stringify(path);

const shown = (path: Path) =>
  path.reduce<string>(
    (text, part) =>
      typeof part === "number" ? `${text}[${part}]` : text === "" ? String(part) : `${text}.${part}`,
    "",
  );

export const tooLarge = () =>
  new AppError(
    "body-too-large",
    `The document is larger than ${LARGEST_DOCUMENT / 1024} KiB. Split it into several documents, and provision them one by one.`,
  );

const SYNTAX: Partial<Record<JsonProblem["code"], string>> = {
  "duplicate-key": "occurs twice. Remove one.",
  "forbidden-key": "is not allowed. Remove it.",
};

function syntaxWords({ code, key }: JsonProblem): string {
  const words = SYNTAX[code];
  if (words !== undefined) return `The key "${brief(key ?? "")}" ${words}`;
  if (code === "too-deep") return `The document nests more than ${DEEPEST} levels deep. Flatten it.`;
  if (code === "too-many-keys") return "The document has too many parts. Split it into several documents.";
  return "Not valid JSON. Check for a missing quotation mark, comma or bracket here.";
}

/**
 * Reads a JSON document. If it has syntax errors, they are in `problems`, and `value` is undefined.
 * @throws AppError `body-too-large`
 */
export function readDocument(text: string): ReadDocument {
  if (Buffer.byteLength(text) > LARGEST_DOCUMENT) throw tooLarge();
  const values = new Map<string, number>();
  const keys = new Map<string, number>();
  const at = (offset: number, path: Path, message: string): DocumentProblem => ({
    path: shown(path),
    message,
    ...placeOf(text, offset),
  });
  const { root, problems: faults } = readJson(text, DEEPEST);
  const problems = faults
    .slice(0, MOST_SYNTAX_PROBLEMS)
    .map((problem) => at(problem.start, [], syntaxWords(problem)));

  function plain(node: JsonNode, path: Path): unknown {
    values.set(keyOf(path), node.start);
    if (node.type === "array") return node.items.map((item, index) => plain(item, [...path, index]));
    if (node.type !== "object") return scalar(sliceOf(text, node));
    return Object.fromEntries(
      node.members.flatMap(({ key, keyStart, value }) => {
        if (key.length > LONGEST_KEY) {
          problems.push(at(keyStart, path, `The key "${brief(key)}" is too long. Shorten it.`));
          return [];
        }
        keys.set(keyOf([...path, key]), keyStart);
        return [[key, plain(value, [...path, key])]];
      }),
    );
  }
  const value = root ? plain(root, []) : undefined;

  const placed = (path: Path): number => {
    for (let length = path.length; length >= 0; length -= 1) {
      const known = values.get(keyOf(path.slice(0, length)));
      if (known !== undefined) return known;
    }
    return 0;
  };
  return {
    value,
    problems,
    problemAt: (path, message) => at(placed(path), path, message),
    problemAtKey: (path, message) => at(keys.get(keyOf(path)) ?? placed(path), path, message),
  };
}

/** Returns a scalar's value. Numbers stay text, so that ids above 2^53 keep all their digits. */
const scalar = (written: string): unknown =>
  /^["tfn]/.test(written) ? (JSON.parse(written) as unknown) : written;

export const brief = (text: string) => {
  const clean = text.slice(0, 200).replace(/\p{C}/gu, "\ufffd");
  return clean.length > 60 ? `${clean.slice(0, 60)}…` : clean;
};
