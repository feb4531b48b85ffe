import { AppError } from "@/lib/errors";
import { instanceStore } from "@/lib/server/instance";
import { asPanelBot, auditedBot, localUserId, panelRoute, readBody } from "@/lib/server/panel-api";

type Params = { id: string };

/** Gives the bot a picture: the body is a PNG, WebP or JPEG file, whatever its `Content-Type` says. */
export const PUT = panelRoute<Params>(async ({ request, params: { id }, operator }) => {
  localUserId(operator);
  const content = await readBody(request);
  if (content.byteLength === 0)
    throw new AppError("invalid-input", "There is no picture in the request. Send the file as its body.");
  const set = () => instanceStore().setIcon(id, content);
  return asPanelBot(await auditedBot(operator, { action: "bot.picture", id }, set));
});

/** Takes the bot's picture away. */
export const DELETE = panelRoute<Params>(async ({ params: { id }, operator }) => {
  localUserId(operator);
  const remove = () => instanceStore().removeIcon(id);
  return asPanelBot(await auditedBot(operator, { action: "bot.picture.remove", id }, remove));
});
