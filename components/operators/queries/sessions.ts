import { queryOptions } from "@tanstack/react-query";
import { requestJson } from "@/components/shell/queries/http";
import type { PanelSession } from "@/lib/shared/contract/operators";

export const sessionsQuery = () =>
  queryOptions({
    queryKey: ["sessions"],
    queryFn: ({ signal }) =>
      requestJson<PanelSession[]>("/api/panel/account/sessions", { signal, cache: "no-store" }),
  });
