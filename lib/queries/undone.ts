import { queryOptions } from "@tanstack/react-query";
import type { UndoneValue } from "@/lib/config/history";
import { configQuery } from "./config";
import { requestJson } from "./http";

/** Values saved in the panel that a rewrite from outside has undone. */
export const undoneQuery = () =>
  queryOptions({
    queryKey: [...configQuery().queryKey, "undone"],
    queryFn: ({ signal }) =>
      requestJson<UndoneValue[]>("/api/panel/config/undone", { signal, cache: "no-store" }),
  });
