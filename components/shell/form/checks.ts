import * as z from "zod/mini";

export const nameOf = (least: number, most: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(least, least === 1 ? "Enter a name." : `Use at least ${least} characters.`),
      z.maxLength(most, `Use at most ${most} characters.`),
    );

export const username = nameOf(2, 32);

export const newPassword = z.string().check(z.minLength(8, "Use at least 8 characters."));

export const isRepeated = <Name extends string>(password: Name) =>
  z.refine<Record<Name | "repeated", string>>((values) => values[password] === values.repeated, {
    path: ["repeated"],
    message: "The passwords do not match. Type the same password twice.",
  });
