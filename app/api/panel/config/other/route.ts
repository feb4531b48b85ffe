import { z } from "zod";
import { readOtherKey, saveOtherKey } from "@/lib/config-file";
import { db } from "@/lib/db";
import { recordAudit } from "@/lib/operators";
import { configAnswer, ifMatch, panelRoute, readJson } from "@/lib/panel";

const maxBytes = 8 * 1024 * 1024;

const path = z.string().min(1, "Say which key: send its path.").max(2000);
const bodySchema = z.object({ path, text: z.string("Send the new value as JSON text.") });

/** What one key that is no setting holds. It may be a secret, so who looked at it is kept. */
export const GET = panelRoute(async ({ request, operator }) => {
  const asked = path.parse(request.nextUrl.searchParams.get("path") ?? "");
  const key = await readOtherKey(asked);
  await recordAudit(db(), { actor: operator.username, action: "config.other.show", target: asked });
  return Response.json(key, { headers: { etag: `"${key.etag}"`, "cache-control": "no-store" } });
});

export const PUT = panelRoute(async ({ request, operator }) => {
  const baseEtag = ifMatch(request);
  const body = await readJson(request, bodySchema, maxBytes);
  const document = await saveOtherKey({ ...body, baseEtag, author: operator.username });
  await recordAudit(db(), { actor: operator.username, action: "config.other.save", target: body.path });
  return configAnswer(document);
});

export const DELETE = panelRoute(async ({ request, operator }) => {
  const baseEtag = ifMatch(request);
  const asked = path.parse(request.nextUrl.searchParams.get("path") ?? "");
  const document = await saveOtherKey({ baseEtag, path: asked, text: null, author: operator.username });
  await recordAudit(db(), { actor: operator.username, action: "config.other.remove", target: asked });
  return configAnswer(document);
});
