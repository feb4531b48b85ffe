import { queryOptions } from "@tanstack/react-query";
import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import { requestJson } from "@/components/shell/queries/http";

/** The configuration file as it is now, without secrets (`GET /api/panel/config`). */
export const configQuery = () =>
  queryOptions({
    queryKey: ["config"],
    queryFn: ({ signal }) => requestJson<ConfigSnapshot>("/api/panel/config", { signal, cache: "no-store" }),
  });
