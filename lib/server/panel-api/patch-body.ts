import "server-only";
import { z } from "zod";
import { noteSchema } from "./note";

/** No setting's value nests deeper; a body of nothing but brackets would exhaust the stack later. */
const MAX_DEPTH = 16;

const jsonValue = z
  .unknown()
  .refine((value) => value !== undefined, "Send a value to set. To remove the setting, use unset.")
  .refine((value) => depthOf(value) <= MAX_DEPTH, "The value is nested too deeply. Flatten it.");

function depthOf(value: unknown): number {
  let level: unknown[] = [value];
  for (let depth = 0; ; depth++) {
    level = level.flatMap((item) => (typeof item === "object" && item !== null ? Object.values(item) : []));
    if (level.length === 0 || depth > MAX_DEPTH) return depth;
  }
}

/** One edit, as it travels. Whether path and value fit together is for `checkOperations`, which can say more. */
export const operationSchema = z.discriminatedUnion("op", [
  z.object({ op: z.literal("set"), path: z.string().min(1).max(200), value: jsonValue }),
  z.object({ op: z.literal("unset"), path: z.string().min(1).max(200) }),
]);

/** The body of `PATCH /api/panel/config`. */
export const patchBodySchema = z.object({
  operations: z
    .array(operationSchema)
    .min(1, "Send at least one operation.")
    .max(1000, "Send at most 1,000 operations at a time."),
  note: noteSchema,
});
