import { queryOptions } from "@tanstack/react-query";
import { call } from "@/components/shell/queries/call";
import { runningQuery } from "./running";

/** The newest applies, whose versions the history marks. */
export const appliesQuery = () =>
  queryOptions({
    queryKey: [...runningQuery().queryKey, "applies"],
    queryFn: ({ signal }) => call("GET /running/applies", { signal }),
  });
