import "server-only";
import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { connect, isIP, type Socket } from "node:net";
import { connect as connectTls, type PeerCertificate } from "node:tls";
import { isWithin, reachOf } from "./address";
import { CheckFailure, type Trail } from "./trail";

export interface Endpoint {
  /** A host name, or an address without brackets. */
  host: string;
  port: number;
}

/** The private addresses that a check may connect to. */
export interface Permit {
  /** Endpoints in the saved file. */
  saved: readonly Endpoint[];
  /** The value of CHECK_ALLOW: ranges in CIDR notation. */
  allow: readonly string[];
}

export interface Line {
  /** The socket is destroyed if the check times out or is canceled. */
  socket: Socket;
  /**
   * The address that the name was resolved to. Further connections must use this address, because the name
   * may later resolve to a forbidden one.
   */
  address: string;
}

const isSameHost = (one: string, other: string): boolean =>
  one === other || (isLoopback(one) && isLoopback(other));

export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|::1)$/i.test(host);

/** @returns the addresses that the check may connect to @throws CheckFailure if no address is allowed */
async function resolve(endpoint: Endpoint, permit: Permit): Promise<string[]> {
  const { host, port } = endpoint;
  const addresses = isIP(host) ? [host] : (await lookup(host, { all: true })).map((one) => one.address);
  const forbidden = addresses.find((address) => reachOf(address) === "never");
  if (forbidden !== undefined) {
    throw new CheckFailure(
      `${host} leads to ${forbidden}, which the panel never checks: such addresses belong to the machine's own network or its cloud provider.`,
    );
  }
  const isSaved = permit.saved.some((one) => one.port === port && isSameHost(one.host, host));
  const permitted = addresses.filter(
    (address) => reachOf(address) === "open" || isSaved || isWithin(address, permit.allow),
  );
  if (permitted.length === 0) {
    throw new CheckFailure(
      `${host} leads to ${addresses[0] ?? "nothing"}, a private address that is neither in the saved file nor in CHECK_ALLOW, so it was not checked.`,
      `${host}:${port}`,
    );
  }
  return permitted;
}

/**
 * Connects to the first reachable address of a name, with TLS if `tls` is true. The caller must destroy the
 * socket. Some server programs have a setting for this.
 */
export async function dial(
  trail: Trail,
  endpoint: Endpoint,
  permit: Permit,
  { tls, anyCertificate = false }: { tls: boolean; anyCertificate?: boolean },
): Promise<Line> {
  const { host, port } = endpoint;
  const addresses = await trail.step(
    "Name",
    () => resolve(endpoint, permit),
    (resolved) => (isIP(host) ? `${host} is an IP address.` : `${host} resolves to ${resolved.join(", ")}.`),
  );
  const line = await trail.step(
    "Connection",
    () => firstOf(addresses, port, trail.signal),
    ({ address }) => `Connected to ${address}, port ${port}.`,
  );
  if (!tls) return line;
  const socket = await trail.step(
    "TLS",
    () => secured(line.socket, host, trail.signal, anyCertificate),
    (encrypted) =>
      `Encrypted with ${encrypted.getProtocol() ?? "TLS"}; the certificate ${anyCertificate ? "was not checked" : `is valid for ${host}`}.`,
  );
  trail.certificateEnds = endOf(socket.getPeerCertificate());
  return { ...line, socket };
}

export const endOf = (certificate: PeerCertificate): number | undefined =>
  Date.parse(certificate.valid_to) || undefined;

async function firstOf(addresses: readonly string[], port: number, signal: AbortSignal): Promise<Line> {
  let failure: unknown;
  for (const address of addresses) {
    signal.throwIfAborted();
    const socket = connect({ host: address, port });
    destroyAtEnd(socket, signal);
    try {
      await once(socket, "connect");
      return { socket, address };
    } catch (error) {
      socket.destroy();
      failure = error;
    }
  }
  throw failure;
}

async function secured(socket: Socket, host: string, signal: AbortSignal, anyCertificate: boolean) {
  // SNI does not allow IP addresses. Without `servername`, the certificate is checked against the IP address.
  const encrypted = connectTls({
    socket,
    host,
    rejectUnauthorized: !anyCertificate,
    ...(isIP(host) ? {} : { servername: host }),
  });
  destroyAtEnd(encrypted, signal);
  try {
    await once(encrypted, "secureConnect");
    return encrypted;
  } catch (error) {
    encrypted.destroy();
    throw error;
  }
}

function destroyAtEnd(socket: Socket, signal: AbortSignal): void {
  socket.on("error", () => undefined);
  signal.addEventListener("abort", () => socket.destroy(), { once: true });
}
