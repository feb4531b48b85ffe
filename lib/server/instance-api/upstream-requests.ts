import "server-only";
import type { Answer, DoorRequest } from "@/lib/server/door";
import { proxyToUpstream } from "./upstream-proxy";
import { consumeLoginLimit } from "./rate-limit";

/**
 * Requests that the panel makes to an upstream instance besides our endpoints: sign-in, and whether a bot is a member of
 * a guild.
 */
const OF_THE_INSTANCE =
  /^(?:GET \/api\/v\d+\/guilds\/\d{1,20}\/members\/\d{1,20}|POST \/api\/v\d+\/auth\/login)$/;

/** Whether an upstream instance may answer a request that matches none of our endpoints. */
export const isOfTheInstance = ({ method, path }: DoorRequest) => OF_THE_INSTANCE.test(`${method} ${path}`);

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
