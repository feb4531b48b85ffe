import { queryOptions } from "@tanstack/react-query";
import type { RevisionDetail } from "@/lib/shared/contract/history";
import { configQuery } from "@/components/settings/queries/config";
import { requestJson } from "@/components/shell/queries/http";

/** One kept version, and what restoring it would change now. @throws RequestError 404 when it is not kept */
export const revisionQuery = (id: number) =>
  queryOptions({
    queryKey: [...configQuery().queryKey, "revision", id],
    queryFn: ({ signal }) =>
      requestJson<RevisionDetail>(`/api/panel/config/revisions/${id}`, { signal, cache: "no-store" }),
  });
