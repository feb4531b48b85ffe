import "server-only";
import type { Author } from "@/lib/shared/author";
import { env } from "@/lib/env";
import type { Instance } from "../instance";
import { recordAs, unrecorded } from "../recorded";
import { instanceFrontPage, instanceVersion } from "./address";
import { accountRequired } from "./caller";
import { UpstreamClient } from "./client";
import { accountCredential, connectAccount, type ConnectedAccount, type Entered } from "./connect";
import type { Credential } from "./failure";
import { upstreamInstance } from "./instance";

export { instanceApi, instanceVersion } from "./address";
export { type ConnectedAccount, type Entered } from "./connect";
export { isTimeout, wasSent } from "./failure";
export { upstreamCapabilities } from "./instance";
export { instanceState, knownInstanceState, noteAnswer } from "./state";
export { offersLogin } from "./login";
export { registrationFacts } from "./registration";

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
  /** Disconnects the account. Called if the instance does not accept its token. */
  onRefused?: () => Promise<void>;
}

/**
 * Returns the running instance for a session of the panel.
 * @param url the instance's API, without a version
 */
export async function upstreamInstanceFor(url: string, caller: Caller): Promise<Instance> {
  const [version, frontPage] = await Promise.all([instanceVersion(), instanceFrontPage()]);
  const { actor, account, address, onRefused } = caller;
  const { instanceOperatorToken } = env();
  const shared = { url, version, ...(address !== undefined && { address }) };
  const asAccount = () => {
    if (account === null) throw accountRequired();
    const credential = accountCredential(account.token);
    return new UpstreamClient({ ...shared, credential, ...(onRefused && { onRefused }) });
  };
  return upstreamInstance({
    record: recordAs(actor),
    account,
    frontPage,
    hasOperatorToken: instanceOperatorToken !== undefined,
    asAccount,
    asOperator: () =>
      instanceOperatorToken === undefined
        ? asAccount()
        : new UpstreamClient({ ...shared, credential: operatorCredential(instanceOperatorToken) }),
  });
}

/**
 * Returns the running instance for the command line, which waits for the end of rate limits.
 * @param url the instance's API, without a version
 * @throws AppError `bots-not-allowed` for a bot's token; any refusal of the instance
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
