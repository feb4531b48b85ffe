import "server-only";
import ipaddr from "ipaddr.js";

/**
 * The network that limits treat as one client: an IPv4 address or an IPv6 /64, because a client may have all
 * addresses of a /64. IPv4-mapped IPv6 addresses count as IPv4.
 */
export function addressGroup(address: string): string {
  if (!ipaddr.isValid(address)) return "unknown";
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4") return parsed.toString();
  return `${new ipaddr.IPv6([...(parsed as ipaddr.IPv6).parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`;
}
