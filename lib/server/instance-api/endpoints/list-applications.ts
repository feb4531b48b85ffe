import "server-only";
import { endpoint } from "../endpoint";
import { serializeApplication } from "../serializers";

/** `GET /applications`: the caller's own, newest first (docs/instance-api.md). */
export const listApplications = endpoint({
  handle: async ({ caller, store }) => (await store.listApplications(caller.id)).map(serializeApplication),
});
