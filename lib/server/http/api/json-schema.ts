import "server-only";
import * as z from "zod";

/** Removes keywords that Zod adds by default, because they do not help readers of the API description. */
export function jsonSchema(schema: z.core.$ZodType, io: "input" | "output"): Record<string, unknown> {
  const { $schema: _, ...described } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override({ jsonSchema: node }) {
      if (node.minimum === Number.MIN_SAFE_INTEGER) delete node.minimum;
      if (node.maximum === Number.MAX_SAFE_INTEGER) delete node.maximum;
      if (io === "output") delete node.additionalProperties;
    },
  });
  return described;
}

export const pathParameters = (path: string): Record<string, unknown>[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));

export function parametersOf(place: "path" | "query", schema: z.core.$ZodType): Record<string, unknown>[] {
  const described = jsonSchema(schema, "input");
  const properties = Object.entries((described.properties ?? {}) as Record<string, Record<string, unknown>>);
  const required = (described.required ?? []) as string[];
  return properties.map(([name, { description, ...schema }]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    ...(description !== undefined && { description }),
    schema,
  }));
}

export const describedPath = (path: string): string => path.replace(/:(\w+)/g, "{$1}");
