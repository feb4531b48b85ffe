import { call } from "@/components/shell/queries/call";
import { routeQuery } from "@/components/shell/queries/pages";

export const hiddenWarningsQuery = () => ({
  ...routeQuery(["hidden-warnings"], "GET /hidden-warnings"),
  refetchInterval: 60_000,
});

export const hideWarning = (body: { key: string; title: string; reason: string; days: number }) =>
  call("POST /hidden-warnings", { body });

export const showWarning = (id: number) =>
  call("DELETE /hidden-warnings/:id", { params: { id: String(id) } });
