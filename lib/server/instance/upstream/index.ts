import "server-only";
import * as z from "zod";
import type { Author } from "@/lib/shared/author";
import type { Capabilities } from "@/lib/shared/contract/instance";
import { type Instance, recordAs, unrecorded } from "../instance";
import { upstreamApplications } from "./applications";
import { upstreamBots } from "./bots";
import {
  accountRequired,
  ifOffered,
  type Options as ClientOptions,
  type UpstreamCaller,
  UpstreamClient,
} from "./client";
import {
  accountCredential,
  connectAccount,
  type ConnectedAccount,
  createLoginOffer,
  type Entered,
} from "./connect";
import { type Credential, UpstreamError } from "./failure";
import { upstreamGuilds } from "./guilds";
import { createInstanceHealth } from "./state";
import { registrationFacts, upstreamTokens, upstreamUsers } from "./users";
import type { PanelSettings } from "@/lib/panel-settings";
import type { Audit } from "@/lib/server/audit";
import type { ConfigFile } from "@/lib/server/config-file";
import type { Db } from "@/lib/server/db";
import type { Settings } from "@/lib/shared/settings/values";

export type { ConnectedAccount, Entered } from "./connect";
export { isTimeout, wasSent } from "./failure";

const NEEDS_TOKEN =
  "This requires an operator token of the instance. Set one on the Instance page, under Connection.";

/** The value for a missing feature is the reason. */
export const upstreamCapabilities = (hasOperatorToken: boolean): Capabilities => ({
  everyBot: "The instance only lists the bots of the connected account.",
  botGuilds:
    "An instance does not list a bot's guilds. The panel can check each guild of the connected account.",
  botMembership:
    "Use a client to change its permissions or remove it. On some instances, authorizing a bot again changes nothing.",
  botPictures: "Use a client to set its picture.",
  botTransfer: "The instance's API cannot transfer a bot to another account.",
  botUsernames: true,
  everyGuild:
    "The instance only lists the guilds of the connected account, and does not list members to the panel.",
  guildCare: "Use a client to rename, transfer and delete guilds, and to manage their members.",
  everyUser: "The instance's API cannot list or search users. Look up a user by id.",
  userCare: "Users register with the instance. Their rights are in its database.",
  userTokens: "The instance manages users' tokens.",
  userBans: hasOperatorToken ? true : NEEDS_TOKEN,
  registrationTokens: true,
});

const count = z.int().nonnegative().optional().catch(undefined);
const stats = z.object({ counts: z.object({ user: count, guild: count }) });

function unlessForbidden(error: unknown): undefined {
  const isForbidden = error instanceof UpstreamError && error.failure.status === 403;
  if (!isForbidden) throw error;
}

export function upstreamInstance(caller: UpstreamCaller): Instance {
  const capabilities = upstreamCapabilities(caller.hasOperatorToken);
  return {
    mode: "connected",
    capabilities,
    isNear: false,
    applications: upstreamApplications(caller),
    bots: upstreamBots(caller, capabilities),
    guilds: upstreamGuilds(caller, capabilities),
    users: upstreamUsers(caller, capabilities),
    tokens: upstreamTokens(caller),
    async counts() {
      const answer = await ifOffered(caller.asOperator().ask("GET", "/policies/stats")).catch(
        unlessForbidden,
      );
      const { data } = stats.safeParse(answer);
      return { users: data?.counts.user ?? null, guilds: data?.counts.guild ?? null };
    },
  };
}

const operatorCredential = (token: string): Credential => ({
  token,
  refused:
    "The instance does not accept the panel's operator token: it expired or was revoked. Set another token on the Instance page, under Connection, or in INSTANCE_OPERATOR_TOKEN.",
  advice: (need) => `Use an operator token of an account that ${need}.`,
  code: "conflict",
});

