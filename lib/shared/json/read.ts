import {
  type JsonArray,
  type JsonFault,
  type JsonMember,
  type JsonNode,
  type JsonObject,
  type JsonProblem,
  longListsIn,
  type ReadText,
  sharedList,
  valueOf,
} from "./tree";
import { type JsonValue, parsedJson } from "./value";

/*
 * The reader is one class in one file, because it is a state machine whose steps share the position and the containers.
 */

/** Texts with deeper nesting are refused, so that code that processes the result can recurse safely. */
export const maxDepth = 200;
/** Maximum nesting of request and response bodies. No body needs that many levels. */
const bodyDepth = 64;
/** Texts with more keys are refused, to limit the time for parsing. */
export const maxKeys = 20_000;
export const maxValues = 250_000;
/** Numbers with more characters are refused, because converting millions of digits takes seconds. */
export const maxNumberLength = 400;
/** How many lists a text shares at most with an earlier text, because each is looked for at each list. */
const mostShared = 10;
/** Maximum number of problems that are listed. */
const maxProblems = { strict: 20, tolerant: 100 };

export type ReadResult =
  | { root: JsonNode; problems: readonly [] }
  | { root: null; problems: readonly JsonProblem[] };

/**
 * Reads strict JSON (RFC 8259) into a tree of positions. Comments, trailing commas, duplicate keys and `__proto__` are
 * reported as problems. Reading stops at the first syntax error. The reader does not recurse, so that deep nesting
 * cannot exhaust the stack.
 */
export function readJson(text: string, depth = maxDepth): ReadResult {
  return strictly(new Reader(text, depth, "strict"));
}

/**
 * Like `readJson`, but accepts repeated keys, because the instance reads such a file, too (`repeatedKeys`).
 * @param earlier a text whose longest lists are shared, so that they are not read again if they did not change
 */
export function readWithRepeats(text: string, earlier?: ReadText): ReadResult {
  const lists = earlier ? longListsIn(earlier.text, earlier.root) : [];
  const known = lists.toSorted((a, b) => b.slice.length - a.slice.length).slice(0, mostShared);
  return strictly(new Reader(text, maxDepth, "strict", true, known));
}

function strictly(reader: Reader): ReadResult {
  const { root, problems } = reader.read();
  return root && problems.length === 0 ? { root, problems: [] } : { root: null, problems };
}

/**
 * Reads a text that is still being typed: reading continues after syntax errors. `root` contains everything
 * that could be parsed, except keys without a value. If there are problems, do not call `valueOf`: strings
 * may lack the closing quote or contain broken escapes.
 */
export function readTolerantly(text: string): {
  root: JsonNode | undefined;
  problems: readonly JsonProblem[];
} {
  return new Reader(text, maxDepth, "tolerant").read();
}

/**
 * Parses JSON as strictly as the configuration file: a repeated key and the key `__proto__` are errors, because parsers
 * interpret them differently. Integers beyond 2^53 are returned as bigint, so that 64-bit numbers keep all digits.
 * @throws SyntaxError that describes the first problem and its offset
 */
export function parseJson(text: string, depth = bodyDepth): JsonValue {
  const { root, problems } = readJson(text, depth);
  if (root) return valueOf(text, root);
  throw new SyntaxError(`${problems[0]?.code ?? "invalid"} at ${problems[0]?.start ?? 0}`);
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

interface Frame {
  readonly closer: number;
  readonly node: Mutable<JsonObject & { members: JsonMember[] }> | Mutable<JsonArray & { items: JsonNode[] }>;
  readonly keys: Set<string>;
  /** The key whose value is expected next. */
  key: Omit<JsonMember, "value"> | null;
  /** Whether an entry was started since the opening bracket or the last comma. */
  hasItems: boolean;
  /** Offset of the last comma if nothing follows it yet; else -1. */
  comma: number;
}

const [quote, comma, slash, colon, backslash] = [0x22, 0x2c, 0x2f, 0x3a, 0x5c];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Matches a string without escapes, which needs no further checks. Most strings match. */
const plainString = /"[^"\\\u0000-\u001f]*"/y;
const scalarPattern = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const escapePattern = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const commentPattern = /\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)/y;
const wordPattern = /[^ \t\n\r,:{}[\]"]*/y;
const tokenPattern = /"(?:[^"\\\n]|\\.)*"?|[,:{}[\]]|[^ \t\n\r,:{}[\]"]+/y;
/** Matches an invalid entry of an object, up to the next comma or bracket. The reader skips the entry. */
const entryPattern = /(?:"(?:[^"\\\n]|\\.)*"?|[^,{}[\]"\n])*/y;
/** Matches the beginning of a literal or a number that may have been cut off. */
const cutValue = /^(?:t|tr|tru|f|fa|fal|fals|n|nu|nul|-?(?:\d+(?:\.|[eE][+-]?))?)$/;

