import { call } from "@/components/shell/queries/call";
import { pagedQuery } from "@/components/shell/queries/pages";

/** The browsers in which the operator is signed in. */
export const sessionsQuery = () =>
  pagedQuery(["sessions"], (after, signal) => call("GET /account/sessions", { query: { after }, signal }));

/** Signs the operator out in one browser. @throws RequestError 404 if that session has already ended */
export const endSession = (id: string) => call("DELETE /account/sessions/:id", { params: { id } });

/** Signs the operator out everywhere. */
export const endSessions = () => call("DELETE /account/sessions");

/** Changes one's own password; all sessions end. @throws RequestError 422 with `problems` at `current` or `next` */
export const changePassword = (body: { current: string; next: string }) =>
  call("PUT /account/password", { body });
