import type { Naming } from "@/lib/shared/contract/config-snapshot";
import { editionOf } from "./editions";
import type { SettingPath } from "./types";

/** The settings with the addresses at which clients and services reach each other, in the order of the setup wizard. */
export const addressPaths = [
  "general.serverName",
  "api.endpointPublic",
  "gateway.endpointPublic",
  "cdn.endpointPublic",
  "cdn.endpointPrivate",
] as const satisfies readonly SettingPath[];

export type AddressPath = (typeof addressPaths)[number];

export interface Domain {
  /** The domain in lower case, with the port if one was entered: `chat.example.org`, `localhost:3001`. */
  host: string;
  secure: boolean;
}

/** `one`: all services use the domain itself. `subdomains`: the gateway and the CDN use subdomains. */
export type Layout = "one" | "subdomains";

/**
 * Local names and IP addresses. They rarely have a certificate, so without a typed scheme they get addresses
 * without TLS.
 */
const unencrypted = /^(localhost|[^.:]+\.(local|lan|internal)|\d+(\.\d+){3}|\[[\da-f:.]+\])(:\d+)?$/i;

const hostName =
  /^(\[[\da-f:.]+\]|[\p{L}\p{N}]([\p{L}\p{N}-]*[\p{L}\p{N}])?(\.[\p{L}\p{N}]([\p{L}\p{N}-]*[\p{L}\p{N}])?)*)(:\d{1,5})?$/iu;

/** Null if the address is not valid. */
export function domainIn(typed: string): Domain | null {
  const [, scheme = "", rest = ""] = /^(?:([a-z]+):\/\/)?([^/?#]*)/i.exec(typed.trim()) ?? [];
  if (!hostName.test(rest) || !URL.canParse(`http://${rest}`)) return null;
  if (scheme !== "" && !/^(https?|wss?)$/i.test(scheme)) return null;
  // URL parsing converts the host to lower case, and letters outside ASCII to Punycode.
  const { host } = new URL(`ftp://${rest}`);
  const secure = scheme === "" ? !unencrypted.test(host) : /s$/i.test(scheme);
  return { host, secure };
}

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
