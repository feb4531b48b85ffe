import "server-only";
import { db } from "@/lib/server/db";
import { createApiToken, listApiTokens, revokeApiToken } from "@/lib/server/operators/api-tokens";
import { apiTokenRoutes } from "@/lib/shared/contract/api-tokens";
import { endUserTokens } from "./end-user-tokens";
import { handlers } from "./handlers";

const DAY = 24 * 60 * 60 * 1000;

export const apiTokens = handlers(apiTokenRoutes, {
  listApiTokens: ({ operator, session: { role } }) =>
    listApiTokens(db(), role === "owner" ? undefined : operator.id),

  createApiToken: {
    entry: ({ operator, body: { name, role, confirmed, expiresInDays } }) => ({
      target: name,
      detail: { operator: operator.username, role, confirmed, days: expiresInDays },
    }),
    work: ({ session, body: { expiresInDays, ...input } }) =>
      createApiToken(db(), session, { ...input, expiresAt: Date.now() + expiresInDays * DAY }),
  },

  async revokeApiToken({ session, params: { id }, record }) {
    const { name, operator } = await revokeApiToken(db(), session, id);
    record({ target: name, detail: { operator: operator.username } });
    // Somebody who knew the API token may have obtained a user token with it.
    await endUserTokens(operator);
    return { revoked: id };
  },
});
