import "server-only";
import type { Settings } from "@/lib/shared/settings/values";
import { checkBroker } from "@/lib/server/checks/broker";
import type { Permit } from "@/lib/server/checks/dial";
import { smtpHost, smtpPort } from "@/lib/server/checks/endpoints";
import { checkGateway } from "@/lib/server/checks/gateway";
import { checkHttp } from "@/lib/server/checks/http";
import { checkSmtp } from "@/lib/server/checks/smtp";
import { wellKnown, wellKnownSocket } from "@/lib/server/checks/well-known";
import { permitOf, type Probe, probe, type ProbeEnv } from "./probe";

export { type ClientProbeEnv, clientProbesOf } from "./client";
export { PROBE_LIMIT, type Probe, type ProbeEnv, type ProbeResult } from "./probe";

/** The probes for the saved settings and INSTANCE_API_URL, in display order. Parts without an address are left out. */
export function probesOf(settings: Settings, env: ProbeEnv): Probe[] {
  const permit = permitOf(settings, env);
  return [
    apiProbe(settings, env, permit),
    gatewayProbe(settings, permit),
    cdnProbe(settings, permit),
    brokerProbe(settings, permit),
    mailProbe(settings, permit),
  ].filter((one) => one !== null);
}

/** The public address, because users connect to it. If it is not set, the internal address. */
function addressOf(settings: Settings, section: "api" | "gateway" | "cdn"): string | null {
  const address = settings.get(`${section}.endpointPublic`) ?? settings.get(`${section}.endpointPrivate`);
  return address !== null && URL.canParse(address) ? address : null;
}

function apiProbe(settings: Settings, { instanceApiUrl }: ProbeEnv, permit: Permit): Probe | null {
  const address = addressOf(settings, "api");
  const url =
    instanceApiUrl !== undefined
      ? new URL(`${instanceApiUrl}/ping`)
      : address !== null
        ? wellKnown("api", address)
        : null;
  if (url === null) return null;
  const mustHave = settings.edition.answersPing ? { mustHave: "API of this instance" } : {};
  return probe("api", url.href, (trail) => checkHttp(trail, url, { permit, ...mustHave }));
}

function gatewayProbe(settings: Settings, permit: Permit): Probe | null {
  const address = addressOf(settings, "gateway");
  if (address === null) return null;
  const forwardedFor = settings.get("security.forwardedFor");
  return probe("gateway", wellKnownSocket(address).href, (trail) =>
    checkGateway(trail, address, { permit, forwardedFor, mayForward: true }),
  );
}

function cdnProbe(settings: Settings, permit: Permit): Probe | null {
  const address = addressOf(settings, "cdn");
  if (address === null) return null;
  const url = wellKnown("cdn", address);
  return probe("cdn", url.href, (trail) => checkHttp(trail, url, { permit }));
}

function brokerProbe(settings: Settings, permit: Permit): Probe | null {
  const address = settings.get("broker.host");
  if (address === null || !URL.canParse(address)) return null;
  const { protocol, host } = new URL(address);
  return probe("broker", `${protocol}//${host}`, (trail) => checkBroker(trail, address, permit));
}

/** Probes only an SMTP server, because HTTP mail services are monitored by their providers. */
function mailProbe(settings: Settings, permit: Permit): Probe | null {
  const host = smtpHost(settings);
  if (settings.get("email.provider") !== "smtp" || host === null) return null;
  const check = { settings, permit, maySendPassword: false, to: undefined, onlyGreeting: true };
  return probe("mail", `${host}:${smtpPort(settings)}`, (trail) => checkSmtp(trail, check));
}
