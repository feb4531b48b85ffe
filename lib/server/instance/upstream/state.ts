import "server-only";
import { env } from "@/lib/env";
import { USER_AGENT } from "@/lib/request-headers";
import { processSingleton } from "@/lib/process-singleton";
import { configFile } from "@/lib/server/config-file";
import type { Settings } from "@/lib/shared/settings/values";
import { panelSettings } from "@/lib/panel-settings";

/** Returns the URL of the upstream instance's API. Null if the panel's local store serves the instance API. */
export const instanceApi = (): string | null => panelSettings().instanceApiUrl ?? null;

/** Returns the settings in the live file, which the upstream instance also uses. Null if the file cannot be read. */
export const sharedSettings = (): Promise<Settings | null> =>
  configFile()
    .settings()
    .catch(() => null);

/** Returns the API version for the panel's requests to the upstream instance: `api.defaultVersion` in the file. */
export const instanceVersion = async (): Promise<string> =>
  (await sharedSettings())?.get("api.defaultVersion") ?? "9";

/** Returns the text if it is an http or https address. Others, such as `javascript:`, must not become links. */
export const webAddress = (text: string | null | undefined): string | null =>
  text && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) ? text : null;

const CACHED_MS = 3_000;
/** Timeout in milliseconds. A page may be waiting for the result. */
const TIMEOUT = 5_000;

export interface InstanceState {
  url: string;
  answers: boolean;
  /** Why the instance does not answer, as a sentence for an operator. */
  reason?: string;
  /** ISO 8601 */
  checkedAt: string;
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "No server is listening at this address. Check that the instance is running.",
  ENOTFOUND: "The host name does not exist. Check INSTANCE_API_URL.",
  EAI_AGAIN: "The DNS server does not answer. Check the network of the panel's machine.",
  EHOSTUNREACH: "The host cannot be reached. Check the network.",
  ENETUNREACH: "The network cannot be reached. Check the network.",
};

function reasonOf(error: unknown): string {
  if (error instanceof DOMException && error.name === "TimeoutError") {
    return "The instance did not respond in time. Check that it is running and not overloaded.";
  }
  const cause: unknown = error instanceof Error ? (error.cause ?? error) : error;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  return (
    REASONS[code] ?? `The connection failed${code && ` (${code})`}. Check the address and its certificate.`
  );
}

/**
 * Returns the reason why the instance does not work, or undefined if it works. A 4xx status is accepted, because the
 * instance may lack this route.
 */
async function ask(url: string): Promise<string | undefined> {
  const signal = AbortSignal.timeout(Math.min(TIMEOUT, env().instanceApiTimeout));
  try {
    const address = `${url}/v${await instanceVersion()}/gateway`;
    const answer = await fetch(address, {
      signal,
      headers: { "user-agent": USER_AGENT },
      redirect: "manual",
      cache: "no-store",
    });
    await answer.body?.cancel();
    if (answer.status >= 500) return `It answers with status ${answer.status}. Check the instance's log.`;
    if (answer.status >= 300 && answer.status < 400) {
      return "It redirects to another address. Set INSTANCE_API_URL to that address.";
    }
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
}

interface Store {
  known: InstanceState | null;
  /** When `known` was determined. In ms since process start, because the system time may be changed. */
  at: number;
  asking: Promise<InstanceState> | null;
}
const store = () => processSingleton("instance-state", (): Store => ({ known: null, at: 0, asking: null }));

const isFresh = ({ known, at }: Store) => known !== null && performance.now() - at < CACHED_MS;

/**
 * Records whether the instance answered another request. If this contradicts the cached state, the next read checks
 * the instance again.
 */
export function noteAnswer(answers: boolean): void {
  const shared = store();
  if (shared.known?.answers !== answers) shared.at = -Infinity;
}

/** Concurrent callers share one request. */
function askOnce(url: string, shared: Store): Promise<InstanceState> {
  shared.asking ??= ask(url).then((reason) => {
    const checkedAt = new Date().toISOString();
    const state = { url, answers: reason === undefined, ...(reason !== undefined && { reason }), checkedAt };
    Object.assign(shared, { known: state, at: performance.now(), asking: null });
    return state;
  });
  return shared.asking;
}

/**
 * Returns whether the upstream instance answers. Checks at most every three seconds.
 * @param url the instance's API, without a version
 */
export async function instanceState(url: string): Promise<InstanceState> {
  const shared = store();
  return shared.known !== null && isFresh(shared) ? shared.known : askOnce(url, shared);
}

/**
 * Returns the last known state without waiting, and starts a check in the background if it is old. Null before the
 * first check.
 */
export function knownInstanceState(url: string): InstanceState | null {
  const shared = store();
  if (!isFresh(shared)) void askOnce(url, shared);
  return shared.known;
}
