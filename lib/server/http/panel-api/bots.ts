import "server-only";
import { AppError } from "@/lib/errors";
import { bodyOf } from "@/lib/server/http/api/body";
import type { Rooms } from "@/lib/server/rooms";
import type { Session } from "@/lib/server/operators";
import { checkGrant } from "@/lib/server/panel/grants";
import { botRoutes } from "@/lib/shared/contract/bots";
import { recordedHandlers } from "./handlers";

const NO_PICTURE = "This picture of the bot no longer exists. Reload the page to see the current picture.";

async function otherOwner(
  { operators, panel }: Pick<Rooms, "operators" | "panel">,
  session: Session,
  userId: string,
) {
  if ((await panel.sessionInstances.view(session)).account?.id === userId) return undefined;
  const operator = (await operators.listOperators()).find((one) => one.userId === userId);
  return { name: operator?.username ?? "this user", isDisabled: operator?.disabled ?? false };
}

export const bots = recordedHandlers(botRoutes, (rooms) => ({
  listBots: async ({ query, instance }) => (await instance()).bots.page(query),

  getBot: async ({ params, instance }) => (await instance()).bots.get(params.id),

  async editBot({ params: { id }, body: { ownerId, ...changes }, session, instance, requireProof }) {
    const bots = (await instance()).bots;
    if (ownerId === undefined) return bots.edit(id, changes);
    requireProof();
    await checkGrant(
      { role: session.role, requireProof },
      { owner: await otherOwner(rooms, session, ownerId) },
    );
    if (Object.keys(changes).length > 0)
      throw new AppError(
        "invalid-input",
        "Transfer the bot in a separate request, and send other changes before or after.",
      );
    return bots.transfer(id, ownerId);
  },

  async deleteBot({ params: { id }, instance }) {
    await (await instance()).bots.delete(id);
    return { deleted: id };
  },

  resetToken: async ({ params, instance }) => (await instance()).bots.resetToken(params.id),

  async setPicture({ params, request, instance }) {
    const content = bodyOf(request);
    if (content.byteLength === 0)
      throw new AppError("invalid-input", "There is no picture in the request. Send the file as its body.");
    return (await instance()).bots.setPicture(params.id, content);
  },

  removePicture: async ({ params, instance }) => (await instance()).bots.removePicture(params.id),

  async picture({ params: { id, hash }, request, instance }) {
    const etag = `"${hash}"`;
    const icon = await (await instance()).bots.picture(id, hash);
    if (!icon) throw new AppError("not-found", NO_PICTURE);
    // Browsers may cache the picture forever: its URL contains the hash, so a changed picture has another URL.
    const headers = { etag, "cache-control": "private, max-age=31536000, immutable" };
    if (request.header("if-none-match") === etag) return { status: 304, headers };
    return { headers: { ...headers, "content-type": icon.type }, body: new Uint8Array(icon.content) };
  },

  botGuilds: async ({ params, query, instance }) => (await instance()).bots.guilds(params.id, query.after),

  async authorizeBot({ params: { id, guildId }, body: { permissions }, session, instance, requireProof }) {
    await checkGrant({ role: session.role, requireProof }, { permissions });
    return (await instance()).bots.authorize(id, guildId, permissions);
  },

  async removeBot({ params: { id, guildId }, instance }) {
    await (await instance()).bots.leave(id, guildId);
    return { removed: guildId };
  },

  listApplications: async ({ instance }) => (await instance()).applications.list(),

  createApplication: async ({ body, instance }) => (await instance()).applications.create(body.name),

  async issueToken({ params: { id }, instance, isProved, requireProof }) {
    const { applications, bots } = await instance();
    // If the instance does not report whether the bot exists, assume that it exists, because issuing a token
    // may revoke its current token.
    const exists = async () =>
      bots.get(id).then(
        ({ hasBot }) => hasBot,
        () => true,
      );
    if (!isProved && (await exists())) requireProof();
    return applications.issueToken(id);
  },
}));
