import "server-only";
import { USER_AGENT } from "@/lib/request-headers";
import { isTimeout } from "./failure";

/** Returns the text if it is an http or https address. Others, such as `javascript:`, must not become links. */
export const webAddress = (text: string | null | undefined): string | null =>
  text && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) ? text : null;

const CACHED_MS = 3_000;
/** Timeout in milliseconds. A page may be waiting for the result. */
const TIMEOUT = 5_000;

export interface InstanceState {
  url: string;
  answers: boolean;
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
  if (isTimeout(error)) {
    return "The instance did not respond in time. Check that it is running and not overloaded.";
  }
  const cause: unknown = error instanceof Error ? (error.cause ?? error) : error;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  return (
    REASONS[code] ?? `The connection failed${code && ` (${code})`}. Check the address and its certificate.`
  );
}

interface HealthDeps {
  version: () => Promise<string>;
  /** How long a request to the instance may take (ms). */
  timeout: number;
}

/** `url` is the instance's API without a version. */
export function createInstanceHealth({ version, timeout }: HealthDeps) {
  let known: InstanceState | null = null;
  /** When `known` was determined. In ms since process start, because the system time may be changed. */
  let at = 0;
  let asking: { url: string; state: Promise<InstanceState> } | null = null;

  /** An operator may have connected the panel to another instance. */
  const knownOf = (url: string) => (known?.url === url ? known : null);
  const freshOf = (url: string) => (performance.now() - at < CACHED_MS ? knownOf(url) : null);

  /** A 4xx status is accepted, because the instance may lack this route. */
  async function ask(url: string): Promise<string | undefined> {
    const signal = AbortSignal.timeout(Math.min(TIMEOUT, timeout));
    try {
      const answer = await fetch(`${url}/v${await version()}/gateway`, {
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

  function askOnce(url: string): Promise<InstanceState> {
    if (asking?.url === url) return asking.state;
    const state = ask(url).then((reason) => {
      const answers = reason === undefined;
      known = { url, answers, ...(!answers && { reason }), checkedAt: new Date().toISOString() };
      at = performance.now();
      if (asking?.state === state) asking = null;
      return known;
    });
    asking = { url, state };
    return state;
  }

  return {
    /** Checks at most every three seconds. */
    state: async (url: string): Promise<InstanceState> => freshOf(url) ?? askOnce(url),
    /** Null before the first check. */
    known(url: string): InstanceState | null {
      if (freshOf(url) === null) void askOnce(url);
      return knownOf(url);
    },
    /**
     * Records whether the instance answered another request. If this contradicts the cached state, the next read checks
     * the instance again.
     */
    note(answers: boolean): void {
      if (known?.answers !== answers) at = -Infinity;
    },
  };
}
