import "server-only";
import type { JsonMember, JsonNode, JsonObject } from "./json";

/** Deeper files are refused: everything after the reader may then recurse safely. */
const maxDepth = 200;
/** Problems beyond this many are not listed one by one. */
const maxProblems = 20;

export interface JsonProblem {
  readonly offset: number;
  readonly message: string;
}
export type ReadResult =
  { root: JsonNode; problems: readonly [] } | { root: null; problems: readonly JsonProblem[] };

type Frame =
  | {
      type: "object";
      start: number;
      members: JsonMember[];
      keys: Set<string>;
      key: Omit<JsonMember, "value"> | null;
    }
  | { type: "array"; start: number; items: JsonNode[] };

const numberPattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const escapePattern = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

class Failure extends Error {
  constructor(
    readonly offset: number,
    message: string,
  ) {
    super(message);
  }
}

/**
 * Reads strict JSON (RFC 8259) into a tree of places. Comments, trailing commas, duplicate keys and `__proto__` are
 * problems, each with its offset; the first mistake in the grammar ends the reading. Iterative, so that no depth of
 * nesting can exhaust the stack. jsonc-parser is not used here: it recurses, repairs what it should refuse, and its
 * edits reformat whole lines.
 */
export function readJson(text: string): ReadResult {
  const reader = new Reader(text);
  try {
    const root = reader.read();
    return reader.problems.length === 0 ? { root, problems: [] } : { root: null, problems: reader.problems };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { root: null, problems: [...reader.problems, { offset: error.offset, message: error.message }] };
  }
}

class Reader {
  readonly problems: JsonProblem[] = [];
  private at = 0;
  private readonly stack: Frame[] = [];

  constructor(private readonly text: string) {}

  read(): JsonNode {
    let done = this.value();
    while (done === null || this.stack.length > 0) {
      done = done === null ? this.value() : this.attach(done);
    }
    this.space();
    if (this.at < this.text.length)
      this.fail(this.at, "There is something after the end of the JSON. Remove it.");
    return done;
  }

  /** Reads one value, or opens a container and returns null: its first value is then the next one to read. */
  private value(): JsonNode | null {
    this.space();
    const start = this.at;
    switch (this.text[start]) {
      case "{":
        return this.open({ type: "object", start, members: [], keys: new Set(), key: null });
      case "[":
        return this.open({ type: "array", start, items: [] });
      case '"':
        this.string();
        return { type: "string", start, end: this.at };
      case "t":
        return this.word("true", "boolean");
      case "f":
        return this.word("false", "boolean");
      case "n":
        return this.word("null", "null");
      default:
        return this.number();
    }
  }

  private open(frame: Frame): JsonNode | null {
    if (this.stack.length >= maxDepth) {
      this.fail(frame.start, `The file is nested deeper than ${maxDepth} levels here. Flatten it.`);
    }
    this.at += 1;
    this.space();
    if (this.text[this.at] === (frame.type === "object" ? "}" : "]")) return this.close(frame);
    this.stack.push(frame);
    if (frame.type === "object") this.key(frame);
    return null;
  }

  private close(frame: Frame): JsonNode {
    this.at += 1;
    const { start } = frame;
    return frame.type === "object"
      ? { type: "object", start, end: this.at, members: frame.members }
      : { type: "array", start, end: this.at, items: frame.items };
  }

  /** Hands a finished value to its container; returns the container when that is finished too. */
  private attach(node: JsonNode): JsonNode | null {
    const frame = this.stack.at(-1)!;
    if (frame.type === "array") frame.items.push(node);
    else if (frame.key) frame.members.push({ ...frame.key, value: node });
    this.space();
    const [closer, name] = frame.type === "object" ? ["}", "object"] : ["]", "list"];
    const here = this.text[this.at];
    if (here === closer) {
      this.stack.pop();
      return this.close(frame);
    }
    if (here !== ",") this.unexpected(`A comma or “${closer}” is missing here.`);
    const comma = this.at;
    this.at += 1;
    this.space();
    if (this.text[this.at] === closer)
      this.fail(comma, `Remove this comma: nothing follows it in its ${name}.`);
    if (frame.type === "object") this.key(frame);
    return null;
  }

