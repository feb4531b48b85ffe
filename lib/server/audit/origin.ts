import "server-only";
import { currentContext } from "@/lib/request-context";

/** Where an action comes from. */
export interface Origin {
  /** The client's address; null for the panel's own actions. */
  address: string | null;
  /** The user agent, as the client sent it. */
  browser: string | null;
  /** The name of the API token that the request came with. */
  token?: string;
}

/**
 * Where the request being answered comes from; nulls outside a request. Call this before queueing work: works that
 * share a commit (`grouped`) run in the context of the request that came first.
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
