import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { processSingleton } from "@/lib/process-singleton";
import type { Settings } from "@/lib/shared/settings/values";

/** What is known about a request besides its content. Created once, at the door; both APIs and sign-in use it. */
export interface RequestContext {
  /** Identifies the request in the log and, as `X-Request-Id`, in its response. */
  readonly id: string;
  /** The remote address of the socket: the client's, or a proxy's. Empty if unknown. */
  readonly peer: string;
  /** The user agent: any text, without control characters, at most 400 characters of the client's. */
  readonly userAgent: string;
  /** The name of the API token that the request came with, once it was found valid. */
  apiToken?: string;
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
  /** What the log of security events says about the request once it is answered; set by the code that finds it out. */
  readonly security: { event?: string; account?: string };
}

/** Pages and routes are bundled separately from the door, so what they share is stored on the process. */
const current = () => processSingleton("request-context", () => new AsyncLocalStorage<RequestContext>());

/** Runs `work`, and everything that it starts, with `context` as the result of `currentContext`. */
export function withContext<T>(context: RequestContext, work: () => T): T {
  return current().run(context, work);
}

/** The context that the door gave the request being answered; undefined outside of one. */
export const currentContext = (): RequestContext | undefined => current().getStore();

/** Says what is refused in the request being answered, unless that is known already. */
export function noteSecurityEvent(event: string): void {
  const context = currentContext();
  if (context) context.security.event ??= event;
}

/** Says who sends the request being answered. */
export function noteAccount(account: string): void {
  const context = currentContext();
  if (context) context.security.account = account;
}
