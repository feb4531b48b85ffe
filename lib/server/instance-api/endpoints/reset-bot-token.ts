import "server-only";
import { endpoint } from "../endpoint";

/** `POST /applications/:application_id/bot/reset` (docs/instance-api.md). */
export const resetBotToken = endpoint({
  params: ["application_id"],
  handle: ({ caller, store, params }) => store.resetBotToken(caller.id, params.application_id),
});
