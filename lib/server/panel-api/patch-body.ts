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

const keySchema = z.object({ path: z.string().min(1).max(2000), text: z.string().nullable() });

const edit = z.object({
  operations: z.array(operationSchema).max(1000, "Send at most 1,000 operations at a time.").default([]),
  /** Edits of unrecognized keys: the new value as JSON text, or null to remove the key. */
  keys: z.array(keySchema).max(1000, "Send at most 1,000 keys at a time.").optional(),
});

const changesSomething = ({ operations, keys = [] }: z.output<typeof edit>): boolean =>
  operations.length + keys.length > 0;
const nothing = { message: "Send at least one operation.", path: ["operations"] };

/** The body of `POST /api/panel/config/preview`. */
export const previewBodySchema = edit.refine(changesSomething, nothing);

/** The body of `PATCH /api/panel/config`. */
export const patchBodySchema = edit.extend({ note: noteSchema }).refine(changesSomething, nothing);
