import "server-only";
import type { Socket } from "node:net";
import type * as Ws from "ws";
import { isObject } from "@/lib/shared/json/value";
import { dial, type Permit } from "./dial";
import { endpointOf } from "./endpoints";
import { checkHttp } from "./http";
import type { Trail } from "./trail";
import { wellKnown, wellKnownSocket } from "./well-known";
import { CheckFailure } from "./words";

/**
 * Opens a WebSocket as a client does, waits for the gateway's Hello, and closes it. An internal address may also be an
 * HTTP one.
 * @param forwardedFor the header that the instance expects of its reverse proxy, if any
 */
export async function checkGateway(
  trail: Trail,
  address: string,
  { permit, forwardedFor }: { permit: Permit; forwardedFor: string | null },
): Promise<void> {
  if (!/^wss?:$/.test(new URL(address).protocol)) {
    return checkHttp(trail, wellKnown("gateway", address), { permit });
  }
  const url = wellKnownSocket(address);
  // Loading it later would leave the socket without error listeners.
  const ws = await import("ws");
  const line = await dial(trail, endpointOf(url), permit, { tls: url.protocol === "wss:" });
  try {
    const first = await trail.step(
      "WebSocket",
      () => handshake(ws, url, line.socket, new URL(address).pathname),
      () => "The WebSocket connection opens.",
    );
    await trail.step(
      "Hello",
      async () => judgeFirst(await first(), forwardedFor),
      () => "The gateway says hello, as clients expect.",
    );
  } finally {
    line.socket.destroy();
  }
}

/** What a gateway does first once the WebSocket is open: it sends a message, or it closes. */
type First = { message: string } | { closedWith: number };

function handshake(
  { WebSocket }: typeof Ws,
  url: URL,
  socket: Socket,
  path: string,
): Promise<() => Promise<First>> {
  return new Promise((resolve, reject) => {
    const client = new WebSocket(url, {
      createConnection: () => socket,
      followRedirects: false,
      perMessageDeflate: false,
      maxPayload: 64 * 1024,
    });
    // Listened for from the start: the first message may come together with the handshake's answer.
    const first = new Promise<First>((done) => {
      client.on("message", (data) => {
        done({ message: Buffer.isBuffer(data) ? data.toString() : "" });
        client.terminate();
      });
      client.on("close", (code) => done({ closedWith: code }));
    });
    client.on("open", () => resolve(() => first));
    client.on("unexpected-response", (request, response) => {
      request.destroy();
      reject(refused(url, path, response.statusCode ?? 0));
    });
    client.on("error", reject);
  });
}

/** The operation code of Hello in this API family's gateways. */
const hello = 10;

function judgeFirst(first: First, forwardedFor: string | null): void {
  if ("closedWith" in first) throw closed(first.closedWith, forwardedFor);
  try {
    const payload: unknown = JSON.parse(first.message);
    if (isObject(payload) && payload.op === hello) return;
  } catch {
    // Told below.
  }
  throw new CheckFailure(
    "Its first message is not a gateway's Hello. Check that the address is the gateway's, not a voice region's or another service's.",
  );
}

/** Close codes of RFC 6455 and of this API family's gateways. The server's own reason is never shown. */
const meanings: Readonly<Record<number, string>> = {
  1000: "as if all were done",
  1001: "it is going away",
  1002: "protocol error",
  1006: "without a word",
  1008: "against its policy",
  1011: "internal error",
  1012: "it restarts",
  1013: "try again later",
  4000: "unknown error",
  4002: "decode error",
  4009: "session timed out",
  4012: "invalid API version",
};

function closed(code: number, forwardedFor: string | null): CheckFailure {
  const meaning = meanings[code];
  const how = `The gateway closed the connection before its Hello, with code ${code}${meaning ? ` (${meaning})` : ""}.`;
  return new CheckFailure(
    code === 4002 && forwardedFor !== null
      ? `${how} It may miss the header ${forwardedFor}, which the client address header names: only a reverse proxy sends it. Enter the proxy's address, make the proxy send the header, or clear that setting.`
      : `${how} Check the gateway's log.`,
  );
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