/** Returns where the match of a sticky pattern at `start` ends; `start` if the pattern does not match. */
function endOf(pattern: RegExp, text: string, start: number): number {
  pattern.lastIndex = start;
  return pattern.test(text) ? pattern.lastIndex : start;
}

/** Returns where the string that starts at an offset ends; -1 if it does not. */
function closingQuote(text: string, start: number): number {
  let at = start;
  let first: number;
  do {
    at = text.indexOf('"', at + 1);
    first = at;
    while (text.charCodeAt(first - 1) === backslash) first -= 1;
  } while ((at - first) % 2 === 1);
  return at;
}

class Stopped extends Error {}

class Reader {
  private readonly problems: JsonProblem[] = [];
  private readonly stack: Frame[] = [];
  private root: JsonNode | undefined;
  private at = 0;
  private keys = 0;
  private values = 0;

  constructor(
    private readonly text: string,
    private readonly depth: number,
    private readonly way: "strict" | "tolerant",
    private readonly mayRepeat = false,
    private readonly known: ReturnType<typeof longListsIn> = [],
  ) {}

  read(): { root: JsonNode | undefined; problems: JsonProblem[] } {
    try {
      this.value();
      for (let frame = this.stack.at(-1); frame; frame = this.stack.at(-1)) this.step(frame);
      this.finish();
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
      for (const { node } of this.stack) node.end = this.text.length;
    }
    return { root: this.root, problems: this.problems };
  }

  /** Reads one value. If the value is a container, `step` reads its entries later. */
  private value(): void {
    this.space();
    const start = this.at;
    const code = this.text.charCodeAt(start);
    if (code === quote) {
      this.string();
      this.put({ type: "string", start, end: this.at });
    } else if (code === openBrace || code === openBracket) this.open(code);
    else this.scalar(start);
  }

  private open(code: number): void {
    const start = this.at;
    if (this.stack.length >= this.depth) this.stop("too-deep", start, start + 1);
    if (this.shared(start)) return;
    const node: Frame["node"] =
      code === openBrace
        ? { type: "object", start, end: start, members: [] }
        : { type: "array", start, end: start, items: [] };
    const closer = code === openBrace ? closeBrace : closeBracket;
    this.put(node);
    this.stack.push({ closer, node, keys: new Set(), key: null, hasItems: false, comma: -1 });
    this.at += 1;
  }

  /** Whether a known list stands here. A list that was read once is a list everywhere. */
  private shared(start: number): boolean {
    const known = this.known.find(({ slice }) => this.text.startsWith(slice, start));
    if (known === undefined) return false;
    this.values += known.texts.value.length;
    this.put(sharedList(known.texts, start));
    this.at = start + known.slice.length;
    return true;
  }

  private step(frame: Frame): void {
    this.space();
    const { at } = this;
    const code = this.text.charCodeAt(at);
    if (code === frame.closer) {
      if (frame.comma !== -1) this.mistake("trailing-comma", frame.comma, frame.comma + 1);
      this.at += 1;
      this.close(frame);
    } else if (code === comma) {
      if (!frame.hasItems || frame.comma !== -1)
        this.mistakeAt(frame.node.type === "object" ? "missing-key" : "missing-value");
      frame.comma = at;
      this.at += 1;
    } else if (at >= this.text.length || code === closeBrace || code === closeBracket) {
      this.mistakeAt("unclosed");
      // The bracket of an outer container also closes this container. A bracket that closes no container is skipped.
      if (at >= this.text.length || this.stack.some(({ closer }) => closer === code)) this.close(frame);
      else this.at += 1;
    } else {
      if (frame.hasItems && frame.comma === -1) this.mistakeAt("missing-comma");
      frame.hasItems = true;
      frame.comma = -1;
      if (frame.node.type === "object") this.member(frame);
      else this.value();
    }
  }

  private close({ node }: Frame): void {
    node.end = this.at;
    this.stack.pop();
  }

  private put(node: JsonNode): void {
    this.values += 1;
    if (this.values > maxValues) this.stop("too-many-values", node.start, node.end);
    const frame = this.stack.at(-1);
    if (!frame) this.root = node;
    else if (frame.node.type === "array") frame.node.items.push(node);
    else if (frame.key) {
      const { key, keyStart, keyEnd } = frame.key;
      frame.node.members.push({ key, keyStart, keyEnd, value: node });
    }
  }

