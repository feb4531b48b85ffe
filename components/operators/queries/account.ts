import { call } from "@/components/shell/queries/call";
import { pagedQuery } from "@/components/shell/queries/pages";

export const sessionsQuery = () =>
  pagedQuery(["sessions"], (after, signal) => call("GET /account/sessions", { query: { after }, signal }));

/** @throws RequestError 404 if the session has already ended */
export const endSession = (id: string) => call("DELETE /account/sessions/:id", { params: { id } });

export const endSessions = () => call("DELETE /account/sessions");

/**
 * Changes the operator's own password and ends all sessions.
 * @throws RequestError 422 with `problems` at `current` or `next`
 */
export const changePassword = (body: { current: string; next: string }) =>
  call("PUT /account/password", { body });
