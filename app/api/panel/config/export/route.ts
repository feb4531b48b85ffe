import { exportConfig } from "@/lib/config-file";
import { db } from "@/lib/db";
import { recordAudit } from "@/lib/operators";
import { panelRoute } from "@/lib/panel";

/** The file for downloading; with its secrets only for `?secrets=1`. */
export const GET = panelRoute(async ({ request, operator }) => {
  const secrets = request.nextUrl.searchParams.get("secrets") === "1";
  const { filename, bytes } = await exportConfig({ secrets });
  await recordAudit(db(), { actor: operator.username, action: "config.export", detail: { secrets } });
  return new Response(new Uint8Array(bytes), {
    headers: {
      "content-type": "application/json; charset=utf-8",
      "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(filename)}`,
      "cache-control": "no-store",
    },
  });
});
