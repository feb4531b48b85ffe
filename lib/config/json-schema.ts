import * as z from "zod/mini";
import type { Field } from "./field";
import { formatBytes, formatDuration } from "./format";
import { getAt, setAt } from "./paths";
import { containerPaths, fieldsOf, sections } from "./registry";

export type JsonSchema = Record<string, unknown>;

/** How a file spells keys and values: identities for the neutral naming (spec/key-names.md). */
export interface Spelling {
  path(path: string): string;
  value(path: string, value: string): string;
}

const asSpecified: Spelling = { path: (path) => path, value: (_, value) => value };

/**
 * The JSON Schema (draft 2020-12) of the file, for editors that complete and check it. Other keys are allowed, and
 * null stands for unset everywhere, as the instance takes it.
 */
export function jsonSchema(spelling: Spelling = asSpecified): JsonSchema {
  const properties: JsonSchema = {};
  for (const path of containerPaths) setAt(properties, inSchema(spelling.path(path)), container());
  for (const section of sections) {
    const own = getAt(properties, inSchema(spelling.path(section.id))) as JsonSchema;
    Object.assign(own, { title: section.title, description: section.description });
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

function container(): JsonSchema {
  return { type: ["object", "null"], properties: {} };
}

/** `limits.rate` lies at `limits.properties.rate` below the root's properties. */
function inSchema(path: string): string {
  return path.replaceAll(".", ".properties.");
}

function fieldSchema(field: Field, spelling: Spelling): JsonSchema {
  const spelled = (value: unknown) => (typeof value === "string" ? spelling.value(field.path, value) : value);
  return {
    title: field.label,
    description: describe(field),
    ...typeOf(field, spelling),
    ...(field.default === null ? {} : { default: spelled(field.default) }),
    ...(field.deprecated || field.unused ? { deprecated: true } : {}),
    ...(field.kind === "secret" ? { writeOnly: true } : {}),
  };
}

function describe(field: Field): string {
  const unit = unitOf(field);
  const notes = [
    field.help,
    unit && `Counted in ${unit}.`,
    defaultNote(field),
    field.deprecated && `Deprecated. ${field.deprecated}`,
  ];
  return notes.filter(Boolean).join(" ");
}

function defaultNote(field: Field): string | undefined {
  if (field.kind === "duration" && field.default !== null) {
    return `Default: ${formatDuration(field.default, field.fileUnit)}.`;
  }
  if (field.kind === "bytes" && field.default !== null) return `Default: ${formatBytes(field.default)}.`;
  return field.defaultNote && `Default: ${field.defaultNote}.`;
}

function unitOf(field: Field): string | undefined {
  if (field.kind === "duration") return field.fileUnit === "s" ? "seconds" : "milliseconds";
  if (field.kind === "bytes") return "bytes";
  return field.kind === "number" ? field.unit : undefined;
}

function typeOf(field: Field, spelling: Spelling): JsonSchema {
  switch (field.kind) {
    case "number":
    case "duration":
    case "bytes": {
      const fractional = field.kind === "number" && field.fractional === true;
      return { type: [fractional ? "number" : "integer", "null"], minimum: field.min, maximum: field.max };
    }
    case "boolean":
      return { type: ["boolean", "null"] };
    case "enum":
      return { enum: [...optionsOf(field.options, field.numeric, field.path, spelling), null] };
    case "snowflake":
    case "bitfield":
      return { type: ["string", "null"], pattern: "^[0-9]{1,20}$" };
    case "text":
      return { type: ["string", "null"], maxLength: field.maxLength };
    case "url":
      return { type: ["string", "null"], pattern: `^(${field.protocols.join("|")})://` };
    case "email":
      return { type: ["string", "null"], format: "email" };
    case "secret":
      return { type: ["string", "null"] };
    case "string-list":
      return { type: ["array", "null"], items: itemOf(field.itemSchema), uniqueItems: true };
    case "feature-list": {
      const names = field.suggestions.map(({ value }) => value);
      return {
        type: ["array", "null"],
        items: { ...itemOf(field.itemSchema), examples: names },
        uniqueItems: true,
      };
    }
    case "region-list":
      return { type: ["array", "null"], items: regionItem };
  }
}

function optionsOf(
  options: readonly { value: string }[],
  numeric: true | undefined,
  path: string,
  spelling: Spelling,
): (string | number)[] {
  return options.map(({ value }) => (numeric ? Number(value) : spelling.value(path, value)));
}

function itemOf(schema: z.ZodMiniType): JsonSchema {
  const { $schema: _, ...item } = z.toJSONSchema(schema, { unrepresentable: "any" });
  return item;
}

const regionItem: JsonSchema = {
  type: "object",
  properties: {
    id: { type: "string", title: "Region id" },
    name: { type: "string", title: "Name as people see it" },
    endpoint: { type: "string", title: "Endpoint, host:port", default: "127.0.0.1:3004" },
    vip: { type: "boolean", title: "For VIP guilds only", default: false },
    custom: { type: "boolean", title: "Custom, such as for an event", default: false },
    deprecated: { type: "boolean", title: "Deprecated, avoided by clients", default: false },
  },
  required: ["id", "name"],
};
