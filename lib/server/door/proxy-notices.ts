import "server-only";
import { notices } from "@/lib/notices";
import { env } from "@/lib/env";
import { isTrustedProxy } from "./address";
import type { Visit } from "./visit";

const isLocal = (host: string) => /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/i.test(host);

/**
 * Warns operators if a request shows that NEXTAUTH_URL or TRUSTED_PROXIES is missing. The warning contains no text
 * from the client.
 */
export function noticeProxy({ header, context }: Visit): void {
  const { isAddressKnown, isHttps } = env();
  if (!isHttps && /^https\b/i.test(header("x-forwarded-proto") ?? ""))
    notices().add(
      "NEXTAUTH_URL",
      "Requests arrive over HTTPS, but NEXTAUTH_URL is not an https:// address. Set NEXTAUTH_URL to the address at which you open the panel, so that cookies are marked as secure.",
    );
  else if (!isAddressKnown && !isLocal(header("host") ?? "localhost"))
    notices().add(
      "NEXTAUTH_URL",
      "The panel is opened at an address other than localhost, but NEXTAUTH_URL is not set. Set NEXTAUTH_URL to that address.",
    );
  if (header("x-forwarded-for") === null || notices().has("TRUSTED_PROXIES")) return;
  void context
    .settings()
    .catch(() => null)
    .then((settings) => {
      if (isTrustedProxy(context.peer, settings)) return;
      notices().add(
        "TRUSTED_PROXIES",
        `A proxy at ${context.peer} sends X-Forwarded-For, but the panel does not trust it, so all clients behind it share one limit. If it is your reverse proxy, set TRUSTED_PROXIES to its address.`,
      );
    });
}
