import "server-only";
import { z } from "zod";

/** JSON Schema without Zod's own keywords, which are of no use to readers of the description. */
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
