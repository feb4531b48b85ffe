import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import type { Settings } from "@/lib/shared/settings/values";

/** Metadata of a request. The front door (`lib/server/http/door`) creates it once, and both APIs and sign-in use it. */
export interface RequestContext {
  /** Identifies the request in the log and in the `X-Request-Id` header of the response. */
  readonly id: string;
  /** The remote address of the socket, which belongs to the client or to a proxy. Empty if unknown. */
  readonly peer: string;
  readonly userAgent: string;
  /** The name of the API token that authenticated the request. Undefined until the token is validated. */
  apiToken?: string;
  /**
   * The settings of the live file. They are read at the first call, so that a request uses the same settings
   * throughout.
   * @throws AppError `config-unreadable`
   */
  settings(): Promise<Settings>;
  /**
   * Returns the client's address (docs/instance-api.md).
   * - Behind a trusted proxy: the address in the forwarding header. TRUSTED_PROXIES or, in standalone mode,
   * `security.trustedProxies` lists the proxies. While the file cannot be read, only TRUSTED_PROXIES counts.
   * - Otherwise: the peer.
   * - If the peer is unknown: "unknown".
   */
  clientAddress(): Promise<string>;
  /** Data for the log of security events. */
  readonly security: { event?: string; account?: string };
}

const current = new AsyncLocalStorage<RequestContext>();

/** Runs `work`. During this call and in all asynchronous work that it starts, `currentContext` returns `context`. */
export function withContext<T>(context: RequestContext, work: () => T): T {
  return current.run(context, work);
}

export const currentContext = (): RequestContext | undefined => current.getStore();

export function noteSecurityEvent(event: string): void {
  const context = currentContext();
  if (context) context.security.event ??= event;
}

export function noteAccount(account: string): void {
  const context = currentContext();
  if (context) context.security.account = account;
}
