import "server-only";
import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { connect, isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { isWithin, reachOf } from "./address";
import type { Trail } from "./trail";
import { CheckFailure } from "./words";

/** Where a check goes. */
export interface Endpoint {
  /** Name or address, without brackets. */
  host: string;
  port: number;
}

/** Which addresses of private networks may be reached. */
export interface Permit {
  /** Those that the saved file names. */
  saved: readonly Endpoint[];
  /** CHECK_ALLOW: ranges in CIDR notation. */
  allow: readonly string[];
}

export interface Line {
  /** Destroyed when the trail's time is over or the check is cancelled. */
  socket: Socket;
  /** The one address that the name was found to lead to, and that everything further must use. */
  address: string;
}

/** Finds the addresses of a name, once, and leaves only those that may be reached. */
async function resolve(endpoint: Endpoint, permit: Permit): Promise<string[]> {
  const { host, port } = endpoint;
  const addresses = isIP(host) ? [host] : (await lookup(host, { all: true })).map((one) => one.address);
  const forbidden = addresses.find((address) => reachOf(address) === "never");
  if (forbidden !== undefined) {
    throw new CheckFailure(
      `${host} leads to ${forbidden}, which is never checked: addresses of this kind belong to the machine's own network or its cloud, not to a service.`,
    );
  }
  const isSaved = permit.saved.some((one) => one.host === host && one.port === port);
  const permitted = addresses.filter(
    (address) => reachOf(address) === "open" || isSaved || isWithin(address, permit.allow),
  );
  if (permitted.length === 0) {
    throw new CheckFailure(
      `${host} leads to ${addresses[0] ?? "nothing"}, an address of a private network. Save the setting first, or add the address to CHECK_ALLOW: the panel tries private addresses only when they stand in the file or there.`,
    );
  }
  return permitted;
}

/**
 * Opens a connection, with TLS where wanted, to the address that a name leads to now. The caller destroys the socket.
 */
export async function dial(
  trail: Trail,
  endpoint: Endpoint,
  permit: Permit,
  { tls }: { tls: boolean },
): Promise<Line> {
  const { host, port } = endpoint;
  const addresses = await trail.step(
    "Name",
    () => resolve(endpoint, permit),
    (found) => (isIP(host) ? `${host} is an address.` : `${host} leads to ${found.join(", ")}.`),
  );
  const line = await trail.step(
    "Connection",
    () => firstOf(addresses, port, trail.signal),
    ({ address }) => `Connected to ${address}, port ${port}.`,
  );
  if (!tls) return line;
  const socket = await trail.step(
    "TLS",
    () => secured(line.socket, host, trail.signal),
    (encrypted) =>
      `Encrypted with ${encrypted.getProtocol() ?? "TLS"}; the certificate is valid for ${host}.`,
  );
  return { ...line, socket };
}

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

async function secured(socket: Socket, host: string, signal: AbortSignal) {
  // A server name must not be an address; the certificate is then checked against the address itself.
  const encrypted = connectTls({ socket, host, ...(isIP(host) ? {} : { servername: host }) });
  destroyAtEnd(encrypted, signal);
  try {
    await once(encrypted, "secureConnect");
    return encrypted;
  } catch (error) {
    encrypted.destroy();
    throw error;
  }
}

/** Closes a socket when its time is over; errors of a socket that nobody waits for any more are of no interest. */
function destroyAtEnd(socket: Socket, signal: AbortSignal): void {
  socket.on("error", () => undefined);
  signal.addEventListener("abort", () => socket.destroy(), { once: true });
}
