import "server-only";
import type { Socket } from "node:net";
import { WebSocket } from "ws";
import { dial, type Permit } from "./dial";
import { endpointOf } from "./endpoints";
import { checkHttp } from "./http";
import type { Trail } from "./trail";
import { wellKnown, wellKnownSocket } from "./well-known";
import { CheckFailure } from "./words";

/** Opens a WebSocket as a client does, and closes it. An internal address may also be an HTTP one. */
export async function checkGateway(trail: Trail, address: string, permit: Permit): Promise<void> {
  if (!/^wss?:$/.test(new URL(address).protocol)) {
    return checkHttp(trail, wellKnown("gateway", address), { permit });
  }
  const url = wellKnownSocket(address);
  const line = await dial(trail, endpointOf(url), permit, { tls: url.protocol === "wss:" });
  try {
    await trail.step(
      "WebSocket",
      () => handshake(url, line.socket, new URL(address).pathname),
      () => "The WebSocket connection opens.",
    );
  } finally {
    line.socket.destroy();
  }
}

function handshake(url: URL, socket: Socket, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const client = new WebSocket(url, {
      createConnection: () => socket,
      followRedirects: false,
      perMessageDeflate: false,
      maxPayload: 64 * 1024,
    });
    client.on("open", () => {
      resolve();
      client.terminate();
    });
    client.on("unexpected-response", (request, response) => {
      request.destroy();
      reject(refused(url, path, response.statusCode ?? 0));
    });
    client.on("error", reject);
  });
}

function refused({ pathname }: URL, path: string, status: number): CheckFailure {
  const answer = `A server answers with status ${status} at ${pathname} instead of opening a WebSocket.`;
  const isOther = path.replace(/\/$/, "") !== pathname.replace(/\/$/, "");
  return new CheckFailure(
    isOther
      ? `${answer} The path ${path} was not tried, because checks use only well-known paths. Try it with a client.`
      : `${answer} Check the address, and that every proxy in between passes WebSockets on.`,
  );
}