  private key(frame: Extract<Frame, { type: "object" }>): void {
    const keyStart = this.at;
    if (this.text[keyStart] !== '"') this.unexpected("A key in double quotes is expected here.");
    const key = this.string();
    const keyEnd = this.at;
    if (key === "__proto__") this.report(keyStart, "The key “__proto__” is not allowed. Remove it.");
    if (frame.keys.has(key)) {
      this.report(keyStart, `The key “${key}” occurs twice in the same object. Keep one of the two.`);
    }
    frame.keys.add(key);
    frame.key = { key, keyStart, keyEnd };
    this.space();
    if (this.text[this.at] !== ":") this.unexpected(`A colon is missing after the key “${key}”.`);
    this.at += 1;
  }

  /** Moves behind the string that starts here and returns what it says. */
  private string(): string {
    const { text } = this;
    const start = this.at;
    let escaped = false;
    for (let at = start + 1; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === 0x22) {
        this.at = at + 1;
        return escaped ? (JSON.parse(text.slice(start, this.at)) as string) : text.slice(start + 1, at);
      }
      if (code < 0x20) this.fail(at, this.controlMessage(code));
      if (code !== 0x5c) continue;
      escapePattern.lastIndex = at;
      const escape = escapePattern.exec(text);
      if (!escape) {
        // A file that was cut off may end in the middle of an escape.
        if (/^\\(?:u[0-9a-fA-F]{0,3})?$/.test(text.slice(at, at + 6))) break;
        this.fail(at, "This escape is not valid JSON. Write a backslash as “\\\\”.");
      }
      escaped = true;
      at += escape[0].length - 1;
    }
    return this.cutOff();
  }

  private controlMessage(code: number): string {
    if (code === 0x0a || code === 0x0d) return "The text ends here without its closing double quote.";
    const hex = code.toString(16).padStart(4, "0");
    return `There is a control character in a text here. Write it as “\\u${hex}” or remove it.`;
  }

  private word(word: string, type: "boolean" | "null"): JsonNode {
    const start = this.at;
    if (!this.text.startsWith(word, start)) this.unexpected("This is not a JSON value.");
    this.at += word.length;
    return { type, start, end: this.at };
  }

  private number(): JsonNode {
    const start = this.at;
    numberPattern.lastIndex = start;
    const match = numberPattern.exec(this.text);
    if (!match) this.unexpected("A value is expected here.");
    this.at += match[0].length;
    if (/[\w.+-]/.test(this.text[this.at] ?? "")) this.unexpected("This number is not valid JSON.", start);
    return { type: "number", start, end: this.at };
  }

  private space(): void {
    for (; this.at < this.text.length; this.at += 1) {
      const code = this.text.charCodeAt(this.at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
    }
  }

  private report(offset: number, message: string): void {
    if (this.problems.length < maxProblems) this.problems.push({ offset, message });
  }

  private unexpected(otherwise: string, offset = this.at): never {
    const rest = this.text.slice(offset, offset + 8);
    if (rest === "" || this.isCutWord(rest)) this.cutOff();
    if (rest.startsWith("//") || rest.startsWith("/*") || rest.startsWith("#")) {
      this.fail(offset, "A comment starts here. JSON has no comments: remove it.");
    }
    if (rest.startsWith("'")) this.fail(offset, "Use double quotes: JSON has no single-quoted texts.");
    this.fail(offset, otherwise);
  }

  /** Whether the file ends in the middle of `true`, `false`, `null` or a number. */
  private isCutWord(rest: string): boolean {
    if (!this.text.endsWith(rest) || rest.length > 4) return false;
    return (
      ["true", "false", "null"].some((word) => word.startsWith(rest)) ||
      /^-?(?:\d+(?:\.|[eE][+-]?))?$/.test(rest)
    );
  }

  private cutOff(): never {
    if (this.text.trim() === "") {
      this.fail(
        0,
        "The file is empty. It is probably being rewritten; if it stays so, restore a version from the history.",
      );
    }
    this.fail(
      this.text.length,
      "The file ends in the middle. It is probably being rewritten; if it stays so, restore a version from the history.",
    );
  }

  private fail(offset: number, message: string): never {
    throw new Failure(offset, message);
  }
}

/** Tells whether a tree's root is what a configuration file needs. */
export function isObject(node: JsonNode): node is JsonObject {
  return node.type === "object";
}
