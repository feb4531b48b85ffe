import "server-only";
import type { CheckKind } from "@/lib/shared/contract/checks";

/*
 * For each kind of service, a check requests one well-known public path, ignoring any path, query and credentials
 * in the address. Otherwise, anyone who can edit the file could make the panel send arbitrary requests into its
 * private network.
 */

type HttpKind = Exclude<CheckKind, "discovery" | "smtp" | "mailgun" | "mailjet" | "sendgrid" | "broker">;

const paths: Readonly<Record<HttpKind, string>> = {
  api: "/api/v9/ping",
  cdn: "/ping",
  imageProxy: "/",
  errorTracking: "/",
  gateway: "/",
};

/** Common paths of gateways that share a host with another service. */
const gatewayPaths = ["/gateway", "/ws"];

/** The URL for an HTTP request to an address's host. */
export function wellKnown(kind: HttpKind, address: string): URL {
  return new URL(paths[kind], new URL(address).origin);
}

/** The URL for opening a WebSocket to an address's host, as a client does. */
export function wellKnownSocket(address: string): URL {
  const { protocol, host, pathname } = new URL(address);
  const path = pathname.replace(/\/$/, "");
  return new URL(`${protocol}//${host}${gatewayPaths.includes(path) ? path : ""}/?encoding=json&v=9`);
}
