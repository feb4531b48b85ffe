import "server-only";

/** Deeper nesting than any body of this API has; a limit because the reader calls itself. */
const MAX_DEPTH = 64;

const TOKEN = /[\s:,]*(?:([[\]{}])|("(?:[^"\\]|\\.)*")|([^\s,\]}]+))/y;

/**
 * Parses JSON more strictly than `JSON.parse`: a repeated key or the key `__proto__` is an error, since readers disagree
 * on what they mean. Integers beyond 2^53 come back as bigint, so that a 64-bit number keeps its last digits.
 * @throws SyntaxError
 */
export function parseStrictJson(text: string): unknown {
  // The platform's parser judges the grammar; below, the text is known to be JSON.
  JSON.parse(text);
  let at = 0;
  const take = () => {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text);
    if (!match) throw new SyntaxError("Unexpected end of JSON input");
    at = TOKEN.lastIndex;
    return match;
  };

  function read(token: RegExpExecArray, depth: number): unknown {
    if (depth > MAX_DEPTH) throw new SyntaxError("The JSON is nested too deeply");
    if (token[1] === "{") return readObject(depth);
    if (token[1] === "[") return readArray(depth);
    return token[2] ? JSON.parse(token[2]) : readLiteral(token[3] ?? "");
  }

  function readObject(depth: number): Record<string, unknown> {
    const entries = new Map<string, unknown>();
    for (let token = take(); token[1] !== "}"; token = take()) {
      const key = JSON.parse(token[2] ?? "") as string;
      if (key === "__proto__" || entries.has(key))
        throw new SyntaxError(`The key ${JSON.stringify(key)} is not allowed here`);
      entries.set(key, read(take(), depth + 1));
    }
    return Object.fromEntries(entries);
  }

  function readArray(depth: number): unknown[] {
    const items: unknown[] = [];
    for (let token = take(); token[1] !== "]"; token = take()) items.push(read(token, depth + 1));
    return items;
  }

  return read(take(), 0);
}

function readLiteral(literal: string): unknown {
  const value: unknown = JSON.parse(literal);
  return typeof value === "number" && !Number.isSafeInteger(value) && /^-?\d+$/.test(literal)
    ? BigInt(literal)
    : value;
}
