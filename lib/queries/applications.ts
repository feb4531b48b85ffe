import { queryOptions } from "@tanstack/react-query";
import type { PanelApplication } from "@/lib/directory/types";
import { requestJson } from "./http";

/** The operator's own applications, newest first. */
export const applicationsQuery = () =>
  queryOptions({
    queryKey: ["applications"],
    queryFn: ({ signal }) =>
      requestJson<PanelApplication[]>("/api/panel/applications", { signal, cache: "no-store" }),
  });
