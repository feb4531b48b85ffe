import "server-only";
import ipaddr from "ipaddr.js";
import { env } from "@/lib/env";
import type { Settings } from "@/lib/shared/settings/values";

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = [Address, number];

/** Named ranges that proxies commonly use, spelled as in web frameworks of this ecosystem. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ["127.0.0.0/8", "::1/128"],
  linklocal: ["169.254.0.0/16", "fe80::/10"],
  uniquelocal: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"],
};

/**
 * Converts an IPv4-mapped IPv6 address to the IPv4 address. Drops zones (`%eth0`), which do not identify the
 * client.
 */
function parseAddress(text: string): Address | null {
  const bare = text.replace(/%.*$/, "");
  return ipaddr.isValid(bare) && (bare.includes(":") || ipaddr.IPv4.isValidFourPartDecimal(bare))
    ? ipaddr.process(bare)
    : null;
}

/**
 * Parses one entry of a forwarding header: an address with or without a port; in `Forwarded` (RFC 7239), the value
 * of `for=`.
 */
function parseForwarded(entry: string): Address | null {
  const named = /(?:^|;)\s*for\s*=\s*("[^"]*"|[^;\s]*)/i.exec(entry)?.[1] ?? entry;
  const text = named.trim().replace(/^"|"$/g, "");
  const withPort = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d+)?$/.exec(text);
  return parseAddress(withPort?.[1] ?? withPort?.[2] ?? text);
}

function parseRange(text: string): Range[] {
  const named = NAMED[text.toLowerCase()];
  if (named) return named.flatMap(parseRange);
  if (ipaddr.isValidCIDR(text)) {
    const [address, bits] = ipaddr.parseCIDR(text);
    const mapped = address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= 96;
    return [mapped ? [address.toIPv4Address(), bits - 96] : [address, bits]];
  }
  const address = parseAddress(text);
  return address ? [[address, address.kind() === "ipv4" ? 32 : 128]] : [];
}

/**
 * The proxies in a list written like `security.trustedProxies`: addresses, CIDR ranges and named ranges. Skips
 * invalid entries.
 */
export function parseTrustedProxies(list: string | null): Range[] {
  return (list ?? "")
    .split(/[\s,]+/)
    .filter(Boolean)
    .flatMap(parseRange);
}

const within = (address: Address, [network, bits]: Range) =>
  address.kind() === network.kind() && (address as ipaddr.IPv6).match(network as ipaddr.IPv6, bits);

/**
 * The client address of a request. Only trusted proxies are believed: the header is read from the right, past the
 * trusted proxies, to the first address that is not one of them (docs/instance-api.md).
 * @param peer the socket's address
 * @param forwarded the value of the header named by `security.forwardedFor`
 */
export function clientAddress(peer: string, forwarded: string | null, trusted: readonly Range[]): string {
  const trusts = (address: Address) => trusted.some((range) => within(address, range));
  let current = parseAddress(peer);
  if (!current) return "unknown";
  const hops = forwarded?.split(",") ?? [];
  while (hops.length > 0 && trusts(current)) {
    const next = parseForwarded(hops.pop() ?? "");
    // An entry that is not an address ends the part of the header that can be trusted.
    if (!next) break;
    current = next;
  }
  return current.toString();
}

/** The reverse proxies in front of the panel, and the header in which they report the client's address. */
interface Trust {
  proxies: readonly Range[];
  header: string | null;
}

/**
 * `TRUSTED_PROXIES`, or if it is not set, the file's settings in standalone mode. Connected to an instance, the
 * file's settings describe the proxy in front of the instance, not the panel's.
 * @param settings null while the file cannot be read: no proxy of the file is trusted
 */
function trustBy(settings: Settings | null): Trust {
  const { trustedProxies, instanceApiUrl } = env();
  const file = instanceApiUrl === undefined ? settings : null;
  const header = file?.get("security.forwardedFor") ?? null;
  if (trustedProxies !== undefined)
    return { proxies: parseTrustedProxies(trustedProxies), header: header ?? "X-Forwarded-For" };
  return { proxies: parseTrustedProxies(file?.get("security.trustedProxies") ?? null), header };
}

/** Whether the address belongs to a trusted proxy, which forwards the requests of many clients. */
export function isTrustedProxy(peer: string, settings: Settings | null): boolean {
  const address = parseAddress(peer);
  return address !== null && trustBy(settings).proxies.some((range) => within(address, range));
}

/** The client address of a request. */
export function addressFor(
  peer: string,
  header: (name: string) => string | null,
  settings: Settings | null,
): string {
  const { proxies, header: name } = trustBy(settings);
  const named = name !== null && /^[\w-]+$/.test(name) ? header(name.toLowerCase()) : null;
  return clientAddress(peer, named, proxies);
}
