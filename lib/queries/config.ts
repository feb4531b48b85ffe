import { queryOptions } from "@tanstack/react-query";
import type { ConfigDocument } from "@/lib/config/document";
import { requestJson } from "./http";

/** The configuration file as it is now, without secrets (`GET /api/panel/config`). */
export const configQuery = () =>
  queryOptions({
    queryKey: ["config"],
    queryFn: ({ signal }) => requestJson<ConfigDocument>("/api/panel/config", { signal, cache: "no-store" }),
  });
