import type { Naming } from "@/lib/shared/contract/config-snapshot";
import { editionOf } from "./editions";
import type { SettingPath } from "./types";

/**
 * The addresses by which clients and the parts of an instance find each other, in the order in which the panel
 * asks for them.
 */
export const addressPaths = [
  "general.serverName",
  "api.endpointPublic",
  "gateway.endpointPublic",
  "cdn.endpointPublic",
  "cdn.endpointPrivate",
] as const satisfies readonly SettingPath[];

export type AddressPath = (typeof addressPaths)[number];

export interface Domain {
  /** Lower case, with the port if one was entered: `chat.example.org`, `localhost:3001`. */
  host: string;
  /** Whether the domain is reached over TLS. */
  secure: boolean;
}

/** `one`: everything is at the domain itself. `subdomains`: the gateway and the CDN have names below it. */
export type Layout = "one" | "subdomains";

/** Names that only the machine itself or its local network resolves. Nobody issues certificates for them. */
const unencrypted = /^(localhost|[^.:]+\.(local|lan|internal)|\d+(\.\d+){3}|\[[\da-f:.]+\])(:\d+)?$/i;

const hostName =
  /^(\[[\da-f:.]+\]|[\p{L}\p{N}]([\p{L}\p{N}-]*[\p{L}\p{N}])?(\.[\p{L}\p{N}]([\p{L}\p{N}-]*[\p{L}\p{N}])?)*)(:\d{1,5})?$/iu;

/** The host of a typed address as a domain name. The address may be bare, or copied with scheme and path. */
export function domainIn(typed: string): Domain | null {
  const [, scheme = "", rest = ""] = /^(?:([a-z]+):\/\/)?([^/?#]*)/i.exec(typed.trim()) ?? [];
  if (!hostName.test(rest) || !URL.canParse(`http://${rest}`)) return null;
  if (scheme !== "" && !/^(https?|wss?)$/i.test(scheme)) return null;
  // As in an address: lower case, other scripts as their ASCII form.
  const { host } = new URL(`ftp://${rest}`);
  const secure = scheme === "" ? !unencrypted.test(host) : /s$/i.test(scheme);
  return { host, secure };
}

/** The addresses of an instance on a domain. The CDN's public address is also used internally. */
export function addressesFrom(
  { host, secure }: Domain,
  layout: Layout,
  naming: Naming,
): Readonly<Record<AddressPath, string>> {
  const [http, socket] = secure ? ["https://", "wss://"] : ["http://", "ws://"];
  const below = (name: string) => (layout === "one" ? host : `${name}.${host}`);
  const cdn = `${http}${below("cdn")}`;
  return {
    "general.serverName": host,
    "api.endpointPublic": `${http}${host}${editionOf(naming).apiPath}`,
    "gateway.endpointPublic": `${socket}${below("gateway")}`,
    "cdn.endpointPublic": cdn,
    "cdn.endpointPrivate": cdn,
  };
}
