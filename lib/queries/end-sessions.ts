import { requestJson } from "./http";

/** Signs the operator out everywhere. */
export const endSessions = () =>
  requestJson<{ ended: true }>("/api/panel/account/sessions", { method: "DELETE" });
