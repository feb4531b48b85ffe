import { readJson } from "./read";
import { valueOf } from "./tree";
import type { JsonValue } from "./value";

/** Maximum nesting. No request body needs as much. */
const bodyDepth = 64;

/**
 * Parses JSON as strictly as the configuration file: a repeated key and the key `__proto__` are errors, because parsers
 * interpret them differently. Integers beyond 2^53 are returned as bigint, so that 64-bit numbers keep all digits.
 * @throws SyntaxError that describes the first problem and its offset
 */
export function parseJson(text: string, maxDepth = bodyDepth): JsonValue {
  const { root, problems } = readJson(text, maxDepth);
  if (root) return valueOf(text, root);
  throw new SyntaxError(`${problems[0]?.code ?? "invalid"} at ${problems[0]?.start ?? 0}`);
}
