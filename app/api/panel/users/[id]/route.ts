import { z } from "zod";
import { AppError } from "@/lib/errors";
import { bitsOf } from "@/lib/shared/chat/bits";
import { db } from "@/lib/server/db";
import { confirmPassword } from "@/lib/server/operators";
import { panelRoute, readJson } from "@/lib/server/panel-api";

type Params = { id: string };

/** One user, with the guilds that they manage. */
export const GET = panelRoute<Params>(async ({ params, instance }) =>
  (await instance()).users.get(params.id),
);

const changeSchema = z.object({
  disabled: z.boolean("Send whether the user is disabled: true or false.").optional(),
  /** A decimal number of 64 bits. */
  rights: z
    .string("Send the rights as a decimal number, in quotes.")
    .refine((text) => bitsOf(text) !== null, "Send the rights as a decimal number of at most 64 bits.")
    .transform((text) => bitsOf(text) ?? 0n)
    .optional(),
});

/** Disables or enables a user, or replaces their rights. Nobody disables themselves, or is the last to drop OPERATOR. */
export const PATCH = panelRoute<Params>(async ({ request, params: { id }, instance }) => {
  const { users } = await instance();
  const { disabled, rights } = await readJson(request, changeSchema);
  if ((disabled === undefined) === (rights === undefined))
    throw new AppError("invalid-input", "Send either disabled or rights.");
  return users.change(id, { disabled, rights });
});

const banSchema = z.object({
  password: z.string("Enter your current password."),
  reason: z.string().max(400, "Use at most 400 characters.").default(""),
});

/** Deletes the account and bans its owner from the instance. Asks for the operator's password. */
export const DELETE = panelRoute<Params>(async ({ request, params: { id }, operator, instance }) => {
  const { users } = await instance();
  const { password, reason } = await readJson(request, banSchema);
  await confirmPassword(db(), operator, { password, path: "password", undone: "The user was not deleted" });
  await users.ban(id, reason);
  return { deleted: id };
});
