import { z } from "zod";
import { AppError } from "@/lib/errors";
import { instanceStore } from "@/lib/server/instance";
import {
  asPanelBot,
  auditedBot,
  botDetail,
  localUserId,
  panelRoute,
  readConfirmation,
  readJson,
} from "@/lib/server/panel-api";

type Params = { id: string };

/** One bot with its guilds. */
export const GET = panelRoute<Params>(({ params, operator }) => botDetail(operator, params.id));

const changesSchema = z.object({
  name: z.string().optional(),
  description: z.string().optional(),
  public: z.boolean().optional(),
  /** The user that the bot is given to. */
  ownerId: z.string().optional(),
});

/** Changes what the body names, and nothing else. */
export const PATCH = panelRoute<Params>(async ({ request, params: { id }, operator }) => {
  localUserId(operator);
  const { ownerId, public: botPublic, ...texts } = await readJson(request, changesSchema);
  const changes = { ...texts, ...(botPublic !== undefined && { botPublic }) };
  const changed = Object.keys(changes);
  if (ownerId !== undefined) {
    if (changed.length > 0)
      throw new AppError("invalid-input", "Transfer the bot alone, and change the rest before or after.");
    const transfer = () => instanceStore().transferBot(id, ownerId);
    const told = ({ owner }: { owner: { username: string } }) => ({ owner: owner.username });
    return asPanelBot(await auditedBot(operator, { action: "bot.transfer", id }, transfer, told));
  }
  if (changed.length === 0)
    throw new AppError("invalid-input", "Nothing to change: send a name, a description or public.");
  const edit = () => instanceStore().editBot(id, changes);
  return asPanelBot(await auditedBot(operator, { action: "bot.edit", id, detail: { changed } }, edit));
});

/** Deletes the bot for good: it leaves every guild, and its tokens are refused. Asks for the operator's password. */
export const DELETE = panelRoute<Params>(async ({ request, params: { id }, operator }) => {
  localUserId(operator);
  await readConfirmation(request, operator, "The bot was not deleted");
  await auditedBot(operator, { action: "bot.delete", id }, () => instanceStore().deleteBot(id));
  return { deleted: id };
});
