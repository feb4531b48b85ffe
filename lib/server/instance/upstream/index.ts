import "server-only";
import { z } from "zod";
import type { Author } from "@/lib/shared/author";
import type { Capabilities } from "@/lib/shared/contract/instance";
import { type Instance, recordAs, unrecorded } from "../instance";
import { upstreamApplications } from "./applications";
import { upstreamBots } from "./bots";
import { accountRequired, ifOffered, type UpstreamCaller, UpstreamClient } from "./client";
import { accountCredential, connectAccount, type ConnectedAccount, type Entered } from "./connect";
import { type Credential, UpstreamError } from "./failure";
import { upstreamGuilds } from "./guilds";
import { instanceVersion, sharedSettings } from "./state";
import { upstreamTokens, upstreamUsers } from "./users";
import { panelSettings } from "@/lib/panel-settings";

export { type ConnectedAccount, type Entered, offersLogin } from "./connect";
export { isTimeout, wasSent } from "./failure";
export { instanceApi, instanceState, instanceVersion, knownInstanceState, noteAnswer } from "./state";
export { registrationFacts } from "./users";

const NEEDS_TOKEN =
  "This requires an operator token of the instance. Set one on the Instance page, under Connection.";

/**
 * Returns which features a running instance's API offers to the panel. The value for a missing feature is the
 * reason.
 */
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

/** Returns an instance whose methods all throw. @param why creates the error */
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
  /** The address of the panel's client, which the instance uses for its rate limits. */
  address?: string;
  /** Disconnects the account. Called if the instance does not accept the account's token. */
  onRefused?: () => Promise<void>;
}

/**
 * Returns the running instance for a session of the panel.
 * @param url the instance's API, without a version
 */
export async function upstreamInstanceFor(url: string, caller: Caller): Promise<Instance> {
  const [version, settings] = await Promise.all([instanceVersion(), sharedSettings()]);
  const { actor, account, address, onRefused } = caller;
  const { instanceOperatorToken } = panelSettings();
  const shared = { url, version, ...(address !== undefined && { address }) };
  const asAccount = () => {
    if (account === null) throw accountRequired();
    const credential = accountCredential(account.token);
    return new UpstreamClient({ ...shared, credential, ...(onRefused && { onRefused }) });
  };
  return upstreamInstance({
    record: recordAs(actor),
    account,
    frontPage: settings?.get("general.frontPage") ?? null,
    hasOperatorToken: instanceOperatorToken !== undefined,
    asAccount,
    asOperator: () =>
      instanceOperatorToken === undefined
        ? asAccount()
        : new UpstreamClient({ ...shared, credential: operatorCredential(instanceOperatorToken) }),
  });
}

/**
 * Returns the running instance for the command line. Its requests wait and retry if they are rate limited.
 * @param url the instance's API, without a version
 * @throws AppError `bots-not-allowed` for a bot's token; the instance's error for any other refusal
 */
export async function upstreamInstanceForCommand(
  url: string,
  token: string,
  version: string,
): Promise<{ instance: Instance; username: string | null }> {
  const client = new UpstreamClient({
    url,
    version,
    credential: environmentCredential(token),
    waitsForLimits: true,
  });
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

/**
 * Connects an account of the running instance.
 * @throws AppError like `connectAccount`
 */
export async function connectTo(url: string, entered: Entered, address: string): Promise<ConnectedAccount> {
  const version = await instanceVersion();
  return connectAccount(new UpstreamClient({ url, version, address }), entered);
}
