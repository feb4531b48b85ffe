import "server-only";
import {
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type Node,
  parseDocument,
  Scalar,
} from "yaml";
import { AppError, type InputProblem } from "@/lib/errors";

/** A mistake in the document. Lines and columns start at 1. */
export interface DocumentProblem extends InputProblem {
  line: number;
  column: number;
}

export type Path = readonly (string | number)[];

/**
 * Maximum number of values after aliases are expanded. Aliases can multiply values, but the parser's limits
 * apply only to the text.
 */
const MOST_VALUES = 50_000;
/** Maximum length in characters. Keys must be short, because each value stores the keys above it as its path. */
const LONGEST_KEY = 100;
const MOST_SYNTAX_PROBLEMS = 10;

/** A document as plain values with their positions. Numbers are strings, exactly as written in the document. */
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

/** Formats a path, such as `bots[2].guilds[0].permissions`. */
const shown = (path: Path) =>
  path.reduce<string>(
    (text, part) =>
      typeof part === "number" ? `${text}[${part}]` : text === "" ? String(part) : `${text}.${part}`,
    "",
  );

/**
 * Reads a YAML or JSON document. If it has syntax errors, they are in `problems`, and `value` is undefined.
 * @throws AppError `body-too-large`, `invalid-document` if the document exceeds the limits
 */
export function readDocument(text: string): ReadDocument {
  checkLimits(text);
  const lines = new LineCounter();
  // The schema `failsafe` reads all scalars as strings, so that ids above 2^53 keep all their digits. Unique
  // keys and pretty errors are turned off, because both take quadratic time.
  const parsed = parseDocument(text, {
    schema: "failsafe",
    lineCounter: lines,
    uniqueKeys: false,
    prettyErrors: false,
  });
  const values = new Map<string, number>();
  const keys = new Map<string, number>();
  const problems: DocumentProblem[] = [];

  const at = (offset: number, path: Path, message: string): DocumentProblem => {
    const { line, col } = lines.linePos(offset);
    return { path: shown(path), message, line: Math.max(1, line), column: Math.max(1, col) };
  };
  for (const { pos, message } of [...parsed.errors, ...parsed.warnings].slice(0, MOST_SYNTAX_PROBLEMS))
    problems.push(at(pos[0], [], `Not valid YAML: ${message.replace(/\.?$/, ".")}`));

  let count = 0;
  const add = (offset: number, path: Path, message: string) => {
    problems.push(at(offset, path, message));
    return undefined;
  };
  function plain(node: Node | null | undefined, path: Path, place: number): unknown {
    const offset = node?.range?.[0] ?? place;
    values.set(keyOf(path), offset);
    count += 1;
    if (path.length > DEEPEST || count > MOST_VALUES) {
      const words = "This is nested too deeply, or aliases make it too large. Shorten it.";
      return count > MOST_VALUES + 1 ? undefined : add(offset, path, words);
    }
    if (isAlias(node)) {
      const anchor = node.resolve(parsed);
      if (anchor) return plain(anchor, path, offset);
      return add(
        offset,
        path,
        `No anchor "${brief(node.source)}" is defined above this line. Write the value instead.`,
      );
    }
    if (isSeq(node)) return node.items.map((item, at) => plain(item as Node, [...path, at], offset));
    if (isScalar(node)) return scalar(node);
    if (!isMap(node)) return null;
    const members = new Map<string, unknown>();
    for (const item of node.items) {
      const key = isPair(item) ? (item.key as Node | null) : null;
      if (!isScalar(key) || typeof key.value !== "string") {
        add(key?.range?.[0] ?? offset, path, "A key must be a word.");
        continue;
      }
      const start = key.range?.[0] ?? offset;
      if (key.value.length > LONGEST_KEY) {
        add(start, path, `The key "${brief(key.value)}" is too long. Check for a missing quotation mark.`);
        continue;
      }
      if (members.has(key.value))
        add(start, [...path, key.value], `The key "${brief(key.value)}" occurs twice. Remove one.`);
      keys.set(keyOf([...path, key.value]), start);
      members.set(key.value, plain(item.value as Node | null, [...path, key.value], start));
    }
    return Object.fromEntries(members);
  }
  const value = problems.length > 0 ? undefined : plain(parsed.contents, [], 0);

  const placeOf = (path: Path): number => {
    for (let length = path.length; length >= 0; length -= 1) {
      const known = values.get(keyOf(path.slice(0, length)));
      if (known !== undefined) return known;
    }
    return 0;
  };
  return {
    value,
    problems,
    problemAt: (path, message) => at(placeOf(path), path, message),
    problemAtKey: (path, message) => at(keys.get(keyOf(path)) ?? placeOf(path), path, message),
  };
}

/** Prepares text from the document for a message: shortens it and replaces control characters. */
export const brief = (text: string) => {
  const clean = text.slice(0, 200).replace(/\p{C}/gu, "\ufffd");
  return clean.length > 60 ? `${clean.slice(0, 60)}…` : clean;
};

function scalar({ type, value }: Scalar): unknown {
  if (type !== Scalar.PLAIN) return value;
  const text = typeof value === "string" ? value : "";
  if (/^(?:true|false)$/i.test(text)) return text.toLowerCase() === "true";
  return /^(?:|~|null)$/i.test(text) ? null : text;
}

/** Maximum size in bytes, enough for about 1,500 bots. */
export const LARGEST_DOCUMENT = 256 * 1024;
const MOST_TOKENS = 150_000;
/** Maximum nesting. A valid document needs five levels. */
const DEEPEST = 16;
const MOST_ALIASES = 200;

const refuse = (words: string) => new AppError("invalid-document", `${words} Nothing was changed.`);

export const tooLarge = () =>
  new AppError(
    "body-too-large",
    `The document is larger than ${LARGEST_DOCUMENT / 1024} KiB. Split it into several documents, and provision them one by one.`,
  );

/**
 * Refuses texts that would block the YAML parser, exhaust its memory or crash it. For example, a hundred
 * thousand nested brackets overflow the stack of the recursive parser.
 * @throws AppError `body-too-large`, `invalid-document`
 */
function checkLimits(text: string): void {
  if (Buffer.byteLength(text) > LARGEST_DOCUMENT) throw tooLarge();
  let tokens = 0;
  let brackets = 0;
  /** The number of collections that the current line opens with "- " or "? ". */
  let dashes = 0;
  let aliases = 0;
  let isScalar = false;
  for (const token of new Lexer().lex(text)) {
    tokens += 1;
    // The lexer marks a scalar with U+001F. The next token is the scalar's text, so its brackets are not syntax.
    if (!isScalar) {
      if (token === "[" || token === "{") brackets += 1;
      else if (token === "]" || token === "}") brackets -= 1;
      else if (token === "-" || token === "?") dashes += 1;
      else if (token.includes("\n")) dashes = 0;
      else if (token.startsWith("*")) aliases += 1;
    }
    isScalar = token === "\u001f";
    if (brackets > DEEPEST || dashes > DEEPEST)
      throw refuse(`The document nests more than ${DEEPEST} levels deep. Flatten it.`);
    if (aliases > MOST_ALIASES)
      throw refuse(
        `The document has more than ${MOST_ALIASES} aliases. Replace some of them with their values.`,
      );
    if (tokens > MOST_TOKENS)
      throw refuse(
        "The document has too many parts. Split it into several documents, and provision them one by one.",
      );
  }
}
