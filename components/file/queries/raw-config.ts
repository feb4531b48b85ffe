import { queryOptions } from "@tanstack/react-query";
import type { RawText } from "@/lib/shared/contract/history";
import { configQuery } from "@/components/settings/queries/config";
import { requestJson } from "@/components/shell/queries/http";

/** The file's text, with a marker in place of each secret. */
export const rawConfigQuery = () =>
  queryOptions({
    queryKey: [...configQuery().queryKey, "raw"],
    queryFn: ({ signal }) => requestJson<RawText>("/api/panel/config/raw", { signal, cache: "no-store" }),
  });

/** A broken file's text with its hidden values shown (`POST /api/panel/config/raw`). @throws RequestError */
export const showRawConfig = () => requestJson<RawText>("/api/panel/config/raw", { method: "POST" });
