import "server-only";
import { DAY } from "@/lib/clock";
import { invitationRoutes } from "@/lib/shared/contract/operators";
import { handlers } from "./handlers";

export const invitations = handlers(invitationRoutes, ({ operators, env }) => ({
  listInvitations: () => operators.listInvitations(),

  createInvitation: {
    entry: ({ body: { role, note, expiresInDays } }) => ({
      target: role,
      detail: { days: expiresInDays, ...(note !== "" && { note }) },
    }),
    async work({ operator, body: { role, note, expiresInDays } }) {
      const expiresAt = Date.now() + expiresInDays * DAY;
      const { token, invitation } = await operators.createInvitation(operator, { role, note, expiresAt });
      // The token follows the #. Browsers do not send this part of a URL, so no proxy can log the token.
      return { link: `${new URL(`${env.basePath}/join`, env.publicUrl).href}#${token}`, invitation };
    },
  },

  async revokeInvitation({ params: { id }, record }) {
    record({ target: await operators.revokeInvitation(id) });
    return { revoked: id };
  },
}));
