import { type Parsed, type RightType, accepted, type WrongType } from "./kind";

/* Functions for integers of up to 64 bits that the file contains as text, such as ids and sets of bits. */

const MAX_UNSIGNED_64 = 2n ** 64n - 1n;

/** Returns the digits of an integer that a double represents exactly, or of a bigint. Undefined for any other value. */
function digitsOf(raw: unknown): string | undefined {
  const isWhole = typeof raw === "bigint" || (typeof raw === "number" && Number.isSafeInteger(raw));
  return isWhole && raw >= 0 && BigInt(raw) <= MAX_UNSIGNED_64 ? String(raw) : undefined;
}

function readDecimal(raw: unknown): RightType | WrongType {
  if (typeof raw === "string") return { value: raw };
  const text = digitsOf(raw);
  if (text === undefined) return {};
  const loss =
    typeof raw === "bigint" ? "loses its last digits" : "expects text, and would lose digits of a longer one";
  const message = `${text} is a number in the file; the instance ${loss}. Save it as text.`;
  return { value: text, problem: { severity: "warning", message, correction: text } };
}

export const decimalKind = {
  parse(raw: unknown): Parsed | undefined {
    const text = typeof raw === "string" ? raw.trim() : digitsOf(raw);
    return text === undefined ? undefined : accepted(text);
  },
  read: readDecimal,
  jsonSchema: () => ({ type: ["string", "null"], pattern: "^[0-9]{1,20}$" }),
};
