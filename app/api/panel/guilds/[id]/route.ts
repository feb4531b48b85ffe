import { z } from "zod";
import { AppError } from "@/lib/errors";
import { panelRoute, readConfirmation, readJson } from "@/lib/server/panel-api";

type Params = { id: string };

/** One guild with its roles. */
export const GET = panelRoute<Params>(async ({ params, instance }) =>
  (await instance()).guilds.get(params.id),
);

const changeSchema = z.object({
  name: z.string("Enter a name for the guild.").optional(),
  /** The member who becomes its owner. */
  ownerId: z.string("Choose the new owner.").optional(),
});

/** Renames the guild, or gives it to another of its members. */
export const PATCH = panelRoute<Params>(async ({ request, params: { id }, instance }) => {
  const { guilds } = await instance();
  const { name, ownerId } = await readJson(request, changeSchema);
  if (name !== undefined && ownerId === undefined) return guilds.rename(id, name);
  if (ownerId !== undefined && name === undefined) return guilds.transfer(id, ownerId);
  throw new AppError("invalid-input", "Send either a name or the id of the new owner.");
});

/** Deletes the guild for good, with its members' and bots' places in it. Asks for the operator's password. */
export const DELETE = panelRoute<Params>(async ({ request, params: { id }, operator, instance }) => {
  const { guilds } = await instance();
  await readConfirmation(request, operator, "The guild was not deleted");
  await guilds.delete(id);
  return { deleted: id };
});