  private member(frame: Frame): void {
    const { text, at: keyStart } = this;
    if (text.charCodeAt(keyStart) !== quote) {
      this.mistakeAt(endOf(wordPattern, text, keyStart) > keyStart ? "unquoted-key" : "missing-key");
      this.at = Math.max(keyStart + 1, endOf(entryPattern, text, keyStart));
      return;
    }
    const key = this.string();
    const keyEnd = this.at;
    this.keys += 1;
    if (this.keys > maxKeys) this.stop("too-many-keys", keyStart, keyEnd);
    if (key === "__proto__") this.report("forbidden-key", keyStart, keyEnd, key);
    if (frame.keys.has(key) && !this.mayRepeat) this.report("duplicate-key", keyStart, keyEnd, key);
    frame.keys.add(key);
    this.space();
    if (text.charCodeAt(this.at) !== colon) return this.mistakeAt("missing-colon", key);
    this.at += 1;
    frame.key = { key, keyStart, keyEnd };
    this.value();
    frame.key = null;
  }

  /** Reads a string and returns its value. Returns the raw content if the string is invalid. */
  private string(): string {
    const { text } = this;
    const start = this.at;
    const plainEnd = endOf(plainString, text, start);
    if (plainEnd > start) {
      this.at = plainEnd;
      return text.slice(start + 1, plainEnd - 1);
    }
    const end = closingQuote(text, start) + 1;
    const value = parsedJson(text.slice(start, end));
    if (typeof value === "string") {
      this.at = end;
      return value;
    }
    let at = start + 1;
    for (; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === quote) {
        this.at = at + 1;
        return text.slice(start + 1, at);
      }
      if (code === 0x0a || code === 0x0d) break;
      if (code < 0x20) this.mistake("control-character", at, at + 1);
      if (code !== backslash) continue;
      const escapeEnd = endOf(escapePattern, text, at);
      if (escapeEnd > at) at = escapeEnd - 1;
      else if (/^\\(?:u[0-9a-fA-F]{0,3})?$/.test(text.slice(at, at + 6))) at = text.length;
      else {
        this.mistake("invalid-escape", at, at + 2);
        at += 1;
      }
    }
    this.at = Math.min(at, text.length);
    this.mistake("unclosed-string", start, this.at);
    return text.slice(start + 1, this.at);
  }

  private scalar(start: number): void {
    const { text } = this;
    const end = endOf(scalarPattern, text, start);
    const wordEnd = endOf(wordPattern, text, start);
    // A comment may follow a value without a space. With any other character, the value is part of a
    // different word.
    if (end > start && (end === wordEnd || text.charCodeAt(end) === slash)) {
      this.at = end;
      const first = text[start];
      const type = first === "t" || first === "f" ? "boolean" : first === "n" ? "null" : "number";
      if (end - start > maxNumberLength) this.stop("long-number", start, end);
      this.put({ type, start, end });
    } else if (wordEnd > start) {
      const isNumber = end > start && /[-\d]/.test(text.charAt(start));
      this.at = wordEnd;
      this.mistake(isNumber ? "invalid-number" : "invalid-value", start, wordEnd);
    } else {
      this.mistakeAt("missing-value");
      if (text.charCodeAt(start) === colon) this.at += 1;
    }
  }

  private blank(): void {
    for (; ; this.at += 1) {
      const code = this.text.charCodeAt(this.at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
    }
  }

  /** Skips white space and comments, and reports each comment as a problem. */
  private space(): void {
    this.blank();
    while (this.text.charCodeAt(this.at) === slash) {
      const end = endOf(commentPattern, this.text, this.at);
      if (end === this.at) return;
      this.mistake("comment", this.at, end);
      this.at = end;
      this.blank();
    }
  }

  private finish(): void {
    this.space();
    if (this.at < this.text.length) this.mistakeAt("after-end");
  }

  private report(code: JsonFault, start: number, end: number, key?: string): void {
    if (this.problems.length < maxProblems[this.way]) this.problems.push(this.problem(code, start, end, key));
  }

  private problem(code: JsonFault, start: number, end: number, key: string | undefined): JsonProblem {
    const container = this.stack.at(-1)?.node.type;
    const isLast = end >= this.text.length && code !== "after-end";
    const atEnd = isLast && (code === "unclosed-string" || cutValue.test(this.text.slice(start)));
    return { code, start, end, container, key, atEnd };
  }

  private stop(code: JsonFault, start: number, end: number): never {
    this.mistake(code, start, end);
    throw new Stopped();
  }

  /** Reports a syntax error at the next token: something is missing before the token, or the token is wrong. */
  private mistakeAt(code: JsonFault, key?: string): void {
    this.mistake(code, this.at, endOf(tokenPattern, this.text, this.at), key);
  }

  /** The strict reader stops here, and lists the error even if the list of problems is full. */
  private mistake(code: JsonFault, start: number, end: number, key?: string): void {
    if (this.way === "tolerant") return this.report(code, start, end, key);
    this.problems.push(this.problem(code, start, end, key));
    throw new Stopped();
  }
}
