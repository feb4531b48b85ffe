import type { Node } from "jsonc-parser";
import type { JsonSchema } from "@/lib/config/json-schema";
import { propertiesOf, typesOf } from "./schema-at";
import type { TextProblem } from "./text-problems";

const typeWords: Record<string, string> = {
  string: "a text",
  integer: "a whole number",
  number: "a number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

/** The markers that stand for secrets are texts of any content. */
const marker = /^«secret \d+»$/;

/**
 * Where values are not what the schema says, as warnings: the server has the last word. It reads the part of JSON Schema
 * that `lib/config/json-schema.ts` writes.
 */
export function checkAgainst(schema: JsonSchema, node: Node): TextProblem[] {
  if (node.type === "null") return [];
  const fault = faultOf(schema, node);
  if (fault)
    return [{ from: node.offset, to: node.offset + node.length, severity: "warning", message: fault }];
  if (node.type === "array") {
    const { items } = schema;
    if (typeof items !== "object" || items === null) return [];
    return (node.children ?? []).flatMap((child) => checkAgainst(items as JsonSchema, child));
  }
  if (node.type !== "object") return [];
  const known = new Map(propertiesOf(schema));
  return (node.children ?? []).flatMap(({ children }) => {
    const [key, value] = children ?? [];
    const own = key && known.get(String(key.value));
    return own && value ? checkAgainst(own, value) : [];
  });
}

function faultOf(schema: JsonSchema, node: Node): string | undefined {
  const value: unknown = node.value;
  if (typeof value === "string" && marker.test(value)) return undefined;
  if (Array.isArray(schema.enum)) {
    const choices = schema.enum.filter((choice) => choice !== null);
    return choices.includes(value)
      ? undefined
      : `Choose one of: ${choices.map((choice) => JSON.stringify(choice)).join(", ")}.`;
  }
  const types = typesOf(schema);
  if (types.length > 0 && !types.some((type) => isOf(type, node))) {
    return `${types.map((type) => typeWords[type] ?? type).join(" or ")} is expected here.`.replace(
      /^./,
      (letter) => letter.toUpperCase(),
    );
  }
  if (typeof value === "number") return numberFault(schema, value);
  return typeof value === "string" ? textFault(schema, value) : undefined;
}

function isOf(type: string, { type: found, value }: Node): boolean {
  if (type === "integer") return found === "number" && Number.isInteger(value);
  return type === found;
}

function numberFault({ minimum, maximum }: JsonSchema, value: number): string | undefined {
  if (typeof minimum === "number" && value < minimum)
    return `At least ${minimum.toLocaleString("en")} is expected here.`;
  if (typeof maximum === "number" && value > maximum)
    return `At most ${maximum.toLocaleString("en")} is expected here.`;
  return undefined;
}

function textFault({ maxLength, pattern }: JsonSchema, value: string): string | undefined {
  if (typeof maxLength === "number" && value.length > maxLength)
    return `At most ${maxLength} characters are expected here.`;
  if (typeof pattern === "string" && !new RegExp(pattern, "u").test(value))
    return "This text does not have the form that the setting wants.";
  return undefined;
}
