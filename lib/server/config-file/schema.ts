import "server-only";
import type { Edition } from "@/lib/shared/settings/editions";
import { jsonSchema, type JsonSchema } from "@/lib/shared/settings/json-schema";
import { spell, spelledValue } from "./naming";

/**
 * The JSON Schema of an edition's file, with keys and option values in the edition's spelling
 * (docs/configuration-file.md).
 */
export function schemaIn({ naming, registry }: Edition): JsonSchema {
  return jsonSchema(
    {
      path: (path) => spell(path, naming).join("."),
      value: (path, value) => String(spelledValue(path, value, naming)),
    },
    registry,
  );
}
