const MAX_SHOWN = 60;

/**
 * Describes a JSON value as part of a sentence, such as "the text “abc”" or "a list". Never contains a secret's value.
 */
export function describeRaw(raw: unknown, secret: boolean): string {
  if (Array.isArray(raw)) return "a list";
  switch (typeof raw) {
    case "string":
      return secret ? "text" : `the text “${shorten(raw)}”`;
    case "number":
    case "bigint":
      return secret ? "a number" : `the number ${raw}`;
    case "boolean":
      return `the value ${raw}`;
    default:
      return raw === null ? "null" : "an object";
  }
}

function shorten(text: string): string {
  const characters = Array.from(text);
  return characters.length <= MAX_SHOWN ? text : `${characters.slice(0, MAX_SHOWN).join("")}…`;
}
