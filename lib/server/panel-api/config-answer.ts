import "server-only";
import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";

/** The document as an answer, with its version as the ETag that the next change is made on. */
export function configAnswer(document: ConfigSnapshot, status = 200): Response {
  return Response.json(document, {
    status,
    headers: { etag: `"${document.etag}"`, "cache-control": "no-store" },
  });
}
