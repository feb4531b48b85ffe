import "server-only";
import { endpoint } from "../endpoint";

/** `POST /applications/:application_id/bot` (docs/instance-api.md). */
export const createBot = endpoint({
  params: ["application_id"],
  handle: ({ caller, store, params }) => store.createBot(caller.id, params.application_id),
});
