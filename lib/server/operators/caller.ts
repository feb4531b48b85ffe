import "server-only";
import { requestContext } from "@/lib/server/door";

/** What is known about the sender of a request without a session. */
export interface Caller {
  /** The IP address. `unknown` if it cannot be determined. */
  address: string;
  userAgent: string;
}

export async function currentCaller(): Promise<Caller> {
  const context = requestContext();
  return { address: await context.clientAddress(), userAgent: context.userAgent };
}
