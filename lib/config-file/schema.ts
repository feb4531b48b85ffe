import "server-only";
import type { Naming } from "@/lib/config/document";
import { jsonSchema, type JsonSchema } from "@/lib/config/json-schema";
import { spell, spelledValue } from "./naming";

/** The JSON Schema of a file whose keys and option values are spelled in one naming (spec/key-names.md). */
export function schemaIn(naming: Naming): JsonSchema {
  return jsonSchema({
    path: (path) => spell(path, naming).join("."),
    value: (path, value) => String(spelledValue(path, value, naming)),
  });
}
