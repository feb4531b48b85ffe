import "server-only";
import { AppError } from "@/lib/errors";
import { guildRoutes } from "@/lib/shared/contract/guilds";
import { recordedHandlers } from "./handlers";

export const guilds = recordedHandlers(guildRoutes, () => ({
  async listGuilds({ query: { manageable, search, after }, headers, instance }) {
    const guilds = (await instance()).guilds;
    if (search === undefined && after === undefined) return guilds.all(manageable === "1");
    const { guilds: shown, next } = await guilds.page({ search, after });
    if (next !== null) {
      const address = new URLSearchParams({ search: search ?? "", after: next });
      headers.link = `</api/panel/guilds?${address}>; rel="next"`;
    }
    return shown;
  },

  createGuild: async ({ body, instance }) => (await instance()).guilds.create(body.name),

  getGuild: async ({ params, instance }) => (await instance()).guilds.get(params.id),

  async editGuild({ params: { id }, body: { name, ownerId }, instance, requireProof }) {
    const guilds = (await instance()).guilds;
    if (name !== undefined && ownerId === undefined) return guilds.rename(id, name);
    if (ownerId !== undefined) requireProof();
    if (ownerId !== undefined && name === undefined) return guilds.transfer(id, ownerId);
    throw new AppError("invalid-input", "Send either a name or the id of the new owner.");
  },

  async deleteGuild({ params: { id }, instance }) {
    await (await instance()).guilds.delete(id);
    return { deleted: id };
  },

  listMembers: async ({ params, query: { bots, ...query }, instance }) =>
    (await instance()).guilds.members(params.id, { ...query, bots: bots === "1" }),

  addMember: async ({ params, body, instance }) =>
    (await instance()).guilds.addMember(params.id, body.userId),

  async removeMember({ params: { id, userId }, instance }) {
    await (await instance()).guilds.removeMember(id, userId);
    return { removed: userId };
  },

  setManager: async ({ params: { id, userId }, body: { manager }, instance }) =>
    (await instance()).guilds.setManager(id, userId, manager),
}));
