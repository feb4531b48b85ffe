import { queryOptions } from "@tanstack/react-query";
import type { PanelGuild } from "@/lib/shared/contract/provisioning";
import { requestJson } from "@/components/shell/queries/http";

/** All guilds of the directory, by name, with what the operator may do there. */
export const guildsQuery = () =>
  queryOptions({
    queryKey: ["guilds"],
    queryFn: ({ signal }) => requestJson<PanelGuild[]>("/api/panel/guilds", { signal, cache: "no-store" }),
  });
