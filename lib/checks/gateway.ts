import "server-only";
import type { Socket } from "node:net";
import { WebSocket } from "ws";
import { dial, type Permit } from "./dial";
import { endpointOf } from "./endpoints";
import { checkHttp } from "./http";
import type { Trail } from "./trail";
import { CheckFailure } from "./words";

/** Opens a WebSocket as a client does, and closes it; an internal address may also be one of HTTP. */
export async function checkGateway(trail: Trail, address: string, permit: Permit): Promise<void> {
  const url = new URL(address);
  if (!/^wss?:$/.test(url.protocol)) return checkHttp(trail, address, { permit });
  const line = await dial(trail, endpointOf(url), permit, { tls: url.protocol === "wss:" });
  try {
    await trail.step(
      "WebSocket",
      () => handshake(url, line.socket),
      () => "The WebSocket opens.",
    );
  } finally {
    line.socket.destroy();
  }
}

function handshake(url: URL, socket: Socket): Promise<void> {
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
      reject(
        new CheckFailure(
          `A server answers with status ${response.statusCode ?? 0} instead of opening a WebSocket. Check the path, and that a proxy in between passes WebSockets on.`,
        ),
      );
    });
    client.on("error", reject);
  });
}
