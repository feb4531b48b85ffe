import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import type { Settings } from "@/lib/shared/settings/values";
import { processSingleton } from "@/lib/process-singleton";
import { addressFor } from "./address";
import { liveSettings } from "./live-settings";

/** What is known about a request besides its content. Created once, at the door; both APIs and sign-in use it. */
export interface RequestContext {
  /** Identifies the request in the log and, as `X-Request-Id`, in its response. */
  readonly id: string;
  /** The remote address of the socket: the client's, or a proxy's. Empty if unknown. */
  readonly peer: string;
  /** The user agent: any text, without control characters, at most 400 characters of the client's. */
  readonly userAgent: string;
  /**
   * The settings of the live file, read on the first call, so that one request is judged by one set of settings.
   * @throws AppError `config-unreadable`
   */
  settings(): Promise<Settings>;
  /**
   * The client's address: the peer, or the address that the proxies of `security.trustedProxies` report in the header
   * `security.forwardedFor` (docs/instance-api.md). The peer while the file cannot be read; "unknown" without a peer.
   */
  clientAddress(): Promise<string>;
}

const MOST_CHARACTERS = 400;

/** @param header returns a request header by name, its lines joined; null if absent */
export function createContext(peer: string, header: (name: string) => string | null): RequestContext {
  let settings: Promise<Settings> | undefined;
  let address: Promise<string> | undefined;
  const findAddress = async () => addressFor(peer, header, await context.settings().catch(() => null));
  const context: RequestContext = {
    id: randomUUID(),
    peer,
    userAgent: (header("user-agent") ?? "").slice(0, MOST_CHARACTERS).replace(/\p{Cc}/gu, " "),
    settings: () => (settings ??= liveSettings()),
    clientAddress: () => (address ??= findAddress()),
  };
  return context;
}

/** Pages and routes are bundled separately from the door, so what they share is stored on the process. */
const current = () => processSingleton("request-context", () => new AsyncLocalStorage<RequestContext>());

/** Runs `work`, and everything that it starts, with `context` as the result of `requestContext`. */
export function withContext<T>(context: RequestContext, work: () => T): T {
  return current().run(context, work);
}

/**
 * The context of the request being answered. On a host without our door the client cannot be identified, and no header
 * that a client could have written is trusted: all requests come from "unknown" there.
 */
export function requestContext(): RequestContext {
  return current().getStore() ?? createContext("", () => null);
}
