import "server-only";
import { connectTo, instanceApi, instanceState, offersLogin } from "@/lib/server/instance";
import { documentJsonSchema } from "@/lib/server/instance/provision";
import { consumeLoginLimit } from "@/lib/server/instance-api";
import { instanceRoutes } from "@/lib/shared/contract/instance";
import { handlers } from "./handlers";
import { instanceView, requireUpstream, storeAccount } from "./instance";
import { provision } from "./provision";
import { forgetReport } from "@/lib/server/rollout";
import { connectionView, saveConnection, storedToken } from "./chosen-instance";
import { adoptOperators } from "./operator-users";
import { tryConnection } from "./try-connection";

export const instances = handlers(instanceRoutes, {
  async getInstance({ session }) {
    const url = instanceApi();
    return { ...(await instanceView(session)), ...(url !== null && (await instanceState(url))) };
  },

  getCounts: async ({ instance }) => (await instance()).counts(),

  signInOffer: async () => ({ offersSignIn: await offersLogin(requireUpstream()) }),

  /** The password is not stored. The token is stored encrypted in the session's row, and no answer contains it. */
  async connectAccount({ body, session, request: { context }, record }) {
    const url = requireUpstream();
    const address = await context.clientAddress();
    if ("login" in body) await consumeLoginLimit(await context.settings(), address);
    const account = await connectTo(url, body, address);
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
    work: async ({ query: { dryRun }, session, request }) => ({
      ...(await provision(session, request, { isDryRun: dryRun === "true" })),
    }),
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
      forgetReport();
      return connectionView();
    },
  },
});
