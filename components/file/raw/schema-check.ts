import type { JsonSchema } from "@/lib/shared/settings/json-schema";
import { type JsonNode, valueOf } from "@/lib/shared/json/tree";
import { isObject, type JsonValue } from "@/lib/shared/json/value";
import type { TextProblem } from "./text-problems";

const typeWords: Record<string, string> = {
  string: "a string",
  integer: "a whole number",
  number: "a number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

/** Markers in place of secrets need not match the schema. */
const marker = /^«secret \d+»$/;

/**
 * Reports values that do not match the schema. They are only warnings, because the server makes the final
 * check. Supports the part of JSON Schema that `lib/shared/settings/json-schema.ts` generates.
 */
export function checkAgainst(schema: JsonSchema, text: string, node: JsonNode): TextProblem[] {
  if (node.type === "null") return [];
  const fault = faultOf(schema, text, node);
  if (fault) return [{ from: node.start, to: node.end, severity: "warning", message: fault }];
  if (node.type === "array") {
    const { items } = schema;
    return isObject(items) ? node.items.flatMap((item) => checkAgainst(items, text, item)) : [];
  }
  if (node.type !== "object") return [];
  const known = new Map(propertiesOf(schema));
  return node.members.flatMap(({ key, value }) => {
    const memberSchema = known.get(key);
    return memberSchema ? checkAgainst(memberSchema, text, value) : [];
  });
}

function faultOf(schema: JsonSchema, text: string, node: JsonNode): string | undefined {
  const value = isContainer(node) ? undefined : asDouble(valueOf(text, node));
  if (typeof value === "string" && marker.test(value)) return undefined;
  if (Array.isArray(schema.enum)) {
    const choices = schema.enum.filter((choice) => choice !== null);
    return choices.includes(value)
      ? undefined
      : `Choose one of ${choices.map((choice) => JSON.stringify(choice)).join(", ")}.`;
  }
  const types = typesOf(schema);
  if (types.length > 0 && !types.some((type) => isOf(type, node, value))) {
    return `Enter ${types.map((type) => typeWords[type] ?? type).join(" or ")}.`;
  }
  if (typeof value === "number") return numberFault(schema, value);
  return typeof value === "string" ? textFault(schema, value) : undefined;
}

const isContainer = ({ type }: JsonNode): boolean => type === "object" || type === "array";

/** The schema's bounds may themselves be inexact beyond 2^53, so the comparison need not be exact. */
const asDouble = (value: JsonValue): JsonValue => (typeof value === "bigint" ? Number(value) : value);

function isOf(type: string, node: JsonNode, value: unknown): boolean {
  if (type === "integer") return Number.isInteger(value);
  return type === node.type;
}

function numberFault({ minimum, maximum }: JsonSchema, value: number): string | undefined {
  if (typeof minimum === "number" && value < minimum) return `Enter ${minimum.toLocaleString("en")} or more.`;
  if (typeof maximum === "number" && value > maximum) return `Enter ${maximum.toLocaleString("en")} or less.`;
  return undefined;
}

function textFault({ maxLength, pattern }: JsonSchema, value: string): string | undefined {
  if (typeof maxLength === "number" && value.length > maxLength)
    return `Use at most ${maxLength.toLocaleString("en")} characters.`;
  if (typeof pattern === "string" && !new RegExp(pattern, "u").test(value))
    return "The format is not valid for this setting. Hover over the key for help.";
  return undefined;
}

function member(schema: JsonSchema, key: string): JsonSchema | undefined {
  const value = schema[key];
  return isObject(value) ? value : undefined;
}

export function propertiesOf(schema: JsonSchema | undefined): [string, JsonSchema][] {
  const properties = schema && member(schema, "properties");
  return Object.keys(properties ?? {}).flatMap((key) => {
    const memberSchema = properties && member(properties, key);
    return memberSchema ? [[key, memberSchema] as [string, JsonSchema]] : [];
  });
}

/** Undefined if the schema does not define the path. */
export function schemaAt(schema: JsonSchema, path: readonly (string | number)[]): JsonSchema | undefined {
  let current: JsonSchema | undefined = schema;
  for (const step of path) {
    if (current === undefined) return undefined;
    if (typeof step === "number") {
      current = member(current, "items");
      continue;
    }
    const properties: JsonSchema | undefined = member(current, "properties");
    current = properties && Object.hasOwn(properties, step) ? member(properties, step) : undefined;
  }
  return current;
}

export function typesOf(schema: JsonSchema): string[] {
  const { type } = schema;
  const types = Array.isArray(type) ? type.map(String) : typeof type === "string" ? [type] : [];
  return types.filter((name) => name !== "null");
}

export function choicesOf(schema: JsonSchema): unknown[] {
  if (Array.isArray(schema.enum)) return schema.enum.filter((value) => value !== null);
  return typesOf(schema).includes("boolean") ? [true, false] : [];
}
