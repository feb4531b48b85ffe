import "server-only";
import { requestContext } from "@/lib/server/door";

/** The sender of a request, as far as it is known without a session. */
export interface Caller {
  /** IP address; `unknown` where nobody can say. */
  address: string;
  /** What the browser calls itself (`RequestContext`). */
  userAgent: string;
}

/** Who sends the request that is being answered. */
export async function currentCaller(): Promise<Caller> {
  const context = requestContext();
  return { address: await context.clientAddress(), userAgent: context.userAgent };
}
