import { queryOptions } from "@tanstack/react-query";
import { requestJson } from "@/components/shell/queries/http";

export interface PanelOperator {
  id: number;
  username: string;
  disabled: boolean;
  /** ms since 1970 */
  createdAt: number;
}

export const operatorsQuery = () =>
  queryOptions({
    queryKey: ["operators"],
    queryFn: ({ signal }) =>
      requestJson<PanelOperator[]>("/api/panel/operators", { signal, cache: "no-store" }),
  });
