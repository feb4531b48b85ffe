import "server-only";
import { endpoint } from "../endpoint";

/** `DELETE /applications/:application_id` (docs/instance-api.md). */
export const deleteApplication = endpoint({
  params: ["application_id"],
  handle: ({ caller, store, params }) => store.deleteApplication(caller.id, params.application_id),
});
