import "server-only";
import { validateHeaderName } from "node:http";
import type { Socket } from "node:net";
import type * as Ws from "ws";
import { USER_AGENT } from "@/lib/request-headers";
import { isObject, parsedJson } from "@/lib/shared/json/value";
import { dial, type Permit } from "./dial";
import { endpointOf, wellKnown, wellKnownSocket } from "./endpoints";
import { checkHttp } from "./http";
import { CheckFailure, Trail } from "./trail";

export interface GatewayCheck {
  permit: Permit;
  /** The header that the instance requires from its reverse proxy; null if none. */
  forwardedFor: string | null;
  /**
   * Whether to connect again with the `forwardedFor` header if the gateway refuses the first connection. True
   * if there may be no proxy at the address. The first connection never has the header, because some proxies
   * refuse requests that already contain it.
   */
  mayForward: boolean;
}

/**
 * Opens a WebSocket as a client does, waits for the gateway's Hello, and closes the WebSocket. Sends an
 * HTTP request instead if the address is an HTTP URL, because internal addresses may use HTTP.
 */
export async function checkGateway(trail: Trail, address: string, check: GatewayCheck): Promise<void> {
  const { permit, forwardedFor, mayForward } = check;
  if (!/^wss?:$/.test(new URL(address).protocol)) {
    return checkHttp(trail, wellKnown("gateway", address), { permit });
  }
  const headers = { "user-agent": USER_AGENT };
  await connected(trail, address, { permit, headers }, async (first, { localAddress = "127.0.0.1" }) => {
    const isRefused = mayForward && forwardedFor !== null && isClosed(await first, WITHOUT_HEADER);
    if (!isRefused || !isHeaderName(forwardedFor)) return judgeFirst(await first, forwardedFor);
    const again = new Trail(trail.signal, trail.limitMs);
    const steps = await again.follow(() =>
      connected(
        again,
        address,
        { permit, headers: { ...headers, [forwardedFor]: localAddress } },
        async (second) => judgeFirst(await second, forwardedFor),
      ),
    );
    const failed = steps.find(({ ok }) => !ok);
    if (failed) throw new CheckFailure(failed.message);
  });
}

async function connected(
  trail: Trail,
  address: string,
  { permit, headers }: { permit: Permit; headers: Readonly<Record<string, string>> },
  judge: (first: Promise<First>, socket: Socket) => Promise<void>,
): Promise<void> {
  const url = wellKnownSocket(address);
  // Imported before connecting, because the socket would have no error listeners during a later import.
  const ws = await import("ws");
  const line = await dial(trail, endpointOf(url), permit, { tls: url.protocol === "wss:" });
  try {
    const first = await trail.step(
      "WebSocket",
      () => handshake(ws, url, { socket: line.socket, headers, path: new URL(address).pathname }),
      () => "The WebSocket connection opens.",
    );
    await trail.step(
      "Hello",
      () => judge(first(), line.socket),
      () => "The gateway sends its Hello message, as clients expect.",
    );
  } finally {
    line.socket.destroy();
  }
}

/** The close code that gateways of this protocol send if a connection lacks a required header. */
const WITHOUT_HEADER = 4002;

const isClosed = (first: First, code: number): boolean => "closedWith" in first && first.closedWith === code;

function isHeaderName(name: string): boolean {
  try {
    validateHeaderName(name);
    return true;
  } catch {
    return false;
  }
}

type First = { message: string } | { closedWith: number };

function handshake(
  { WebSocket }: typeof Ws,
  url: URL,
  { socket, headers, path }: { socket: Socket; headers: Readonly<Record<string, string>>; path: string },
): Promise<() => Promise<First>> {
  return new Promise((resolve, reject) => {
    const client = new WebSocket(url, {
      createConnection: () => socket,
      headers,
      followRedirects: false,
      perMessageDeflate: false,
      maxPayload: 64 * 1024,
    });
    // These listeners are added before the WebSocket opens, because the first message may arrive together
    // with the handshake's response.
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

const hello = 10;

function judgeFirst(first: First, forwardedFor: string | null): void {
  if ("closedWith" in first) throw closed(first.closedWith, forwardedFor);
  const payload = parsedJson(first.message);
  if (isObject(payload) && payload.op === hello) return;
  throw new CheckFailure(
    "Its first message is not a gateway's Hello. Check that the address belongs to the gateway, not to a voice region or another service.",
  );
}

/** Close codes of RFC 6455 and of chat gateways. The reason text that the server sends is never shown. */
const meanings: Readonly<Record<number, string>> = {
  1000: "normal closure",
  1001: "shutting down",
  1002: "protocol error",
  1006: "connection lost",
  1008: "policy violation",
  1011: "internal error",
  1012: "restarting",
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
    code === WITHOUT_HEADER && forwardedFor !== null
      ? `${how} The gateway may be missing the header ${forwardedFor} (the client address header), which only a reverse proxy sends. Enter the proxy's address, configure the proxy to send the header, or clear that setting.`
      : `${how} Check the gateway's log.`,
  );
}

function refused({ pathname }: URL, path: string, status: number): CheckFailure {
  const answer = `The server answers with status ${status} at ${pathname} instead of opening a WebSocket.`;
  const isOther = path.replace(/\/$/, "") !== pathname.replace(/\/$/, "");
  return new CheckFailure(
    isOther
      ? `${answer} The path ${path} was not checked, because the panel only requests well-known paths. Test it with a client.`
      : `${answer} Check the address, and that every proxy in between supports WebSockets.`,
  );
}
