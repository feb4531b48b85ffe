import "server-only";
import { DAY } from "@/lib/clock";
import { AppError } from "@/lib/errors";
import { checkTokenFor } from "@/lib/server/panel/grants";
import { userRoutes } from "@/lib/shared/contract/users";
import { recordedHandlers } from "./handlers";

export const users = recordedHandlers(userRoutes, ({ operators }) => ({
  listUsers: async ({ query, instance }) => (await instance()).users.page(query),

  createUser: async ({ body, instance }) => (await instance()).users.create(body.username),

  getUser: async ({ params, instance }) => (await instance()).users.get(params.id),

  async changeUser({ params, body: { disabled, rights }, instance }) {
    if ((disabled === undefined) === (rights === undefined))
      throw new AppError("invalid-input", "Send either disabled or rights.");
    return (await instance()).users.change(params.id, { disabled, rights });
  },

  async banUser({ params: { id }, body: { reason }, instance }) {
    await (await instance()).users.ban(id, reason);
    return { deleted: id };
  },

  listTokens: async ({ params, query, instance }) => (await instance()).users.tokens(params.id, query),

  async createToken({ params: { id }, body: { name, expiresInDays }, session, instance }) {
    checkTokenFor(session, await operators.listOperators(), id);
    return (await instance()).users.createToken(id, {
      name,
      expiresAt: Date.now() + expiresInDays * DAY,
      apiToken: session.token?.id,
    });
  },

  revokeToken: async ({ params: { id, tokenId }, instance }) =>
    (await instance()).users.revokeToken(id, tokenId),
}));
