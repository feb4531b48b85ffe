import type { ApplyView } from "@/lib/shared/contract/running";
import { requestJson } from "@/components/shell/queries/http";

/** Begins to apply the file to the running instance (`POST /api/panel/running/apply`). @throws RequestError */
export const applyFile = ({ etag, password }: { etag: string; password: string }): Promise<ApplyView> =>
  requestJson<ApplyView>("/api/panel/running/apply", {
    method: "POST",
    headers: { "content-type": "application/json", "if-match": `"${etag}"` },
    body: JSON.stringify({ password }),
  });
