import "server-only";
import type { Server, Socket } from "node:net";
import ipaddr from "ipaddr.js";
import type { Settings } from "@/lib/shared/settings/values";
import { isTooWide } from "@/lib/shared/settings/proxy-width";

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = [Address, number];

/** Address ranges that proxies commonly use, under the names that web frameworks use for them. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ["127.0.0.0/8", "::1/128"],
  linklocal: ["169.254.0.0/16", "fe80::/10"],
  uniquelocal: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"],
};

/**
 * Parses an address. Converts IPv4-mapped IPv6 to IPv4, and drops zones (`%eth0`), which do not identify the client.
 */
function parseAddress(text: string): Address | null {
  const bare = text.replace(/%.*$/, "");
  return ipaddr.isValid(bare) && (bare.includes(":") || ipaddr.IPv4.isValidFourPartDecimal(bare))
    ? ipaddr.process(bare)
    : null;
}

/** An entry of `Forwarded` (RFC 7239) has the address in `for=`. */
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
 * Parses a list of proxies as in `security.trustedProxies`: addresses, CIDR ranges and named ranges. Skips invalid
 * entries. Trusts nobody if the list is too wide, because a person may have written it into the file by hand.
 */
export function parseTrustedProxies(list: string | null): Range[] {
  const entries = (list ?? "").split(/[\s,]+/).filter(Boolean);
  return isTooWide(entries) ? [] : entries.flatMap(parseRange);
}

const within = (address: Address, [network, bits]: Range) =>
  address.kind() === network.kind() && (address as ipaddr.IPv6).match(network as ipaddr.IPv6, bits);

/**
 * Returns the client's address (docs/instance-api.md).
 * @param peer the socket's address
 * @param forwarded the value of the header that `security.forwardedFor` names
 */
export function clientAddress(peer: string, forwarded: string | null, trusted: readonly Range[]): string {
  const trusts = (address: Address) => trusted.some((range) => within(address, range));
  let current = parseAddress(peer);
  if (!current) return "unknown";
  const hops = forwarded?.split(",") ?? [];
  while (hops.length > 0 && trusts(current)) {
    const next = parseForwarded(hops.pop() ?? "");
    // An invalid entry may come from a client, so this entry and the entries to its left are ignored.
    if (!next) break;
    current = next;
  }
  return current.toString();
}

interface Trust {
  proxies: readonly Range[];
  header: string | null;
}

/**
 * Returns the proxies in TRUSTED_PROXIES or, if the variable is not set, in the file's settings.
 * @param settings null if the file cannot be read, or describes the proxy in front of another instance
 */
function trustBy(trustedProxies: string | undefined, settings: Settings | null): Trust {
  const header = settings?.get("security.forwardedFor") ?? null;
  if (trustedProxies !== undefined)
    return { proxies: parseTrustedProxies(trustedProxies), header: header ?? "X-Forwarded-For" };
  return { proxies: parseTrustedProxies(settings?.get("security.trustedProxies") ?? null), header };
}

/** Many clients share such an address. */
export function isTrustedProxy(
  peer: string,
  trustedProxies: string | undefined,
  settings: Settings | null,
): boolean {
  const address = parseAddress(peer);
  const { proxies } = trustBy(trustedProxies, settings);
  return address !== null && proxies.some((range) => within(address, range));
}

export function addressFor(
  peer: string,
  header: (name: string) => string | null,
  trustedProxies: string | undefined,
  settings: Settings | null,
): string {
  const { proxies, header: name } = trustBy(trustedProxies, settings);
  const named = name !== null && /^[\w-]+$/.test(name) ? header(name.toLowerCase()) : null;
  return clientAddress(peer, named, proxies);
}

/**
 * Returns the network that counts as one client in every limit: an IPv4 address or an IPv6 /64, because one client
 * may use all addresses of a /64. IPv4-mapped IPv6 addresses count as IPv4.
 */
export function addressGroup(address: string): string {
  if (!ipaddr.isValid(address)) return "unknown";
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4") return parsed.toString();
  return `${new ipaddr.IPv6([...(parsed as ipaddr.IPv6).parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`;
}

/**
 * Returns a function that determines a socket's address; empty if unknown. The clients of a Unix socket are on this
 * machine, so they have the address 127.0.0.1, which TRUSTED_PROXIES can list.
 */
export function createPeers(server: Server): (socket: Socket) => string {
  let otherwise = "";
  server.once("listening", () => {
    if (typeof server.address() === "string") otherwise = "127.0.0.1";
  });
  return ({ remoteAddress }) => remoteAddress ?? otherwise;
}

export interface Share {
  key: string;
  /** Maximum number of these requests that wait. */
  most: number;
}

const PRIVATE = Object.values(NAMED).flat().flatMap(parseRange);

/** Maximum number of waiting requests of one client in the queue of sign-ins. */
const MAX_QUEUED_PER_CLIENT = 25;
/** Maximum for all clients behind a proxy that TRUSTED_PROXIES does not list. Leaves room for others. */
const MAX_QUEUED_PER_PROXY = 75;

/**
 * Returns the parts of the queue of sign-ins that a client shares. If the address is private and sends X-Forwarded-For,
 * a proxy is probably missing in TRUSTED_PROXIES. Its clients then queue separately, by an address that could be forged,
 * and therefore together have a limit. No other limit uses that address.
 */
export function queueShares(address: string, header: (name: string) => string | null): Share[] {
  const client = addressGroup(address);
  const alone = [{ key: client, most: MAX_QUEUED_PER_CLIENT }];
  const named = header("x-forwarded-for");
  if (named === null) return alone;
  const forwarded = parseForwarded(named.split(",").at(-1) ?? "");
  const peer = parseAddress(address);
  if (!forwarded || !peer || !PRIVATE.some((range) => within(peer, range))) return alone;
  return [
    { key: client, most: MAX_QUEUED_PER_PROXY },
    { key: `${client} ${addressGroup(forwarded.toString())}`, most: MAX_QUEUED_PER_CLIENT },
  ];
}
