import { sendJson } from "@/components/shell/queries/http";

/** Gives another operator a new password. @throws RequestError with a problem at `password` or `next` */
export const replacePassword = (id: number, input: { password: string; next: string }) =>
  sendJson<{ replaced: true }>("POST", `/api/panel/operators/${id}/password`, input);
