import "server-only";
import type { CheckKind } from "@/lib/shared/contract/checks";

/*
 * For each kind of service, a check requests one well-known public path. It ignores path, query and credentials of the
 * address. Otherwise, anyone who can edit the file could make the panel send arbitrary requests into its private
 * network.
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

/** The URL of the well-known path at the address's host, for HTTP. */
export function wellKnown(kind: HttpKind, address: string): URL {
  return new URL(paths[kind], new URL(address).origin);
}

/** The URL for a WebSocket at the address's host, as clients open it. */
export function wellKnownSocket(address: string): URL {
  const { protocol, host, pathname } = new URL(address);
  const path = pathname.replace(/\/$/, "");
  return new URL(`${protocol}//${host}${gatewayPaths.includes(path) ? path : ""}/?encoding=json&v=9`);
}
