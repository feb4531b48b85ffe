import "server-only";
import { currentContext } from "@/lib/request-context";

/** The origin of an action. */
export interface Origin {
  /** The client's address; null for the panel's own actions. */
  address: string | null;
  /** The user agent as sent by the client. */
  browser: string | null;
  /** The name of the request's API token. */
  token?: string;
}

/**
 * The origin of the request being answered; nulls outside a request. Call this before queueing work, because tasks
 * that share a commit (`grouped`) run in the context of the first request.
 */
export async function currentOrigin(): Promise<Origin> {
  const context = currentContext();
  if (!context?.peer) return { address: null, browser: null };
  const { apiToken } = context;
  return {
    address: await context.clientAddress(),
    browser: context.userAgent || null,
    ...(apiToken !== undefined && { token: apiToken }),
  };
}
