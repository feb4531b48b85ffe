import { z } from "zod";
import { readRawConfig, saveRawConfig } from "@/lib/config-file";
import { db } from "@/lib/db";
import { recordAudit } from "@/lib/operators";
import { configAnswer, ifMatch, panelRoute, readJson } from "@/lib/panel";

const maxBytes = 16 * 1024 * 1024;

const bodySchema = z.object({
  text: z.string("Send the whole text of the file."),
  note: z.string().trim().max(500, "Use at most 500 characters.").optional(),
});

/** The file's text, with markers in place of secrets. */
export const GET = panelRoute(async () => {
  const raw = await readRawConfig();
  return Response.json(raw, { headers: { etag: `"${raw.etag}"`, "cache-control": "no-store" } });
});

/** Replaces the whole text, also of a file that is broken. */
export const PUT = panelRoute(async ({ request, operator }) => {
  const baseEtag = ifMatch(request);
  const { text, note } = await readJson(request, bodySchema, maxBytes);
  const document = await saveRawConfig({ baseEtag, text, note, author: operator.username });
  await recordAudit(db(), {
    actor: operator.username,
    action: "config.raw",
    target: document.etag,
    ...(note && { detail: { note } }),
  });
  return configAnswer(document);
});
