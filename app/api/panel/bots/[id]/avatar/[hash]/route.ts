import { AppError } from "@/lib/errors";
import { panelRoute } from "@/lib/server/panel-api";

/** The bot's picture. Another picture has another hash, and so another address: browsers keep this one for good. */
export const GET = panelRoute<{ id: string; hash: string }>(async ({ request, params, instance }) => {
  const etag = `"${params.hash}"`;
  const icon = await (await instance()).bots.picture(params.id, params.hash);
  if (!icon)
    throw new AppError(
      "not-found",
      "The bot has no such picture any more. Reload the page to see its new one.",
    );
  const headers = { etag, "cache-control": "private, max-age=31536000, immutable" };
  if (request.headers.get("if-none-match") === etag) return new Response(null, { status: 304, headers });
  return new Response(new Uint8Array(icon.content), {
    headers: { ...headers, "content-type": icon.type, "x-content-type-options": "nosniff" },
  });
});
