import { queryOptions } from "@tanstack/react-query";
import type { Operation } from "@/lib/shared/contract/config-snapshot";
import type { ConfigPreview } from "@/lib/shared/contract/preview";
import type { KeyChange } from "@/lib/shared/contract/unrecognized-key";
import { requestJson } from "@/components/shell/queries/http";

/** What an edit would change in the file's text (`POST /api/panel/config/preview`). Fetched again each time it is shown. */
export const previewQuery = (operations: readonly Operation[], keys: readonly KeyChange[]) =>
  queryOptions({
    // The operations may contain a typed secret, which must not stay in the cache once the preview is closed.
    queryKey: ["config-preview", operations, keys],
    gcTime: 0,
    staleTime: 0,
    retry: false,
    queryFn: ({ signal }) =>
      requestJson<ConfigPreview>("/api/panel/config/preview", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ operations, keys }),
        signal,
      }),
  });
