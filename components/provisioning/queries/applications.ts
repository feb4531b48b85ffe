import { queryOptions } from "@tanstack/react-query";
import type { PanelApplication } from "@/lib/shared/contract/provisioning";
import { requestJson } from "@/components/shell/queries/http";

/** The operator's own applications, newest first. */
export const applicationsQuery = () =>
  queryOptions({
    queryKey: ["applications"],
    queryFn: ({ signal }) =>
      requestJson<PanelApplication[]>("/api/panel/applications", { signal, cache: "no-store" }),
  });
