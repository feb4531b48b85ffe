import { instanceRoute } from "@/lib/api";
import { presentAuthorization } from "@/lib/api/present";
import { authorizeBody, authorizeQuery } from "@/lib/api/schemas";

// Without it Next wraps the request to find out whether the route could be static.
export const dynamic = "force-dynamic";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = instanceRoute({
  method: "POST",
  query: authorizeQuery,
  body: authorizeBody,
  async handle({ caller, directory, query, body }) {
    const { permissions, authorize } = body;
    const input = { applicationId: query.client_id, guildId: body.guild_id, permissions, authorize };
    const { granted } = await directory.authorizeBot(caller.id, input);
    return presentAuthorization(input, granted);
  },
});
