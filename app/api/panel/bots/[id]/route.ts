import { z } from "zod";
import { AppError } from "@/lib/errors";
import { panelRoute, readConfirmation, readJson } from "@/lib/server/panel-api";

type Params = { id: string };

/** One bot, with its guilds if the instance lists them. */
export const GET = panelRoute<Params>(async ({ params, instance }) => (await instance()).bots.get(params.id));

const changesSchema = z.object({
  name: z.string().optional(),
  description: z.string().optional(),
  public: z.boolean().optional(),
  /** The bot user's name, where it is apart from the application's. */
  username: z.string().optional(),
  /** The user that the bot is given to. */
  ownerId: z.string().optional(),
});

/** Changes what the body names, and nothing else. */
export const PATCH = panelRoute<Params>(async ({ request, params: { id }, instance }) => {
  const { ownerId, ...changes } = await readJson(request, changesSchema);
  const { bots } = await instance();
  if (ownerId === undefined) return bots.edit(id, changes);
  if (Object.keys(changes).length > 0)
    throw new AppError("invalid-input", "Transfer the bot alone, and change the rest before or after.");
  return bots.transfer(id, ownerId);
});

/** Deletes the bot for good: it leaves every guild, and its tokens are refused. Asks for the operator's password. */
export const DELETE = panelRoute<Params>(async ({ request, params: { id }, operator, instance }) => {
  const { bots } = await instance();
  await readConfirmation(request, operator, "The bot was not deleted");
  await bots.delete(id);
  return { deleted: id };
});