const environmentCredential = (token: string): Credential => ({
  token,
  refused:
    "Your instance does not accept INSTANCE_USER_TOKEN: it expired, was revoked or is incomplete. Set another token and run the command again.",
  advice: (need) => `Set INSTANCE_USER_TOKEN to a token of an account that ${need}.`,
  code: "conflict",
});

/** @param why creates the error */
export function closedInstance(why: () => Error): Instance {
  const refuse = () => {
    throw why();
  };
  return upstreamInstance({
    record: unrecorded,
    account: null,
    frontPage: null,
    hasOperatorToken: false,
    asAccount: refuse,
    asOperator: refuse,
  });
}

interface Caller {
  actor: Author;
  /** Null if the session has no connected account. */
  account: ConnectedAccount | null;
  address?: string;
  /** Called if the instance does not accept the account's token. */
  onRefused?: () => Promise<void>;
}

/**
 * Its requests wait and retry if they are rate limited.
 * @param url the instance's API, without a version
 * @param options `timeout`: how long a request may take (ms)
 * @throws AppError `bots-not-allowed` for a bot's token; the instance's error for any other refusal
 */
export async function instanceForCommand(
  url: string,
  token: string,
  options: { version: string; timeout: number },
): Promise<{ instance: Instance; username: string | null }> {
  const credential = environmentCredential(token);
  const client = new UpstreamClient({ url, ...options, credential, waitsForLimits: true });
  const account = await connectAccount(client, { token }, environmentCredential);
  const asAccount = () => client;
  return {
    username: account.username,
    instance: upstreamInstance({
      record: unrecorded,
      account,
      frontPage: null,
      hasOperatorToken: false,
      asAccount,
      asOperator: asAccount,
    }),
  };
}

interface UpstreamDeps {
  db: Db;
  config: Pick<ConfigFile, "settings">;
  panelSettings: PanelSettings;
  audit: Pick<Audit, "audited">;
  /** How long a request to the instance may take (ms). */
  timeout: number;
}

/** `url` is its API without a version. */
export function createUpstream({ db, config, panelSettings, audit, timeout }: UpstreamDeps) {
  /** The settings in the live file, which the instance also uses. */
  const settings = (): Promise<Settings | null> => config.settings().catch(() => null);
  /** The API version for requests to the instance: `api.defaultVersion` in the file. */
  const version = async (): Promise<string> => (await settings())?.get("api.defaultVersion") ?? "9";
  const health = createInstanceHealth({ version, timeout });
  const clientOf = (options: Omit<ClientOptions, "timeout" | "onAnswer">) =>
    new UpstreamClient({ ...options, timeout, onAnswer: health.note });

  return {
    api: (): string | null => panelSettings.instanceApiUrl ?? null,
    version,
    health,
    offersLogin: createLoginOffer(async (url) => clientOf({ url, version: await version() })),
    registrationFacts: async () => registrationFacts(await settings()),

    async instanceFor(url: string, { actor, account, address, onRefused }: Caller): Promise<Instance> {
      const [ownVersion, shownSettings] = await Promise.all([version(), settings()]);
      const { instanceOperatorToken } = panelSettings;
      const shared = { url, version: ownVersion, address };
      const asAccount = () => {
        if (account === null) throw accountRequired();
        const credential = accountCredential(account.token);
        return clientOf({ ...shared, credential, onRefused });
      };
      return upstreamInstance({
        record: recordAs(audit, actor, db),
        account,
        frontPage: shownSettings?.get("general.frontPage") ?? null,
        hasOperatorToken: instanceOperatorToken !== undefined,
        asAccount,
        asOperator: () =>
          instanceOperatorToken === undefined
            ? asAccount()
            : clientOf({ ...shared, credential: operatorCredential(instanceOperatorToken) }),
      });
    },

    /** @throws AppError like `connectAccount` */
    connect: async (url: string, entered: Entered, address: string): Promise<ConnectedAccount> =>
      connectAccount(clientOf({ url, version: await version(), address }), entered),
  };
}
