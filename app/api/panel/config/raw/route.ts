import { z } from "zod";
import { audited } from "@/lib/server/audit";
import { readRawConfig, saveRawConfig, showRawConfig } from "@/lib/server/config-file";
import { db } from "@/lib/server/db";
import { configAnswer, ifMatch, noteSchema, panelRoute, readJson } from "@/lib/server/panel-api";

const bodySchema = z.object({
  text: z.string("Send the whole text of the file."),
  note: noteSchema,
});

/** The file's text, with markers in place of secrets. */
export const GET = panelRoute(async () => {
  const raw = await readRawConfig();
  return Response.json(raw, { headers: { etag: `"${raw.etag}"`, "cache-control": "no-store" } });
});

/** The text of a broken file with its hidden values shown. The audit log records who asked. */
export const POST = panelRoute(async ({ operator }) => {
  const entry = { actor: operator.username, action: "config.raw.show" };
  const raw = await audited(db(), entry, showRawConfig, ({ etag }) => ({ target: etag }));
  return Response.json(raw, { headers: { etag: `"${raw.etag}"`, "cache-control": "no-store" } });
});

/** Replaces the whole text, even when the file is broken. */
export const PUT = panelRoute(async ({ request, operator }) => {
  const baseEtag = ifMatch(request);
  const { text, note } = await readJson(request, bodySchema);
  const document = await audited(
    db(),
    { actor: operator.username, action: "config.raw", detail: { ...(note && { note }) } },
    () => saveRawConfig({ baseEtag, text, note, author: operator.username }),
    ({ etag }) => ({ target: etag }),
  );
  return configAnswer(document);
});
