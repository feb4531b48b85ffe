import "server-only";
import { endpoint } from "../endpoint";
import { guildsQuery } from "../schemas";
import { serializeGuild } from "../serializers";

/** `GET /users/@me/guilds` (docs/instance-api.md). */
export const listGuilds = endpoint({
  callers: "bots",
  query: guildsQuery,
  handle: async ({ caller, store, query }) =>
    (await store.listUserGuilds(caller.id, query)).map(serializeGuild),
});
