import * as z from "zod/mini";
import { authorKinds } from "@/lib/shared/author";

const problemDetails = z.object({
  title: z.optional(z.string()),
  detail: z.optional(z.string()),
  code: z.optional(z.string()),
  problems: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  conflicts: z.optional(z.array(z.string())),
  etag: z.optional(z.string()),
  by: z.optional(z.object({ author: z.string(), authorKind: z.enum(authorKinds), at: z.string() })),
  sent: z.optional(z.boolean()),
  places: z.optional(
    z.array(
      z.object({
        path: z.optional(z.string()),
        severity: z.enum(["error", "warning"]),
        message: z.string(),
        line: z.optional(z.number()),
        column: z.optional(z.number()),
      }),
    ),
  ),
});

/**
 * This module is loaded only after an error response.
 * @throws Error if `body` is not in the expected format
 */
export function parseProblemDetails(body: unknown): z.infer<typeof problemDetails> {
  return problemDetails.parse(body);
}
