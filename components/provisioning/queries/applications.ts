import { queryOptions } from "@tanstack/react-query";
import { call } from "@/components/shell/queries/call";

/** The applications of the connected account, newest first. */
export const applicationsQuery = () =>
  queryOptions({
    queryKey: ["applications"],
    queryFn: ({ signal }) => call("GET /applications", { signal }),
  });

/** Every call creates an application, so a call must not be repeated. @throws RequestError with `problems` at `name` */
export const createApplication = (name: string) => call("POST /applications", { body: { name } });

/** Creates a token for the application's bot. Creates the bot first if there is none. */
export const issueToken = (id: string) => call("POST /applications/:id/bot", { params: { id } });
