import "server-only";
import { endpoint } from "../endpoint";
import { serializeApplication } from "../serializers";
import { createApplicationBody } from "../schemas";

/** `POST /applications` (docs/instance-api.md). */
export const createApplication = endpoint({
  body: createApplicationBody,
  handle: async ({ caller, store, body }) =>
    serializeApplication(await store.createApplication(caller.id, body)),
});
