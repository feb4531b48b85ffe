import { type Field, kindOf } from "@/lib/shared/settings/kinds";
import type { JsonSchema } from "@/lib/shared/settings/kinds/kind";
import { getAt, setAt } from "./paths";
import { fieldsOf, type Registry, specified } from "./registry";
import { describeValue, notesOf } from "./wording";
import { z } from "./zod";

export type { JsonSchema };

/** How a file spells keys and values. In the neutral naming, both stay unchanged (docs/configuration-file.md). */
export interface Spelling {
  path(path: string): string;
  value(path: string, value: string): string;
}

const asSpecified: Spelling = { path: (path) => path, value: (_, value) => value };

/**
 * Returns the file's JSON Schema (draft 2020-12), which text editors use for completion and validation. Like
 * the instance, the schema allows additional keys, and null for every setting.
 */
export function jsonSchema(spelling: Spelling = asSpecified, registry: Registry = specified): JsonSchema {
  const { containerPaths, sections } = registry;
  const properties: JsonSchema = {};
  for (const path of containerPaths)
    setAt(properties, inSchema(spelling.path(path)), { type: ["object", "null"], properties: {} });
  for (const section of sections) {
    const schema = getAt(properties, inSchema(spelling.path(section.id))) as JsonSchema;
    Object.assign(schema, { title: section.title, description: section.description });
    for (const field of fieldsOf(section)) {
      setAt(properties, inSchema(spelling.path(field.path)), fieldSchema(field, spelling));
    }
  }
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Configuration of a chat instance",
    type: "object",
    properties,
  };
}

function inSchema(path: string): string {
  return path.replaceAll(".", ".properties.");
}

function fieldSchema(field: Field, spelling: Spelling): JsonSchema {
  const spell = (value: string) => spelling.value(field.path, value);
  return {
    title: field.label,
    description: describe(field),
    ...kindOf(field).jsonSchema(field, spell, z),
    ...(field.default === null
      ? {}
      : { default: typeof field.default === "string" ? spell(field.default) : field.default }),
    ...(field.deprecated || field.unused ? { deprecated: true } : {}),
  };
}

function describe(field: Field): string {
  const unit = kindOf(field).unit?.(field);
  const notes = [
    field.help,
    unit && `In ${unit}.`,
    defaultNote(field),
    field.instead && "Unused: it has no effect.",
    ...notesOf(field),
    field.deprecated && `Deprecated. ${field.deprecated}`,
  ];
  return notes.filter(Boolean).join(" ");
}

function defaultNote(field: Field): string | undefined {
  const isScaled = field.default !== null && kindOf(field).units !== undefined;
  const words = isScaled ? describeValue(field, field.default) : field.defaultNote;
  return words && `Default: ${words}.`;
}
