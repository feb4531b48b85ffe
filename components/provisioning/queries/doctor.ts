import { queryOptions } from "@tanstack/react-query";
import { call } from "@/components/shell/queries/call";

export const doctorQuery = () =>
  queryOptions({
    queryKey: ["doctor"],
    queryFn: ({ signal }) => call("GET /doctor", { signal }),
    refetchInterval: ({ state: { data } }) => (data?.isRunning ? 1_000 : false),
  });

/** @throws RequestError `rate-limited` shortly after the last run */
export const runDoctor = () => call("POST /doctor");
