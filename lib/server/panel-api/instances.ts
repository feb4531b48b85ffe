import "server-only";
import { instances } from "@/lib/server/instance";
import { documentJsonSchema } from "@/lib/server/instance/provision";
import { consumeLoginLimit } from "@/lib/server/instance-api";
import { instanceRoutes } from "@/lib/shared/contract/instance";
import { handlers } from "./handlers";
import { instanceView, requireUpstream, storeAccount } from "@/lib/server/panel/session-instance";
import { provision } from "@/lib/server/panel/provision";
import { problemOf } from "./problem";
import { documentIn } from "./provisioning-document";
import { known } from "@/lib/server/panel/rooms";
import { connectionView, saveConnection, storedToken } from "@/lib/server/panel/connection";
import { adoptOperators } from "@/lib/server/panel/operator-users";
import { tryConnection } from "@/lib/server/panel/try-connection";

export const instanceHandlers = handlers(instanceRoutes, {
  async getInstance({ session }) {
    const url = instances().upstream.api();
    return {
      ...(await instanceView(session)),
      ...(url !== null && (await instances().upstream.health.state(url))),
    };
  },

  getCounts: async ({ instance }) => (await instance()).counts(),

  signInOffer: async () => ({ offersSignIn: await instances().upstream.offersLogin(requireUpstream()) }),

  /** The password is not stored. The token is stored encrypted in the session's row, and no answer contains it. */
  async connectAccount({ body, session, request: { context }, record }) {
    const url = requireUpstream();
    const address = await context.clientAddress();
    if ("login" in body) await consumeLoginLimit(await context.settings(), address);
    const account = await instances().upstream.connect(url, body, address);
    await storeAccount(session, account);
    const { id, username } = account;
    record({ target: username ?? undefined, detail: id === null ? {} : { user: id } });
    return instanceView(session);
  },

  async disconnectAccount({ session }) {
    requireUpstream();
    await storeAccount(session, null);
    return instanceView(session);
  },

  createRegistrationTokens: {
    records: true,
    work: async ({ body, instance }) => ({ tokens: await (await instance()).tokens.create(body) }),
  },

  provision: {
    records: true,
    async work({ query: { dryRun }, session, request, requireProof }) {
      const isDryRun = dryRun === "true";
      const giver = { role: session.role, requireProof: isDryRun ? () => undefined : requireProof };
      const made = await provision(session, documentIn(request), giver, { isDryRun });
      const { stopped, ...done } = made;
      return {
        ...done,
        ...(stopped && { stopped: { done: stopped.done, problem: problemOf(stopped.error) } }),
      };
    },
  },

  provisionSchema: async () => ({ ...documentJsonSchema() }),

  getConnection: connectionView,

  tryConnection: ({ body: { address, operatorToken } }) =>
    tryConnection(address, (url) => operatorToken ?? storedToken(url)),

  saveConnection: {
    records: true,
    async work({ body: { choice }, author }) {
      await saveConnection(author, choice);
      await adoptOperators();
      // Drop the stored report, because another instance or token can report other settings.
      known().forget();
      return connectionView();
    },
  },
});
