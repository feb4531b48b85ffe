import { postToInstance } from "./instance-api";

/** `POST /applications/<id>/bot` (specification 4.2). Safe to repeat: there is one bot, each call answers a fresh token. */
export const createBot = (applicationId: string) =>
  postToInstance<{ token: string }>(`/applications/${encodeURIComponent(applicationId)}/bot`);
