import "server-only";
import { networkInterfaces } from "node:os";
import ipaddr from "ipaddr.js";

interface Listening {
  host: string;
  port: number;
  /** The address at which operators reach the panel. If NEXTAUTH_URL is not set, an address of this machine. */
  publicUrl: string;
  /** Whether NEXTAUTH_URL sets the address. */
  isAddressKnown: boolean;
}

/** Returns this machine's IPv4 addresses. IPv6 addresses are excluded, because people rarely type them. */
function machineAddresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return all.filter(({ family, internal }) => family === "IPv4" && !internal).map(({ address }) => address);
}

/**
 * Returns the panel's URLs, best first. If NEXTAUTH_URL is not set and the panel listens on all addresses, the result
 * includes the machine's addresses in its networks.
 */
export function ownUrls(
  { host, port, publicUrl, isAddressKnown }: Listening,
  addresses: () => readonly string[] = machineAddresses,
): [string, ...string[]] {
  const bare = host.replace(/^\[|\]$/g, "");
  const parsed = ipaddr.isValid(bare) ? ipaddr.parse(bare) : null;
  const range = parsed?.range();
  if (isAddressKnown || range === "loopback" || host === "localhost") return [publicUrl];
  const urlOf = (name: string) => `http://${name}:${port}`;
  if (range === "unspecified") return [publicUrl, ...addresses().map(urlOf)];
  // The panel listens on a single address, so localhost would not work.
  return [urlOf(parsed?.kind() === "ipv6" ? `[${bare}]` : bare)];
}
