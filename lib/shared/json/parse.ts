import { readJson } from "./read";
import { valueOf } from "./tree";
import type { JsonValue } from "./value";

/** Deeper than any request body nests. */
const bodyDepth = 64;

/**
 * Parses a JSON text as strictly as the configuration file: a repeated key or the key `__proto__` is an error,
 * since readers disagree on what they mean. Integers beyond 2^53 are returned as bigint, so that a 64-bit number
 * keeps its last digits.
 * @throws SyntaxError naming the first problem and its offset
 */
export function parseJson(text: string, maxDepth = bodyDepth): JsonValue {
  const { root, problems } = readJson(text, maxDepth);
  if (root) return valueOf(text, root);
  throw new SyntaxError(`${problems[0]?.code ?? "invalid"} at ${problems[0]?.start ?? 0}`);
}
