import { sendJson } from "@/components/shell/queries/http";

/** Creates a guild that the operator owns. @throws RequestError 422 with `problems` at `name` */
export const createGuild = (name: string) =>
  sendJson<{ id: string; name: string }>("POST", "/api/panel/guilds", { name });
