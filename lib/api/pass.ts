import "server-only";
import { PEER_HEADER } from "../request-headers";
import { requestAddress } from "./address";
import { forward } from "./forward";
import { liveSettings } from "./live-settings";
import { enterLogin } from "./rate-limit";

/**
 * What the panel asks of an existing instance beside the endpoints: who the account is, where it is, which applications
 * it has, and to sign in.
 */
const OF_THE_INSTANCE =
  /^(?:GET \/api\/v\d+\/(?:applications|users\/@me(?:\/guilds)?)|POST \/api\/v\d+\/auth\/login)$/;

/** Whether a request that is for none of our endpoints may be one that an existing instance answers. */
export const isOfTheInstance = ({ method, url }: Request) =>
  OF_THE_INSTANCE.test(`${method} ${new URL(url).pathname}`);

const isLogin = ({ url }: Request) => new URL(url).pathname.endsWith("/auth/login");

/**
 * Beside an existing instance: what it knows is forwarded, limits and versions are its own. Attempts to sign in are
 * counted here too, so not even an unreadable file lets them through uncounted.
 */
export async function pass(request: Request, base: string): Promise<Response> {
  const live = liveSettings();
  if (isLogin(request)) {
    const settings = await live;
    await enterLogin(settings, requestAddress(request, settings));
  }
  const settings = await live.catch(() => null);
  const address = settings ? requestAddress(request, settings) : (request.headers.get(PEER_HEADER) ?? "");
  return forward(request, base, address);
}
