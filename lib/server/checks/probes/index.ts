import "server-only";
import type { Settings } from "@/lib/shared/settings/values";
import type { PartName } from "@/lib/shared/contract/watch";
import { checkBroker } from "../broker";
import type { Permit } from "../dial";
import { type CheckEnv, permitOf, smtpHost, smtpPort, wellKnown, wellKnownSocket } from "../endpoints";
import { checkGateway } from "../gateway";
import { checkHttp } from "../http";
import { checkSmtp } from "../smtp";
import { Trail } from "../trail";

export { clientProbesOf } from "./client";

export const partLabels: Readonly<Record<PartName, string>> = {
  api: "API",
  gateway: "Gateway",
  cdn: "CDN",
  broker: "Message broker",
  mail: "Mail server",
};

export interface ProbeResult {
  isUp: boolean;
  /** Time until the last step succeeded (ms), including name resolution and TLS. Null if the part is down. */
  ms: number | null;
  /** The problem and what to do, without secrets. Set only if the part is down. */
  reason?: string;
  /** When the certificate expires (ms since 1970). Set only for connections with TLS. */
  certificateEnds?: number;
  target: string;
}

export interface Probe {
  name: PartName;
  target: string;
  /** Ends within `PROBE_LIMIT` milliseconds. Never throws because of the server's behavior. */
  run(signal: AbortSignal): Promise<ProbeResult>;
}

/** Time limit of one probe (ms). It must be far below the interval between two samples. */
export const PROBE_LIMIT = 8_000;

/** Leaves out parts without an address. */
export function probesOf(settings: Settings, env: CheckEnv): Probe[] {
  const permit = permitOf(settings, env);
  return [
    apiProbe(settings, env, permit),
    gatewayProbe(settings, permit),
    cdnProbe(settings, permit),
    brokerProbe(settings, permit),
    mailProbe(settings, permit),
  ].filter((one) => one !== null);
}

function addressOf(settings: Settings, section: "api" | "gateway" | "cdn"): string | null {
  const address = settings.get(`${section}.endpointPublic`) ?? settings.get(`${section}.endpointPrivate`);
  return address !== null && URL.canParse(address) ? address : null;
}

function apiProbe(settings: Settings, { instanceApiUrl }: CheckEnv, permit: Permit): Probe | null {
  const address = addressOf(settings, "api");
  const url =
    instanceApiUrl !== undefined
      ? new URL(`${instanceApiUrl}/ping`)
      : address !== null
        ? wellKnown("api", address)
        : null;
  if (url === null) return null;
  return probe("api", url.href, (trail) =>
    checkHttp(trail, url, { permit, ...(settings.edition.answersPing && { service: "API" }) }),
  );
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
  return probe("cdn", url.href, (trail) =>
    checkHttp(trail, url, { permit, ...(settings.edition.answersPing && { service: "CDN" }) }),
  );
}

function brokerProbe(settings: Settings, permit: Permit): Probe | null {
  const address = settings.get("broker.host");
  if (address === null || !URL.canParse(address)) return null;
  const { protocol, host } = new URL(address);
  return probe("broker", `${protocol}//${host}`, (trail) => checkBroker(trail, address, permit));
}

/** Returns a probe only for SMTP servers, because HTTP mail services are monitored by their providers. */
function mailProbe(settings: Settings, permit: Permit): Probe | null {
  const host = smtpHost(settings);
  if (settings.get("email.provider") !== "smtp" || host === null) return null;
  const check = { settings, permit, maySendPassword: false, to: undefined, onlyGreeting: true };
  return probe("mail", `${host}:${smtpPort(settings)}`, (trail) => checkSmtp(trail, check));
}

function probe(name: PartName, target: string, way: (trail: Trail) => Promise<void>): Probe {
  const run = async (signal: AbortSignal): Promise<ProbeResult> => {
    const trail = new Trail(signal, PROBE_LIMIT);
    const begin = performance.now();
    const steps = await trail.follow(way);
    const ms = Math.max(1, Math.round(performance.now() - begin));
    const failed = steps.find(({ ok }) => !ok);
    const { certificateEnds } = trail;
    return {
      isUp: failed === undefined,
      ms: failed === undefined ? ms : null,
      ...(failed !== undefined && { reason: failed.message }),
      ...(certificateEnds !== undefined && { certificateEnds }),
      target,
    };
  };
  return { name, target, run };
}
