import { requestJson } from "@/components/shell/queries/http";

/** Signs the operator out everywhere. */
export const endSessions = () =>
  requestJson<{ ended: true }>("/api/panel/account/sessions", { method: "DELETE" });
