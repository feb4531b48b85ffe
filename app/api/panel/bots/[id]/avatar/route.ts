import { AppError } from "@/lib/errors";
import { panelRoute, readBody } from "@/lib/server/panel-api";

type Params = { id: string };

/** Gives the bot a picture: the body is a PNG, WebP or JPEG file, whatever its `Content-Type` says. */
export const PUT = panelRoute<Params>(async ({ request, params: { id }, instance }) => {
  const { bots } = await instance();
  const content = await readBody(request);
  if (content.byteLength === 0)
    throw new AppError("invalid-input", "There is no picture in the request. Send the file as its body.");
  return bots.setPicture(id, content);
});

/** Takes the bot's picture away. */
export const DELETE = panelRoute<Params>(async ({ params, instance }) =>
  (await instance()).bots.removePicture(params.id),
);
