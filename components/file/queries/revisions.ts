import { queryOptions } from "@tanstack/react-query";
import type { RevisionFilter, RevisionPage } from "@/lib/shared/contract/history";
import { configQuery } from "@/components/settings/queries/config";
import { requestJson } from "@/components/shell/queries/http";
import { filterQuery } from "../history/filter-address";

/** Kept versions of the file that fit the filter, newest first; older than version `before` if given. */
export const revisionsQuery = (filter: RevisionFilter, before?: number) =>
  queryOptions({
    queryKey: [...configQuery().queryKey, "revisions", filter, before ?? null],
    queryFn: ({ signal }) =>
      requestJson<RevisionPage>(`/api/panel/config/revisions${filterQuery(filter, before)}`, {
        signal,
        cache: "no-store",
      }),
  });
