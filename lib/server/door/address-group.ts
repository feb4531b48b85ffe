import "server-only";
import ipaddr from "ipaddr.js";

/**
 * What counts as one sender: an IPv4 address, or an IPv6 /64, within which anyone has more than enough addresses for
 * their guesses. IPv4-mapped IPv6 counts as IPv4.
 */
export function addressGroup(address: string): string {
  if (!ipaddr.isValid(address)) return "unknown";
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4") return parsed.toString();
  return `${new ipaddr.IPv6([...(parsed as ipaddr.IPv6).parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`;
}
