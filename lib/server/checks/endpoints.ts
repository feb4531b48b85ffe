import "server-only";
import type { Reach } from "@/lib/panel-settings";
import type { Settings } from "@/lib/shared/settings/values";
import type { CheckKind } from "@/lib/shared/contract/checks";
import type { Endpoint, Permit } from "./dial";

const ports: Readonly<Record<string, number>> = {
  "http:": 80,
  "ws:": 80,
  "https:": 443,
  "wss:": 443,
  "amqp:": 5672,
  "amqps:": 5671,
};

export function endpointOf(url: URL): Endpoint {
  return {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: Number(url.port) || (ports[url.protocol] ?? 0),
  };
}

const addressPaths = [
  "api.endpointPublic",
  "api.endpointPrivate",
  "cdn.endpointPublic",
  "cdn.endpointPrivate",
  "cdn.imageProxyServerUrl",
  "gateway.endpointPublic",
  "gateway.endpointPrivate",
  "errorTracking.endpoint",
  "broker.host",
] as const;

/** Returns the mail server's port. The defaults are those of nodemailer, which the instance uses. */
export const smtpPort = (settings: Settings): number =>
  settings.get("email.smtp.port") ?? (settings.get("email.smtp.secure") ? 465 : 587);

export const smtpHost = (settings: Settings): string | null =>
  settings
    .get("email.smtp.host")
    ?.toLowerCase()
    .replace(/^\[|\]$/g, "") ?? null;

export const addressOfName = (name: string): string =>
  /^https?:\/\//i.test(name) ? name : `https://${name}`;

/**
 * Returns all endpoints in the settings. A check may connect to a private address if it is an endpoint in the
 * saved file.
 */
function endpointsOf(settings: Settings): Endpoint[] {
  const named = addressPaths.flatMap((path) => {
    const address = settings.get(path);
    return address !== null && URL.canParse(address) ? [endpointOf(new URL(address))] : [];
  });
  const name = settings.get("general.serverName");
  if (name !== null && URL.canParse(addressOfName(name)))
    named.push(endpointOf(new URL(addressOfName(name))));
  const host = smtpHost(settings);
  return host === null ? named : [...named, { host, port: smtpPort(settings) }];
}

export type CheckEnv = Pick<Reach, "instanceApiUrl" | "checkAllow">;

export function permitOf(settings: Settings, { instanceApiUrl, checkAllow }: CheckEnv): Permit {
  const apiEndpoints = instanceApiUrl === undefined ? [] : [endpointOf(new URL(instanceApiUrl))];
  return { saved: [...endpointsOf(settings), ...apiEndpoints], allow: checkAllow };
}

/*
 * For each kind of service, a check requests one well-known public path. The path, query and credentials of
 * the address are ignored, except for the path of a CDN, because the instance appends file names to it. Otherwise, anyone who can edit the file could make the panel send arbitrary
 * requests into its private network.
 */

type HttpKind = Exclude<CheckKind, "discovery" | "smtp" | "mailgun" | "mailjet" | "sendgrid" | "broker">;

const paths: Readonly<Record<HttpKind, string>> = {
  api: "/api/v9/ping",
  cdn: "/ping",
  imageProxy: "/",
  errorTracking: "/",
  gateway: "/",
};

/** Paths that gateways commonly use if they share a host with another service. */
const gatewayPaths = ["/gateway", "/ws"];

export function wellKnown(kind: HttpKind, address: string): URL {
  const { origin, pathname } = new URL(address);
  return new URL(kind === "cdn" ? pathname.replace(/\/*$/, paths.cdn) : paths[kind], origin);
}

export function wellKnownSocket(address: string): URL {
  const { protocol, host, pathname } = new URL(address);
  const path = pathname.replace(/\/$/, "");
  return new URL(`${protocol}//${host}${gatewayPaths.includes(path) ? path : ""}/?encoding=json&v=9`);
}
