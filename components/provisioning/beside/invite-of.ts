import type { InstanceBot } from "../queries/instance-bots";
import { webAddress } from "../web-address";

/**
 * The address at which people add a bot to their guilds: the one that the application names, or that of this API
 * family's clients at the instance's front page, which not every client has.
 * @param frontPage `general.frontPage`; null where it is not set
 */
export function inviteOf(
  { id, hasBot, installUrl }: InstanceBot,
  frontPage: string | null,
): { url: string; isGuess: boolean } | null {
  if (installUrl !== null) return { url: installUrl, isGuess: false };
  const base = webAddress(frontPage);
  if (!hasBot || base === null) return null;
  const url = new URL("/oauth2/authorize", base);
  url.search = String(new URLSearchParams({ client_id: id, scope: "bot", permissions: "0" }));
  return { url: url.href, isGuess: true };
}
