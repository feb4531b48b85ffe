import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { processSingleton } from "@/lib/process-singleton";
import type { Settings } from "@/lib/shared/settings/values";

/**
 * The facts about a request besides its content. Created once, at the front door; both APIs and sign-in use it.
 */
export interface RequestContext {
  /** Identifies the request in the log and, as `X-Request-Id`, in its response. */
  readonly id: string;
  /** The remote address of the socket: the client's or a proxy's. Empty if unknown. */
  readonly peer: string;
  /** The user agent: at most 400 characters of the client's text, without control characters. */
  readonly userAgent: string;
  /** The name of the request's API token, once it has been validated. */
  apiToken?: string;
  /**
   * The settings of the live file, read on the first call, so that one request always uses the same settings.
   * @throws AppError `config-unreadable`
   */
  settings(): Promise<Settings>;
  /**
   * The client's address: the peer, or the address that the proxies of `security.trustedProxies` report in the
   * header `security.forwardedFor` (docs/instance-api.md). It is the peer while the file cannot be read, and
   * "unknown" without a peer.
   */
  clientAddress(): Promise<string>;
  /**
   * The request's data for the log of security events. Code that handles the request sets it; the log is written
   * after the answer.
   */
  readonly security: { event?: string; account?: string };
}

/** Pages and routes are bundled separately from the door, so what they share is stored on the process. */
const current = () => processSingleton("request-context", () => new AsyncLocalStorage<RequestContext>());

/** Runs `work` with `context` as the result of `currentContext`, also in everything that it starts. */
export function withContext<T>(context: RequestContext, work: () => T): T {
  return current().run(context, work);
}

/** The context of the request being answered, which the front door created; undefined outside of a request. */
export const currentContext = (): RequestContext | undefined => current().getStore();

/** Records the refusal of the current request, unless one is already recorded. */
export function noteSecurityEvent(event: string): void {
  const context = currentContext();
  if (context) context.security.event ??= event;
}

/** Records the account that sends the current request. */
export function noteAccount(account: string): void {
  const context = currentContext();
  if (context) context.security.account = account;
}
