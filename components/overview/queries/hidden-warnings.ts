import { queryOptions } from "@tanstack/react-query";
import { call } from "@/components/shell/queries/call";

export const hiddenWarningsQuery = () =>
  queryOptions({
    queryKey: ["hidden-warnings"],
    queryFn: ({ signal }) => call("GET /hidden-warnings", { signal }),
    refetchInterval: 60_000,
  });

export const hideWarning = (body: { key: string; title: string; reason: string; days: number }) =>
  call("POST /hidden-warnings", { body });

export const showWarning = (id: number) =>
  call("DELETE /hidden-warnings/:id", { params: { id: String(id) } });
