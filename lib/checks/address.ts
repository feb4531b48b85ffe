import "server-only";
import ipaddr from "ipaddr.js";

/** Where the panel may connect to for a check: `open` to anybody, `local` only with a reason, `never`. */
export type Reach = "open" | "local" | "never";

const local = ["private", "loopback", "uniqueLocal", "carrierGradeNat"];

/** Addresses at which clouds hand out credentials and the like, outside the link-local range. */
const metadata = ["100.100.100.200", "168.63.129.16", "192.0.0.192", "fd00:ec2::254", "fd20:ce::254"].map(
  (address) => ipaddr.parse(address).toString(),
);

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** An address as what it leads to: IPv4 wrapped into IPv6 is unwrapped, so that no spelling gets around a rule. */
function unwrapped(text: string): Address {
  const parsed = ipaddr.process(text.replace(/%.*$/, ""));
  if (parsed instanceof ipaddr.IPv6 && parsed.range() === "rfc6052") {
    return ipaddr.fromByteArray(parsed.toByteArray().slice(12)) as Address;
  }
  return parsed;
}

/**
 * Which addresses a check may talk to: link-local, metadata, multicast, unspecified, broadcast and reserved ones never;
 * those of private networks and of this machine only with a reason.
 */
export function reachOf(text: string): Reach {
  if (!ipaddr.isValid(text.replace(/%.*$/, ""))) return "never";
  const address = unwrapped(text);
  if (metadata.includes(address.toString())) return "never";
  const range = address.range();
  if (range === "unicast") return "open";
  return local.includes(range) ? "local" : "never";
}

/** Whether an address lies in one of the ranges (`10.0.0.0/8`, or single addresses). */
export function isWithin(text: string, ranges: readonly string[]): boolean {
  const address = unwrapped(text);
  return ranges.some((range) => {
    const [network, bits] = ipaddr.parseCIDR(range.includes("/") ? range : single(range));
    return network.kind() === address.kind() && address.match([network, bits] as [ipaddr.IPv4, number]);
  });
}

const single = (address: string): string =>
  `${address}/${ipaddr.parse(address).kind() === "ipv4" ? 32 : 128}`;
