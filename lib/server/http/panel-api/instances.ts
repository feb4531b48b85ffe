import "server-only";
import { documentJsonSchema } from "@/lib/server/instance/provision";
import { instanceRoutes } from "@/lib/shared/contract/instance";
import { handlers } from "./handlers";
import { documentIn } from "./provisioning-document";

export const instanceHandlers = handlers(instanceRoutes, ({ instances, known, limits, panel, problems }) => ({
  async getInstance({ session }) {
    const url = instances.upstream.api();
    return {
      ...(await panel.sessionInstances.view(session)),
      ...(url !== null && (await instances.upstream.health.state(url))),
    };
  },

  getCounts: async ({ instance }) => (await instance()).counts(),

  signInOffer: async () => ({
    offersSignIn: await instances.upstream.offersLogin(panel.sessionInstances.requireUpstream()),
  }),

  /** The password is not stored. The token is stored encrypted in the session's row, and no answer contains it. */
  async connectAccount({ body, session, request: { context }, record }) {
    const url = panel.sessionInstances.requireUpstream();
    const address = await context.clientAddress();
    if ("login" in body) await limits.consumeLogin(await context.settings(), address);
    const account = await instances.upstream.connect(url, body, address);
    await panel.sessionInstances.storeAccount(session, { ...account, url });
    const { id, username } = account;
    record({ target: username ?? undefined, detail: id === null ? {} : { user: id } });
    return panel.sessionInstances.view(session);
  },

  async disconnectAccount({ session }) {
    panel.sessionInstances.requireUpstream();
    await panel.sessionInstances.storeAccount(session, null);
    return panel.sessionInstances.view(session);
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
      const provisioned = await panel.provisioning.provision(session, documentIn(request), giver, {
        isDryRun,
      });
      const { stopped, ...done } = provisioned;
      return {
        ...done,
        ...(stopped && { stopped: { done: stopped.done, problem: problems.problemOf(stopped.error) } }),
      };
    },
  },

  provisionSchema: async () => ({ ...documentJsonSchema() }),

  getConnection: () => panel.connection.view(),

  tryConnection: ({ body: { address, operatorToken } }) =>
    panel.tryConnection(address, (url) => operatorToken ?? panel.connection.storedToken(url)),

  saveConnection: {
    records: true,
    async work({ body: { choice }, author }) {
      await panel.connection.save(author, choice);
      await panel.operatorUsers.adopt();
      // Drop the stored report, because another instance or token can report other settings.
      known.forget();
      return panel.connection.view();
    },
  },
}));
