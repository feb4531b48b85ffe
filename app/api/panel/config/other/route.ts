import { z } from "zod";
import { audited } from "@/lib/server/audit";
import { readOtherKey, saveOtherKey } from "@/lib/server/config-file";
import { db } from "@/lib/server/db";
import { configAnswer, ifMatch, panelRoute, readJson, refuseOtherSites } from "@/lib/server/panel-api";

const path = z.string().min(1, "Send the path of the key.").max(2000);
const bodySchema = z.object({ path, text: z.string("Send the new value as JSON text.") });

/** The value of one key that is not a setting. It may be a secret, so the audit log records who looked at it. */
export const GET = panelRoute(async ({ request, operator }) => {
  refuseOtherSites({ method: request.method, header: (name) => request.headers.get(name) }, []);
  const asked = path.parse(request.nextUrl.searchParams.get("path") ?? "");
  const entry = { actor: operator.username, action: "config.other.show", target: asked };
  const key = await audited(db(), entry, () => readOtherKey(asked));
  return Response.json(key, { headers: { etag: `"${key.etag}"`, "cache-control": "no-store" } });
});

export const PUT = panelRoute(async ({ request, operator }) => {
  const baseEtag = ifMatch(request);
  const body = await readJson(request, bodySchema);
  const entry = { actor: operator.username, action: "config.other.save", target: body.path };
  const document = await audited(db(), entry, () =>
    saveOtherKey({ ...body, baseEtag, author: operator.username }),
  );
  return configAnswer(document);
});

export const DELETE = panelRoute(async ({ request, operator }) => {
  const baseEtag = ifMatch(request);
  const asked = path.parse(request.nextUrl.searchParams.get("path") ?? "");
  const entry = { actor: operator.username, action: "config.other.remove", target: asked };
  const document = await audited(db(), entry, () =>
    saveOtherKey({ baseEtag, path: asked, text: null, author: operator.username }),
  );
  return configAnswer(document);
});
