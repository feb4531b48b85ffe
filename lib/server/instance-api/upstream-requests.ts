import "server-only";
import type { Answer, DoorRequest } from "@/lib/server/door";
import { proxyToUpstream } from "./upstream-proxy";
import { consumeLoginLimit } from "./rate-limit";

/**
 * Forwards a request to the upstream instance, which applies its own limits and versions. Sign-in attempts are counted
 * here too, so not even an unreadable file lets them through uncounted.
 */
export async function askUpstream(request: DoorRequest, base: string): Promise<Answer> {
  const { context, path } = request;
  const address = await context.clientAddress();
  if (path.endsWith("/auth/login")) await consumeLoginLimit(await context.settings(), address);
  return proxyToUpstream(request, base, address);
}
