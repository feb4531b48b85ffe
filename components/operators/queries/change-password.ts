import { sendJson } from "@/components/shell/queries/http";

/** Changes one's own password; all sessions end. @throws RequestError 422 with `problems` at `current` or `next` */
export const changePassword = (input: { current: string; next: string }) =>
  sendJson<{ changed: true }>("PUT", "/api/panel/account/password", input);
