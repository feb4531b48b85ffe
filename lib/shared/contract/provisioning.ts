import * as z from "zod/mini";
import { bitsOf } from "../chat/bits";

/* Pages receive this about an instance. Ids and permission sets are decimal text, times ISO 8601. */

export const namedUser = z.object({ id: z.string(), username: z.string() });
export type NamedUser = z.infer<typeof namedUser>;

/** Query parameters of a paged list. */
export const pageQuery = {
  /** The beginning of a name, or an id. */
  search: z.optional(z.string()),
  /** `next` of the previous page. */
  after: z.optional(z.string()),
};

/** A set of permissions or rights: a decimal number of 64 bits. */
export const bits = (name: string) =>
  z.pipe(
    z
      .string(`Send the ${name} as a decimal number, in quotes.`)
      .check(
        z.refine((text) => bitsOf(text) !== null, `Send the ${name} as a decimal number of at most 64 bits.`),
      ),
    z.transform((text) => bitsOf(text) ?? 0n),
  );
