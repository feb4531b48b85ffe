import "server-only";
import { currentContext } from "@/lib/request-context";

export interface Origin {
  /** The client's address. Null for the panel's own actions. */
  address: string | null;
  /** The user agent as the client sent it. */
  browser: string | null;
  /** The name of the API token that authenticated the request. */
  token?: string;
}

/**
 * The origin of the request that is being answered. Its fields are null outside a request. Call this before queueing
 * work: tasks that share a commit (`groupCommit`) run in the context of the first request, and would get its origin.
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
