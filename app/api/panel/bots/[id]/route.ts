import { z } from "zod";
import { AppError } from "@/lib/errors";
import { audited } from "@/lib/server/audit";
import { db } from "@/lib/server/db";
import { instanceStore } from "@/lib/server/instance";
import { confirmPassword } from "@/lib/server/operators";
import { asPanelBot, botDetail, localUserId, panelRoute, readJson } from "@/lib/server/panel-api";

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
export const PATCH = panelRoute<Params>(async ({ request, params, operator }) => {
  localUserId(operator);
  const { ownerId, public: botPublic, ...texts } = await readJson(request, changesSchema);
  const changes = { ...texts, ...(botPublic !== undefined && { botPublic }) };
  const changed = Object.keys(changes);
  const actor = operator.username;
  const detail = { application: params.id };
  const told = ({ name, owner }: { name: string; owner: { username: string } }) => ({
    target: name,
    detail: { ...detail, ...(ownerId !== undefined && { owner: owner.username }) },
  });
  if (ownerId !== undefined) {
    if (changed.length > 0)
      throw new AppError("invalid-input", "Transfer the bot alone, and change the rest before or after.");
    const transfer = () => instanceStore().transferBot(params.id, ownerId);
    return asPanelBot(await audited(db(), { actor, action: "bot.transfer", detail }, transfer, told));
  }
  if (changed.length === 0)
    throw new AppError("invalid-input", "Nothing to change: send a name, a description or public.");
  const entry = { actor, action: "bot.edit", detail: { ...detail, changed } };
  return asPanelBot(await audited(db(), entry, () => instanceStore().editBot(params.id, changes), told));
});

const confirmationSchema = z.object({ password: z.string("Enter your current password.") });

/** Deletes the bot for good: it leaves every guild, and its tokens are refused. Asks for the operator's password. */
export const DELETE = panelRoute<Params>(async ({ request, params, operator }) => {
  localUserId(operator);
  const { password } = await readJson(request, confirmationSchema);
  await confirmPassword(db(), operator, { password, path: "password", undone: "The bot was not deleted" });
  const entry = { actor: operator.username, action: "bot.delete", detail: { application: params.id } };
  await audited(
    db(),
    entry,
    () => instanceStore().deleteBot(params.id),
    ({ name }) => ({ target: name, detail: entry.detail }),
  );
  return { deleted: params.id };
});
