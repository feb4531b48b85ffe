import { requestJson } from "@/components/shell/queries/http";

/** Accepts all values reverted outside the panel so far, for all operators. */
export const dismissUndone = () =>
  requestJson<{ dismissed: string[] }>("/api/panel/config/undone", { method: "DELETE" });
