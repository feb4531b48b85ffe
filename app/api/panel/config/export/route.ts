import { z } from "zod";
import { audited } from "@/lib/server/audit";
import { exportConfig } from "@/lib/server/config-file";
import { db } from "@/lib/server/db";
import type { Operator } from "@/lib/server/operators";
import { panelRoute, readJson, refuseOtherSites } from "@/lib/server/panel-api";

const bodySchema = z.object({
  secrets: z.boolean("Send whether the copy includes the secrets: true or false."),
});

async function download(operator: Operator, secrets: boolean): Promise<Response> {
  const entry = { actor: operator.username, action: "config.export", detail: { secrets } };
  const { filename, bytes } = await audited(db(), entry, () => exportConfig({ secrets }));
  return new Response(new Uint8Array(bytes), {
    headers: {
      "content-type": "application/json; charset=utf-8",
      "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(filename)}`,
      "cache-control": "no-store",
    },
  });
}

/** The file for downloading, without its secrets. */
export const GET = panelRoute(async ({ request, operator }) => {
  refuseOtherSites({ method: request.method, header: (name) => request.headers.get(name) }, []);
  return download(operator, false);
});

/**
 * The file for downloading, with its secrets for `{ "secrets": true }`. POST, so that a link on another site cannot
 * request it.
 */
export const POST = panelRoute(async ({ request, operator }) => {
  const { secrets } = await readJson(request, bodySchema);
  return download(operator, secrets);
});
