import { queryOptions } from "@tanstack/react-query";
import type { RevisionPage } from "@/lib/shared/contract/history";
import { configQuery } from "@/components/settings/queries/config";
import { requestJson } from "@/components/shell/queries/http";

/** Kept versions of the file, newest first; older than version `before` if given. */
export const revisionsQuery = (before?: number) =>
  queryOptions({
    queryKey: [...configQuery().queryKey, "revisions", before ?? null],
    queryFn: ({ signal }) =>
      requestJson<RevisionPage>(
        `/api/panel/config/revisions${before === undefined ? "" : `?before=${before}`}`,
        {
          signal,
          cache: "no-store",
        },
      ),
  });
