import { queryOptions } from "@tanstack/react-query";
import type { Operation } from "@/lib/config/document";
import type { ConfigPreview } from "@/lib/config/preview";
import { requestJson } from "./http";

/** What an edit would change in the file's text (`POST /api/panel/config/preview`). Asked anew each time it is shown. */
export const previewQuery = (operations: readonly Operation[]) =>
  queryOptions({
    // A typed secret is part of the operations; it must not stay in the cache once nobody looks at it.
    queryKey: ["config-preview", operations],
    gcTime: 0,
    staleTime: 0,
    retry: false,
    queryFn: ({ signal }) =>
      requestJson<ConfigPreview>("/api/panel/config/preview", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ operations }),
        signal,
      }),
  });
