import "server-only";
import type { Naming } from "@/lib/shared/contract/config-snapshot";
import { jsonSchema, type JsonSchema } from "@/lib/shared/settings/json-schema";
import { spell, spelledValue } from "./naming";

/** The JSON Schema of a file whose keys and option values are spelled in one naming (docs/configuration-file.md). */
export function schemaIn(naming: Naming): JsonSchema {
  return jsonSchema({
    path: (path) => spell(path, naming).join("."),
    value: (path, value) => String(spelledValue(path, value, naming)),
  });
}
