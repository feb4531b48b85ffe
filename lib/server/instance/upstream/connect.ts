import "server-only";
import * as z from "zod";
import { AppError } from "@/lib/errors";
import type { InstanceAccount } from "@/lib/shared/contract/instance";
import { ifOffered, type UpstreamClient } from "./client";
import { type Credential, UpstreamError } from "./failure";

export type Entered = { token: string } | { login: string; password: string; code?: string };

export interface ConnectedAccount extends InstanceAccount {
  token: string;
}

export const accountCredential = (token: string): Credential => ({
  token,
  refused:
    "The instance does not accept the token of the connected account: it expired, was revoked or is incomplete. Connect the account again.",
  advice: (need) => `Connect an account that ${need}.`,
  code: "account-required",
});

const enteredCredential = (token: string): Credential => ({
  ...accountCredential(token),
  refused: "The instance does not accept the token. It expired, was revoked or is incomplete.",
  code: "conflict",
});

const me = z.object({ id: z.string(), username: z.string(), bot: z.boolean().nullish() });

const isBot = () =>
  new AppError("bots-not-allowed", "This token belongs to a bot. Connect a person's account.");

/**
 * Removes text that people often copy together with a token, such as quotes. Refuses characters that a header cannot
 * contain.
 */
function cleanToken(typed: string): string {
  const token = typed
    .trim()
    .replace(/^(["'])(.*)\1$/, "$2")
    .replace(/^Bearer\s+/i, "");
  if (/^Bot\s/i.test(token)) throw isBot();
  if (!/^[\x21-\x7e]{1,4096}$/.test(token))
    throw new AppError(
      "invalid-input",
      "This is not a token: a token is one word of letters, digits and dots. Copy the whole token.",
    );
  return token;
}

/**
 * Sends a harmless request: a declined authorization with invalid ids. If the answer is "unauthorized", the
 * token is invalid.
 */
async function probe(client: UpstreamClient): Promise<InstanceAccount> {
  try {
    await client.ask("POST", "/oauth2/authorize?client_id=0", {
      body: { guild_id: "0", permissions: "0", authorize: false },
      isSafe: true,
    });
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    if (error.isNotOffered)
      throw error.reworded(
        `There is no instance API at ${client.url}. Check the address, which usually ends with /api.`,
      );
    const { status } = error.failure;
    const saysWho = error.code === "conflict" || error.code === "bots-not-allowed" || status === 429;
    if (saysWho || status < 400 || status >= 500) throw error;
  }
  return { id: null, username: null };
}

/**
 * Determines whether the instance accepts the entered token or password, and which account the token belongs to.
 * @param client sends requests without credentials
 * @param as a function that makes a credential from the token and the error messages for a refused token
 * @throws AppError with a message for the operator; `code-required` if the account has two-factor authentication
 */
export async function connectAccount(
  client: UpstreamClient,
  entered: Entered,
  as: (token: string) => Credential = enteredCredential,
): Promise<ConnectedAccount> {
  const token = cleanToken("token" in entered ? entered.token : await signIn(client, entered));
  const asThem = client.with(as(token));
  const answer = await ifOffered(asThem.ask("GET", "/users/@me"));
  if (answer === undefined) return { token, ...(await probe(asThem)) };
  const { data } = me.safeParse(answer);
  if (data?.bot) throw isBot();
  return { token, id: data?.id ?? null, username: data?.username ?? null };
}

const answered = z.object({
  token: z.string().nullish(),
  mfa: z.boolean().nullish(),
  ticket: z.string().nullish(),
});

const CAPTCHA =
  "The instance requires a captcha, which the panel cannot show. Sign in with a client, and connect with its user token.";

/** The panel does not store the name, password or code. @returns the account's user token */
async function signIn(
  client: UpstreamClient,
  { login, password, code }: { login: string; password: string; code?: string },
): Promise<string> {
  const body = { login, password, undelete: false };
  const first = await client.ask("POST", "/auth/login", { body, isSafe: true }).catch((error: unknown) => {
    throw inWords(error);
  });
  const { token, mfa, ticket } = answered.safeParse(first).data ?? {};
  if (token) return token;
  if (!ticket && !mfa)
    throw new AppError("conflict", "The instance did not return a token. Connect with a user token instead.");
  if (code === undefined || code === "")
    throw new AppError(
      "code-required",
      "This account uses two-factor sign-in. Enter the code from its authenticator.",
    );
  const second = await client
    .ask("POST", "/auth/mfa/totp", { body: { code, ticket }, isSafe: true })
    .catch((error: unknown) => {
      throw error instanceof UpstreamError && error.failure.status === 400
        ? new AppError("code-required", "The instance does not accept this code. Enter the current code.", {
            problems: [{ path: "code", message: "Enter the current code from the authenticator." }],
          })
        : inWords(error);
    });
  const final = answered.safeParse(second).data?.token;
  if (final) return final;
  throw new AppError("conflict", "The instance did not return a token. Connect with a user token instead.");
}

/** Replaces the instance's vague message with one about the captcha, the password or the form's fields. */
function inWords(error: unknown): unknown {
  if (!(error instanceof UpstreamError)) return error;
  if (error.asksForCaptcha) return new AppError("conflict", CAPTCHA);
  if (error.failure.status === 401)
    return new AppError("forbidden", "Wrong name or password. Check both, and try again.");
  const sentences = error.problems.map(({ message }) => message).join(" ");
  return sentences === "" ? error : new AppError("forbidden", sentences);
}

/** How long a result is cached (ms). The instance counts each check as a sign-in attempt, so checks must be rare. */
const FRESH = 10 * 60_000;

/** Timeout in milliseconds. The page waits for the result before it shows the form. */
const TIMEOUT = 3_000;

/**
 * Statuses of an answer to an empty form that show that the sign-in endpoint exists. Excludes 401, because
 * some servers send it for unknown paths.
 */
const REFUSED = [200, 400, 422];

/** @param clientOf returns a client without credentials for the instance's API at this address */
export function createLoginOffer(clientOf: (url: string) => Promise<UpstreamClient>) {
  // In ms since process start. With the wall clock, a result would stay valid for too long if the clock were set back.
  let known: { url: string; isOffered: boolean; until: number } | null = null;

  /**
   * Whether the instance offers `POST /auth/login`, checked by sending an empty form. If the check fails, the last answer
   * counts, or true if there is none: an instance that does not answer now may answer the sign-in.
   */
  return async (url: string): Promise<boolean> => {
    // An operator may have connected the panel to another instance.
    const last = known?.url === url ? known : null;
    if (last !== null && performance.now() < last.until) return last.isOffered;
    const request = { body: {}, isSafe: true, signal: AbortSignal.timeout(TIMEOUT) };
    const client = await clientOf(url);
    const status = await client.ask("POST", "/auth/login", request).then(
      () => 200,
      (error: unknown) => (error instanceof UpstreamError ? error.failure.status : 0),
    );
    if (status === 0 || status >= 500 || status === 429) return last?.isOffered ?? true;
    known = { url, isOffered: REFUSED.includes(status), until: performance.now() + FRESH };
    return known.isOffered;
  };
}
