import { queryOptions } from "@tanstack/react-query";
import type { UndoneValue } from "@/lib/shared/contract/history";
import { configQuery } from "@/components/settings/queries/config";
import { requestJson } from "@/components/shell/queries/http";

/** Values that were saved in the panel and then reverted by a rewrite outside it. */
export const undoneQuery = () =>
  queryOptions({
    queryKey: [...configQuery().queryKey, "undone"],
    queryFn: ({ signal }) =>
      requestJson<UndoneValue[]>("/api/panel/config/undone", { signal, cache: "no-store" }),
  });
