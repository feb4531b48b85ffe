import type { Field } from "./field";

const MAX_SHOWN = 60;

/** What a JSON value is, for a sentence: "the text “abc”", "a list". A secret's value is never told. */
export function describeRaw(raw: unknown, secret: boolean): string {
  if (Array.isArray(raw)) return "a list";
  switch (typeof raw) {
    case "string":
      return secret ? "a text" : `the text “${shorten(raw)}”`;
    case "number":
    case "bigint":
      return secret ? "a number" : `the number ${raw}`;
    case "boolean":
      return `the switch value ${raw}`;
    default:
      return raw === null ? "null" : "an object";
  }
}

function shorten(text: string): string {
  const characters = Array.from(text);
  return characters.length <= MAX_SHOWN ? text : `${characters.slice(0, MAX_SHOWN).join("")}…`;
}

/** What a setting holds, for a sentence: "a whole number". */
export function expectation(field: Field): string {
  switch (field.kind) {
    case "number":
      return field.fractional ? "a number" : "a whole number";
    case "duration":
      return `a whole number of ${field.fileUnit === "ms" ? "milliseconds" : "seconds"}`;
    case "bytes":
      return "a whole number of bytes";
    case "boolean":
      return "true or false";
    case "enum":
      return `one of ${field.options.map(({ value }) => (field.numeric ? value : `“${value}”`)).join(", ")}`;
    case "snowflake":
      return `the id of a ${field.of} as text`;
    case "bitfield":
      return "a whole number as text";
    case "string-list":
    case "feature-list":
      return "a list of texts";
    case "region-list":
      return "a list of regions";
    case "url":
      return "an address as text";
    case "email":
      return "an e-mail address as text";
    case "secret":
    case "text":
      return "a text";
  }
}
