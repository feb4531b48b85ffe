import "server-only";
import { requestContext } from "@/lib/server/door";

/** The sender of a request, as far as it is known without a session. */
export interface Caller {
  /** IP address; `unknown` if it cannot be determined. */
  address: string;
  /** The browser's user agent (`RequestContext`). */
  userAgent: string;
}

/** The sender of the current request. */
export async function currentCaller(): Promise<Caller> {
  const context = requestContext();
  return { address: await context.clientAddress(), userAgent: context.userAgent };
}
