import { queryOptions } from "@tanstack/react-query";
import type { PanelApplication } from "@/lib/shared/contract/provisioning";
import { requestJson, sendJson } from "@/components/shell/queries/http";

/** The caller's own applications, newest first. */
export const applicationsQuery = () =>
  queryOptions({
    queryKey: ["applications"],
    queryFn: ({ signal }) =>
      requestJson<PanelApplication[]>("/api/panel/applications", { signal, cache: "no-store" }),
  });

/** Not safe to repeat. @throws RequestError with `problems` at `name` */
export const createApplication = (name: string) =>
  sendJson<PanelApplication>("POST", "/api/panel/applications", { name });

/** Makes the application's bot unless it exists, and a token for it. */
export const issueToken = (applicationId: string) =>
  requestJson<{ token: string }>(`/api/panel/applications/${applicationId}/bot`, { method: "POST" });
