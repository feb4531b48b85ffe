import * as z from "zod/mini";

/** A name with a length within these limits, without surrounding spaces. */
export const nameOf = (least: number, most: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(least, least === 1 ? "Enter a name." : `Use at least ${least} characters.`),
      z.maxLength(most, `Use at most ${most} characters.`),
    );

/** An operator's name. */
export const username = nameOf(2, 32);

/** A new password. */
export const newPassword = z.string().check(z.minLength(8, "Use at least 8 characters."));

/** Refuses a form whose field `repeated` differs from its password. */
export const isRepeated = <Name extends string>(password: Name) =>
  z.refine<Record<Name | "repeated", string>>((values) => values[password] === values.repeated, {
    path: ["repeated"],
    message: "The passwords do not match. Type the same password twice.",
  });
