import "server-only";
import type { Settings } from "@/lib/shared/settings/values";
import type { Endpoint } from "./dial";

const ports: Readonly<Record<string, number>> = {
  "http:": 80,
  "ws:": 80,
  "https:": 443,
  "wss:": 443,
  "amqp:": 5672,
  "amqps:": 5671,
};

/** The host of a URL without brackets, and its port or the protocol's default port. */
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

/** The mail server's port. The default ports are those of nodemailer, which the instance uses. */
export const smtpPort = (settings: Settings): number =>
  settings.get("email.smtp.port") ?? (settings.get("email.smtp.secure") ? 465 : 587);

export const smtpHost = (settings: Settings): string | null =>
  settings
    .get("email.smtp.host")
    ?.toLowerCase()
    .replace(/^\[|\]$/g, "") ?? null;

/** The address at which clients look for the instance's documents. Adds https if the server name has no protocol. */
export const addressOfName = (name: string): string =>
  /^https?:\/\//i.test(name) ? name : `https://${name}`;

/**
 * All endpoints in the settings. Checks may connect to private addresses that are among the endpoints of the saved
 * file.
 */
export function endpointsOf(settings: Settings): Endpoint[] {
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
