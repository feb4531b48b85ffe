import "server-only";
import { endpoint } from "../endpoint";
import { serializeCaller } from "../serializers";

/** `GET /users/@me` (docs/instance-api.md). */
export const currentUser = endpoint({
  callers: "bots",
  handle: async ({ caller }) => serializeCaller(caller),
});
