import "server-only";
import ipaddr from "ipaddr.js";
import type { Settings } from "@/lib/config/values";
import { PEER_HEADER } from "../request-headers";

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = [Address, number];

/** Names for the ranges that proxies commonly live in, as web frameworks of this ecosystem spell them. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ["127.0.0.0/8", "::1/128"],
  linklocal: ["169.254.0.0/16", "fe80::/10"],
  uniquelocal: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"],
};

/** An IPv4 address that arrives in IPv6 clothing is the IPv4 address. Zones (`%eth0`) say nothing about who it is. */
function parseAddress(text: string): Address | null {
  const bare = text.replace(/%.*$/, "");
  return ipaddr.isValid(bare) && (bare.includes(":") || ipaddr.IPv4.isValidFourPartDecimal(bare))
    ? ipaddr.process(bare)
    : null;
}

/** One entry of a forwarding header: an address, with or without a port; in `Forwarded` (RFC 7239) what `for=` names. */
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

/** The proxies named in `security.trustedProxies`: addresses, CIDR ranges and named ranges; what is none is skipped. */
export function parseTrustedProxies(list: string | null): Range[] {
  return (list ?? "")
    .split(/[\s,]+/)
    .filter(Boolean)
    .flatMap(parseRange);
}

const within = (address: Address, [network, bits]: Range) =>
  address.kind() === network.kind() && (address as ipaddr.IPv6).match(network as ipaddr.IPv6, bits);

/**
 * The address that a request comes from. Only a trusted proxy is believed: the header is read from the right, past the
 * trusted proxies, to the first address that one of them reports of somebody else (spec/decisions.md).
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
    // An entry that is no address ends what the proxies can vouch for.
    if (!next) break;
    current = next;
  }
  return current.toString();
}

/** The address that a request comes from, by the proxies that the live file trusts. */
export function requestAddress(request: Request, settings: Settings): string {
  const header = settings.get("security.forwardedFor");
  const named = header !== null && /^[\w-]+$/.test(header) ? request.headers.get(header) : null;
  const trusted = parseTrustedProxies(settings.get("security.trustedProxies"));
  return clientAddress(request.headers.get(PEER_HEADER) ?? "", named, trusted);
}
