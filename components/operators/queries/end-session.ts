import { requestJson } from "@/components/shell/queries/http";

/** Signs the operator out in one browser. @throws RequestError 404 when that session has ended already */
export const endSession = (id: string) =>
  requestJson<{ ended: true }>(`/api/panel/account/sessions/${encodeURIComponent(id)}`, { method: "DELETE" });
