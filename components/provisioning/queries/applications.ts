import { queryOptions } from "@tanstack/react-query";
import { call } from "@/components/shell/queries/call";

/** The caller's own applications, newest first. */
export const applicationsQuery = () =>
  queryOptions({
    queryKey: ["applications"],
    queryFn: ({ signal }) => call("GET /applications", { signal }),
  });

/** Not safe to repeat. @throws RequestError with `problems` at `name` */
export const createApplication = (name: string) => call("POST /applications", { body: { name } });

/** Creates the application's bot if it does not exist, and a token for it. */
export const issueToken = (id: string) => call("POST /applications/:id/bot", { params: { id } });
