import "server-only";
import { randomUUID } from "node:crypto";
import type { Env } from "@/lib/env";
import type { Notices } from "@/lib/log";
import type { PanelSettings } from "@/lib/panel-settings";
import type { RequestContext } from "@/lib/request-context";
import { DOCTOR_HEADER } from "@/lib/request-headers";
import { oncePerTurn } from "@/lib/turns";
import type { ConfigFile } from "@/lib/server/config-file";
import type { Settings } from "@/lib/shared/settings/values";
import { addressFor, isTrustedProxy } from "./address";

const isLocal = (host: string) => /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/i.test(host);

type Header = (name: string) => string | null;

interface ContextsDeps {
  config: Pick<ConfigFile, "settings">;
  env: Pick<Env, "trustedProxies" | "isAddressKnown" | "isHttps">;
  panelSettings: Pick<PanelSettings, "instanceApiUrl">;
  notices: Notices;
}

export type Contexts = ReturnType<typeof createContexts>;

export function createContexts({ config, env, panelSettings, notices }: ContextsDeps) {
  const liveSettings = oncePerTurn(() => config.settings());

  /** In connected mode, the file's proxies are ignored, because they are in front of the other instance. */
  const proxySettings = (read: () => Promise<Settings>): Promise<Settings | null> =>
    panelSettings.instanceApiUrl === undefined ? read().catch(() => null) : Promise.resolve(null);

  return {
    /** @param header returns the value of a request header, with multiple lines joined; null if absent */
    create(peer: string, header: Header): RequestContext {
      let settings: Promise<Settings> | undefined;
      let address: Promise<string> | undefined;
      const findAddress = async () =>
        addressFor(peer, header, env.trustedProxies, await proxySettings(context.settings));
      const context: RequestContext = {
        id: randomUUID(),
        peer,
        security: {},
        userAgent: (header("user-agent") ?? "").slice(0, 400).replace(/\p{Cc}/gu, " "),
        settings: () => (settings ??= liveSettings()),
        clientAddress: () => (address ??= findAddress()),
      };
      return context;
    },

    isProxy: async (address: string) =>
      isTrustedProxy(address, env.trustedProxies, await proxySettings(liveSettings)),

    /**
     * Warns operators if a request shows that NEXTAUTH_URL or TRUSTED_PROXIES is missing. The warning contains no
     * text from the client.
     */
    noticeProxy(header: Header, context: RequestContext): void {
      // The doctor claims to be forwarded, to see whether the panel believes it.
      if (header(DOCTOR_HEADER) !== null) return;
      if (!env.isHttps && /^https\b/i.test(header("x-forwarded-proto") ?? ""))
        notices.add(
          "NEXTAUTH_URL",
          "Requests arrive over HTTPS, but NEXTAUTH_URL is not an https:// address. Set NEXTAUTH_URL to the address at which you open the panel, so that cookies are marked as secure.",
        );
      else if (!env.isAddressKnown && !isLocal(header("host") ?? "localhost"))
        notices.add(
          "NEXTAUTH_URL",
          "The panel is opened at an address other than localhost, but NEXTAUTH_URL is not set. Set NEXTAUTH_URL to that address.",
        );
      if (header("x-forwarded-for") === null || notices.has("TRUSTED_PROXIES")) return;
      void proxySettings(context.settings).then((settings) => {
        if (isTrustedProxy(context.peer, env.trustedProxies, settings)) return;
        notices.add(
          "TRUSTED_PROXIES",
          `A proxy at ${context.peer} sends X-Forwarded-For, but the panel does not trust it, so all clients behind it share one limit. If it is your reverse proxy, set TRUSTED_PROXIES to its address.`,
        );
      });
    },
  };
}
