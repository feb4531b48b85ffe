import type { JsonSchema } from "@/lib/shared/settings/json-schema";
import { isObject } from "@/lib/shared/json/value";

function member(schema: JsonSchema, key: string): JsonSchema | undefined {
  const value = schema[key];
  return isObject(value) ? value : undefined;
}

/** The keys that an object's schema defines, each with its schema. */
export function propertiesOf(schema: JsonSchema | undefined): [string, JsonSchema][] {
  const properties = schema && member(schema, "properties");
  return Object.keys(properties ?? {}).flatMap((key) => {
    const own = properties && member(properties, key);
    return own ? [[key, own] as [string, JsonSchema]] : [];
  });
}

/** The schema at a path of keys and indexes; undefined where the schema defines nothing. */
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

/** The names of the types that a schema allows, except "null", which always means unset. */
export function typesOf(schema: JsonSchema): string[] {
  const { type } = schema;
  const types = Array.isArray(type) ? type.map(String) : typeof type === "string" ? [type] : [];
  return types.filter((name) => name !== "null");
}

/** The values that a schema lists, except null. */
export function choicesOf(schema: JsonSchema): unknown[] {
  if (Array.isArray(schema.enum)) return schema.enum.filter((value) => value !== null);
  return typesOf(schema).includes("boolean") ? [true, false] : [];
}
