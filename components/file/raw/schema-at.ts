import type { JsonSchema } from "@/lib/shared/settings/json-schema";
import { isObject } from "@/lib/shared/json/value";

function member(schema: JsonSchema, key: string): JsonSchema | undefined {
  const value = schema[key];
  return isObject(value) ? value : undefined;
}

export function propertiesOf(schema: JsonSchema | undefined): [string, JsonSchema][] {
  const properties = schema && member(schema, "properties");
  return Object.keys(properties ?? {}).flatMap((key) => {
    const own = properties && member(properties, key);
    return own ? [[key, own] as [string, JsonSchema]] : [];
  });
}

/** The schema of the value at a path. Undefined if the schema does not define the path. */
export function schemaAt(schema: JsonSchema, path: readonly (string | number)[]): JsonSchema | undefined {
  let here: JsonSchema | undefined = schema;
  for (const step of path) {
    if (here === undefined) return undefined;
    if (typeof step === "number") {
      here = member(here, "items");
      continue;
    }
    const properties: JsonSchema | undefined = member(here, "properties");
    here = properties && Object.hasOwn(properties, step) ? member(properties, step) : undefined;
  }
  return here;
}

/** Names of the types that a schema allows. Leaves out "null", because every key can be unset. */
export function typesOf(schema: JsonSchema): string[] {
  const { type } = schema;
  const types = Array.isArray(type) ? type.map(String) : typeof type === "string" ? [type] : [];
  return types.filter((name) => name !== "null");
}

/** The values of an enum, without null. */
export function choicesOf(schema: JsonSchema): unknown[] {
  if (Array.isArray(schema.enum)) return schema.enum.filter((value) => value !== null);
  return typesOf(schema).includes("boolean") ? [true, false] : [];
}
