import "server-only";
import { networkInterfaces } from "node:os";
import ipaddr from "ipaddr.js";

interface Listening {
  host: string;
  port: number;
  /** The address at which operators reach the panel; without NEXTAUTH_URL, the address on this machine. */
  publicUrl: string;
  /** Whether NEXTAUTH_URL sets it. */
  isAddressKnown: boolean;
}

/** IPv4 addresses of this machine in its networks. People type these and rarely IPv6 addresses. */
function machineAddresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return all.filter(({ family, internal }) => family === "IPv4" && !internal).map(({ address }) => address);
}

/**
 * URLs of the panel, best first. If no address is configured and the panel listens on more than this machine, they
 * include the machine's own addresses in its networks.
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
  // The panel listens on only one address, so localhost does not work.
  return [urlOf(parsed?.kind() === "ipv6" ? `[${bare}]` : bare)];
}
