import { requestJson } from "./http";

/** Accepts what rewrites from outside have undone so far, for all operators. */
export const dismissUndone = () =>
  requestJson<{ dismissed: string[] }>("/api/panel/config/undone", { method: "DELETE" });
