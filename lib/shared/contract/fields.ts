import * as z from "zod/mini";
import { bitsOf } from "../chat/bits";

const proofIn = (field: string) =>
  z.object({
    [field]: z.optional(z.string("Enter your current password.")),
    code: z.optional(z.string("Enter a code.")),
  });

/**
 * Schemas of the body fields that prove who the caller is. Routes with `proof` accept these fields in
 * addition to their other fields. The key of each schema is the name of its password field. `code` is a code
 * from an authenticator app or a recovery code, and is required if the account has a second factor. Each
 * schema is created only once, because zod compiles a schema at its first use.
 */
export const proofFields = { password: proofIn("password"), current: proofIn("current") };

/* Ids and permissions are decimal numbers as text, and times are ISO 8601. */

export const namedUser = z.object({ id: z.string(), username: z.string() });
export type NamedUser = z.infer<typeof namedUser>;

export const pageQuery = {
  /** An id, or the beginning of a name. */
  search: z.optional(z.string()),
  /** `next` of the previous page. */
  after: z.optional(z.string()),
};

/** The value of `after` that requests the next page. Null on the last page. */
export const nextPage = z.nullable(z.string());

/**
 * Returns a schema for permissions or rights: a 64-bit number in decimal.
 * @param name the noun for the error message
 */
export const bits = (name: string) =>
  z.pipe(
    z
      .string(`Send the ${name} as a decimal number, in quotes.`)
      .check(
        z.refine((text) => bitsOf(text) !== null, `Send the ${name} as a decimal number of at most 64 bits.`),
      ),
    z.transform((text) => bitsOf(text) ?? 0n),
  );

/**
 * Returns a schema for the number of days after which a new token or invitation expires.
 * @param most maximum number of days
 */
export function lifetime(noun: "token" | "invitation", most: number) {
  const one = noun === "token" ? "A token" : "An invitation";
  return z
    .int(`Send the number of days until the ${noun} expires, as a whole number.`)
    .check(
      z.minimum(1, `${one} lasts at least one day.`),
      z.maximum(most, `${one} lasts at most ${most} days.`),
    );
}

export const numbered = z.object({ id: z.coerce.number<string>().check(z.int()) });

export const moment = z.iso.datetime({
  offset: true,
  error: "Send a time in ISO 8601, such as 2026-11-21T00:00:00Z.",
});

/** Text in a filter. It must not contain NUL, because PostgreSQL does not accept NUL in text. */
export const searchedText = z.string().check(z.minLength(1), z.maxLength(200), z.regex(/^[^\0]*$/));
