import { queryOptions } from "@tanstack/react-query";
import type { RawText } from "@/lib/config/history";
import { configQuery } from "./config";
import { requestJson } from "./http";

/** The file's text, with a marker in place of each secret. */
export const rawConfigQuery = () =>
  queryOptions({
    queryKey: [...configQuery().queryKey, "raw"],
    queryFn: ({ signal }) => requestJson<RawText>("/api/panel/config/raw", { signal, cache: "no-store" }),
  });
