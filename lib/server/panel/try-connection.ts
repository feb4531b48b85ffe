import "server-only";
import * as z from "zod";
import type { ConfigFile } from "@/lib/server/config-file";
import { ask, type AskEnv } from "@/lib/server/known/ask";
import { editions } from "@/lib/shared/settings/editions";
import { parsedJson } from "@/lib/shared/json/value";
import type { ConnectionTrial } from "@/lib/shared/contract/instance";
import { addressOf, normalUrl, readableSettings } from "./connection";

type Step = ConnectionTrial["steps"][number];
type Right = ConnectionTrial["rights"][number];

/** How long all requests of a trial may take together. */
const TRIAL_MS = 10_000;

interface JsonAnswer {
  status: number;
  /** Undefined if the answer is not JSON. */
  body: unknown;
}

export interface TrialDeps {
  config: Pick<ConfigFile, "settings">;
  env: AskEnv;
}

type Send = (address: string, token?: string) => Promise<JsonAnswer | null>;

const discovered = z.union([
  z.object({ api: z.object({ baseUrl: z.string() }) }).transform(({ api }) => api.baseUrl),
  z.object({ api: z.string() }).transform(({ api }) => api),
]);

const wellKnown = (): string[] => editions().flatMap(({ discovery }) => [...(discovery ?? [])]);

async function discover(origin: string, send: Send): Promise<{ path: string; url: string } | null> {
  for (const path of wellKnown()) {
    const url = discovered.safeParse((await send(`${origin}${path}`))?.body).data;
    if (url !== undefined && addressOf(url) !== null) return { path, url };
  }
  return null;
}

const candidatesOf = (url: string): string[] => {
  const base = normalUrl(url);
  return new URL(base).pathname === "/" ? [`${base}/api`, base] : [base];
};

async function answersAt(url: string, version: string, send: Send): Promise<boolean> {
  for (const path of ["/gateway", "/ping"]) {
    const answer = await send(`${url}/v${version}${path}`);
    if (answer && answer.status < 500 && typeof answer.body === "object" && answer.body !== null) return true;
  }
  return false;
}

const RIGHTS = {
  OPERATOR:
    "Compares the file with the instance's loaded settings, and restarts the instance through its API.",
  VIEW_SERVER_STATS: "Shows the number of users, guilds and messages.",
  MANAGE_USERS: "Deletes and bans users.",
  CREATE_REGISTRATION_TOKENS: "Creates registration tokens.",
};

/** Returns the token's rights that can be tested without side effects. OPERATOR includes all other rights. */
async function rightsOf(api: string, token: string, send: Send): Promise<Right[]> {
  const [whole, stats] = await Promise.all([
    send(`${api}/policies/instance/config`, token),
    send(`${api}/policies/stats`, token),
  ]);
  const isOperator = z
    .object({ general: z.looseObject({}), limits: z.looseObject({}) })
    .safeParse(whole?.body).success;
  const held: Record<keyof typeof RIGHTS, boolean | null> = {
    OPERATOR: isOperator,
    VIEW_SERVER_STATS: isOperator || stats?.status === 200,
    MANAGE_USERS: isOperator || null,
    CREATE_REGISTRATION_TOKENS: isOperator || null,
  };
  return (Object.keys(RIGHTS) as (keyof typeof RIGHTS)[]).map((name) => ({
    name,
    purpose: RIGHTS[name],
    held: held[name],
  }));
}

const me = z.object({ username: z.string(), bot: z.boolean().nullish() });
const about = z.object({ instanceName: z.string().nullish() });

/**
 * @param typed a domain, or the address of an API
 * @param tokenFor returns the token for the address that was found. A stored token may be used only at the
 * address for which the token was entered.
 * @throws AppError `invalid-settings` if the text is not an address
 */
export async function tryConnection(
  deps: TrialDeps,
  typed: string,
  tokenFor: (url: string) => string | undefined,
): Promise<ConnectionTrial> {
  const steps: Step[] = [];
  const signal = AbortSignal.timeout(TRIAL_MS);
  const send: Send = async (address, token) => {
    const answer = await ask(address, { env: deps.env, signal, ...(token !== undefined && { token }) });
    return answer && { status: answer.status, body: parsedJson(new TextDecoder().decode(answer.bytes)) };
  };
  const version = (await readableSettings(deps.config))?.get("api.defaultVersion") ?? "9";
  const address = /^https?:\/\//i.test(typed.trim()) ? typed.trim() : `https://${typed.trim()}`;
  const note = (title: string, state: Step["state"], text: string) => void steps.push({ title, state, text });

  const { origin, pathname } = new URL(normalUrl(address));
  const named = pathname === "/" ? await discover(origin, send) : null;
  const title = "Find the address of the API";
  if (pathname !== "/") note(title, "skipped", "You entered it.");
  else if (named) note(title, "done", `${origin}${named.path} names ${named.url}.`);
  else note(title, "skipped", `${origin} does not name an address, so the panel tries the usual addresses.`);

  const candidates = [...new Set([...(named ? candidatesOf(named.url) : []), ...candidatesOf(address)])];
  let url: string | null = null;
  for (const one of candidates) url ??= (await answersAt(one, version, send)) ? one : null;
  if (url === null) {
    const text = `No instance API answers at ${candidates.join(" or ")}. Check that the instance is running, and that this machine can reach it.`;
    note("Reach the API", "failed", text);
    return { url, name: null, steps, rights: [] };
  }
  note("Reach the API", "done", `It answers at ${url}.`);

  const api = `${url}/v${version}`;
  const name = about.safeParse((await send(`${api}/policies/instance`))?.body).data?.instanceName ?? null;
  const nameText = name ?? "The instance does not report it.";
  note("Get the instance's name", name === null ? "skipped" : "done", nameText);
  const account = "Check the operator token";
  const token = tokenFor(url);
  if (token === undefined || token === "") {
    note(account, "skipped", "You did not enter a token. You can add one later.");
    return { url, name, steps, rights: [] };
  }
  const owner = await send(`${api}/users/@me`, token);
  const known = owner?.status === 200 ? me.safeParse(owner.body).data : undefined;
  if (!known || known.bot) {
    const text = known
      ? "This token belongs to a bot. Use the token of a person's account."
      : "The instance does not accept this token. Copy the whole token, or sign in to the instance again for a new one.";
    note(account, "failed", text);
    return { url, name, steps, rights: [] };
  }
  note(account, "done", `It is the token of ${known.username}.`);
  return { url, name, steps, rights: await rightsOf(api, token, send) };
}
