import "server-only";
import * as z from "zod";
import type { Env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import type { PanelSettings } from "@/lib/panel-settings";
import type { ConfigFile } from "@/lib/server/config-file";
import { currentContext } from "@/lib/request-context";
import {
  closedInstance,
  type ConnectedAccount,
  type Instance,
  type Instances,
  localCapabilities,
  upstreamCapabilities,
} from "@/lib/server/instance";
import { authorOf, type Operator, type Operators, type Session } from "@/lib/server/operators";
import { byOperator } from "@/lib/shared/author";
import type { BotInvite } from "@/lib/shared/contract/bots";
import type { Capabilities, Capability, InstanceView } from "@/lib/shared/contract/instance";
import { actionRefusal } from "@/lib/shared/role";
import { standingOf } from "@/lib/shared/settings/refusal";
import { LOOPBACK, readableSettings } from "./connection";
import type { OperatorUsers } from "./operator-users";

type InviteEnv = Pick<Env, "basePath" | "publicUrl">;

export function inviteUrl({ basePath, publicUrl }: InviteEnv, botId: string): BotInvite {
  const url = new URL(`${basePath}/oauth2/authorize`, publicUrl);
  url.search = String(new URLSearchParams({ client_id: botId }));
  return { url: url.href, at: LOOPBACK.test(url.hostname) ? "panel-here" : "panel" };
}

const modeOpen = (): AppError =>
  new AppError(
    "conflict",
    "The configuration file appears to belong to another server. On the Instance page, first choose whether this panel is the instance.",
  );

const stored = z.object({
  url: z.string(),
  token: z.string(),
  id: z.string().nullable(),
  username: z.string().nullable(),
});

/** Features that change the instance. Viewers, and editors who are limited to sections, cannot use them. */
const changing: readonly Capability[] = [
  "botMembership",
  "botPictures",
  "botTransfer",
  "guildCare",
  "userCare",
  "userTokens",
  "userBans",
  "registrationTokens",
];

const ONLY_OWNERS = "Only an owner of the panel can give a bot to somebody else. Ask an owner.";

function capabilitiesFor(session: Session, capabilities: Capabilities): Capabilities {
  const refusal = actionRefusal(standingOf(session));
  if (refusal !== null)
    return { ...capabilities, ...Object.fromEntries(changing.map((name) => [name, refusal])) };
  const hasTransfer = session.role === "owner" || capabilities.botTransfer !== true;
  return hasTransfer ? capabilities : { ...capabilities, botTransfer: ONLY_OWNERS };
}

interface SessionInstancesDeps {
  env: InviteEnv;
  operators: Operators;
  config: Pick<ConfigFile, "settings">;
  instances: Instances;
  panelSettings: PanelSettings;
  operatorUsers: OperatorUsers;
}

export type SessionInstances = ReturnType<typeof createSessionInstances>;

export function createSessionInstances(deps: SessionInstancesDeps) {
  const { env, operators, config, panelSettings, operatorUsers } = deps;
  const { upstream, localFor: createLocal } = deps.instances;

  /**
   * Returns null for an account of an instance at another address, because the token of that account must not
   * be sent to `url`.
   */
  async function connectedAccount(session: Session, url: string): Promise<ConnectedAccount | null> {
    const text = await operators.readSessionAccount(session);
    const account = text === null ? null : stored.parse(JSON.parse(text));
    return account?.url === url ? account : null;
  }

  /** @param account with the address of its instance's API, because the panel may change to another instance */
  const storeAccount = (session: Session, account: (ConnectedAccount & { url: string }) | null) =>
    operators.writeSessionAccount(session, account && JSON.stringify(account));

  /** @param actor the author of audit entries, if not the operator */
  const localFor = (operator: Operator, actor = byOperator(operator.username)): Instance =>
    createLocal({
      userId: operatorUsers.localUserId(operator),
      actor,
      operators: () => operators.listOperators(),
      inviteUrl: (botId) => inviteUrl(env, botId),
    });

  return {
    localFor,
    storeAccount,

    /** @throws AppError `conflict` if the operator has no user on the local instance */
    async instanceFor(session: Session): Promise<Instance> {
      const url = upstream.api();
      if (url === null && panelSettings.isModeOpen) return closedInstance(modeOpen);
      if (url === null) return localFor(session.operator);
      const account = await connectedAccount(session, url);
      return upstream.instanceFor(url, {
        actor: authorOf(session),
        account,
        address: (await currentContext()?.clientAddress()) ?? "unknown",
        async onRefused() {
          // The operator may have connected another account since this request began.
          const current = await connectedAccount(session, url);
          if (current?.token === account?.token) await storeAccount(session, null);
        },
      });
    },

    /** @param file the file as a page has already read it */
    async view(session: Session, file: Pick<ConfigFile, "settings"> = config): Promise<InstanceView> {
      const url = upstream.api();
      const { operator } = session;
      const name = (await readableSettings(file))?.get("general.instanceName") ?? null;
      if (url === null)
        return {
          mode: panelSettings.isModeOpen ? "open" : "standalone",
          url,
          name,
          capabilities: capabilitiesFor(session, localCapabilities),
          account: operator.userId === null ? null : { id: operator.userId, username: operator.username },
          hasOperatorToken: false,
        };
      const hasOperatorToken = panelSettings.instanceOperatorToken !== undefined;
      const account = await connectedAccount(session, url);
      return {
        mode: "connected",
        url,
        name,
        capabilities: capabilitiesFor(session, upstreamCapabilities(hasOperatorToken)),
        account: account && { id: account.id, username: account.username },
        hasOperatorToken,
      };
    },

    /** @throws AppError `not-found` in standalone mode */
    requireUpstream(): string {
      const url = upstream.api();
      if (url !== null) return url;
      throw new AppError("not-found", "This panel is the instance, so it cannot connect to another one.");
    },

    async botAddresses(): Promise<{ api: string | null; gateway: string | null; version: string }> {
      const settings = await readableSettings(config);
      const usable = (address: string | null | undefined) =>
        address && URL.canParse(address) ? address : null;
      return {
        api: usable(settings?.get("api.endpointPublic")),
        gateway: usable(settings?.get("gateway.endpointPublic")),
        version: settings?.get("api.defaultVersion") ?? "9",
      };
    },
  };
}
