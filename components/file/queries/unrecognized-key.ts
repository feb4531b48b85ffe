import { queryOptions } from "@tanstack/react-query";
import type { OtherKey } from "@/lib/shared/contract/unrecognized-key";
import { requestJson } from "@/components/shell/queries/http";

/**
 * The value of an unrecognized key in the version `etag` of the file (`GET /api/panel/config/other`). Fetched only when
 * an operator asks to see it, which the audit log records; it may be a secret, so it leaves the cache with the page.
 */
export const unrecognizedKeyQuery = (path: string, etag: string) =>
  queryOptions({
    queryKey: ["unrecognized-key", path, etag],
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
    queryFn: ({ signal }) =>
      requestJson<OtherKey>(`/api/panel/config/other?path=${encodeURIComponent(path)}`, {
        signal,
        cache: "no-store",
      }),
  });
