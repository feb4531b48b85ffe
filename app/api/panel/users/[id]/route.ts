import { z } from "zod";
import { AppError } from "@/lib/errors";
import { bitsOf } from "@/lib/shared/chat/bits";
import { instanceStore } from "@/lib/server/instance";
import {
  asPanelUser,
  auditedUser,
  localUserId,
  panelRoute,
  readJson,
  userDetail,
} from "@/lib/server/panel-api";

type Params = { id: string };

/** One user, with the guilds that they manage. */
export const GET = panelRoute<Params>(({ params, operator }) => userDetail(operator, params.id));

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
export const PATCH = panelRoute<Params>(async ({ request, params: { id }, operator }) => {
  const isSelf = localUserId(operator) === id;
  const { disabled, rights } = await readJson(request, changeSchema);
  if ((disabled === undefined) === (rights === undefined))
    throw new AppError("invalid-input", "Send either disabled or rights.");
  if (isSelf && disabled)
    throw new AppError(
      "conflict",
      "This is your own account, which your pages use. Ask another operator to disable it.",
    );
  const { rights: before } = await instanceStore().getUser(id);
  const entry =
    rights === undefined
      ? { action: disabled ? "user.disable" : "user.enable", id }
      : { action: "user.rights", id, detail: { before: String(before), rights: String(rights) } };
  const change = () => instanceStore().changeUser(id, { disabled, rights, keepOperator: isSelf });
  return asPanelUser(operator, await auditedUser(operator, entry, change));
});
