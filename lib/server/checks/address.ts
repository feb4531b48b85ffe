import "server-only";
import ipaddr from "ipaddr.js";

/** Whether a check may connect to an address: always (`open`), only if the address is permitted (`local`), or never. */
export type Reach = "open" | "local" | "never";

const local = ["private", "loopback", "uniqueLocal", "carrierGradeNat"];

/**
 * Addresses of cloud metadata services outside the link-local range: Alibaba, Azure and Oracle (IPv4); AWS,
 * Google and Scaleway (IPv6). These services return credentials.
 */
const metadata = [
  "100.100.100.200/32",
  "168.63.129.16/32",
  "192.0.0.192/32",
  "fd00:ec2::/32",
  "fd20:ce::254/128",
  "fd00:42::42/128",
];

type Address = ipaddr.IPv4 | ipaddr.IPv6;

const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * IPv6 ranges whose addresses embed an IPv4 address, which is the actual target of a connection. `at` is the
 * offset of the IPv4 address's first byte.
 */
const carriers: readonly (readonly [range: string, at: number])[] = [
  // Mapped, compatible and translated addresses (RFC 4291, RFC 2765).
  ["::ffff:0:0/96", 12],
  ["::/96", 12],
  ["::ffff:0:0:0/96", 12],
  // NAT64: the well-known prefix, and the local-use prefix with its usual length (RFC 6052, RFC 8215).
  ["64:ff9b::/96", 12],
  ["64:ff9b:1::/48", 12],
  // 6to4 (RFC 3056).
  ["2002::/16", 2],
];

const plain = ["::", "::1"];

/**
 * Returns the IPv4 address that is embedded in an IPv6 address, or the address itself if there is none. This
 * way, an IPv6 spelling cannot bypass the rules for IPv4 addresses.
 */
function unwrapped(text: string): Address {
  const address = ipaddr.parse(text.replace(/%.*$/, ""));
  if (address instanceof ipaddr.IPv4 || plain.includes(address.toString())) return address;
  const carrier = carriers.find(([range]) => isIn(address, range));
  if (carrier === undefined) return address;
  const [, at] = carrier;
  return ipaddr.fromByteArray(address.toByteArray().slice(at, at + 4)) as Address;
}

/**
 * Link-local, metadata, multicast, unspecified, broadcast and reserved addresses are never allowed. Addresses
 * of private networks and of this machine are allowed only if they are permitted.
 */
export function reachOf(text: string): Reach {
  if (!ipaddr.isValid(text.replace(/%.*$/, ""))) return "never";
  const address = unwrapped(text);
  if (metadata.some((range) => isIn(address, range))) return "never";
  const range = address.range();
  if (local.includes(range)) return "local";
  if (range !== "unicast") return "never";
  return address instanceof ipaddr.IPv4 || address.match(globalUnicast) ? "open" : "never";
}

export function isWithin(text: string, ranges: readonly string[]): boolean {
  const address = unwrapped(text);
  return ranges.some((range) => isIn(address, range));
}

function isIn(address: Address, range: string): boolean {
  const [network, bits] = ipaddr.parseCIDR(range.includes("/") ? range : single(range));
  return network.kind() === address.kind() && address.match([network, bits] as [ipaddr.IPv4, number]);
}

const single = (address: string): string =>
  `${address}/${ipaddr.parse(address).kind() === "ipv4" ? 32 : 128}`;
