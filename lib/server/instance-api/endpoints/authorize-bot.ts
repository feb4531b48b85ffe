import "server-only";
import { endpoint } from "../endpoint";
import { serializeAuthorization } from "../serializers";
import { authorizeBody, authorizeQuery } from "../schemas";

/** `POST /oauth2/authorize?client_id=` (docs/instance-api.md). */
export const authorizeBot = endpoint({
  query: authorizeQuery,
  body: authorizeBody,
  async handle({ caller, store, query, body }) {
    const { permissions, authorize } = body;
    const input = { applicationId: query.client_id, guildId: body.guild_id, permissions, authorize };
    const { granted } = await store.authorizeBot(caller.id, input);
    return serializeAuthorization(input, granted);
  },
});
