import { createServer } from "node:http";
import { describe, expect, it } from "vitest";
import { type WebSocket, WebSocketServer } from "ws";
import { listening, outline, tried } from "@/testing/check-setting";

describe("the gateway check", () => {
  it.each([
    ["", "/?encoding=json&v=9"],
    ["/gateway", "/gateway/?encoding=json&v=9"],
    ["/metadata/delete?all=1", "/?encoding=json&v=9"],
  ])("opens and closes a WebSocket if the stored path is “%s”", async (stored, asked) => {
    const server = createServer();
    const sockets = new WebSocketServer({ server });
    const seen = new Promise<string>((resolve) =>
      sockets.on("connection", (socket, request) => {
        socket.on("close", () => resolve(`${request.url} closed`));
        socket.send(JSON.stringify({ op: 10, d: { heartbeat_interval: 41_250 } }));
      }),
    );
    const port = await listening(server);
    const result = await tried("gateway", { "gateway.endpointPublic": `ws://127.0.0.1:${port}${stored}` });
    expect(outline(result.steps)).toEqual(["Name ok", "Connection ok", "WebSocket ok", "Hello ok"]);
    expect(result.ok).toBe(true);
    expect(await seen).toBe(`${asked} closed`);
  });

  /**
   * Starts a gateway that closes connections without a User-Agent or without X-Real-Address, the header that
   * its proxy adds.
   */
  const strict = async () => {
    const server = createServer();
    new WebSocketServer({ server }).on("connection", (socket, { headers }) => {
      if (!headers["user-agent"] || !headers["x-real-address"]) return socket.close(4002);
      socket.send('{"op":10,"d":{}}');
    });
    return `ws://127.0.0.1:${await listening(server)}`;
  };

  it("sends the proxy's header only to the internal address", async () => {
    const saved = { "security.forwardedFor": "X-Real-Address" };
    const inside = await tried("gateway", { ...saved, "gateway.endpointPrivate": await strict() });
    expect(outline(inside.steps)).toEqual(["Name ok", "Connection ok", "WebSocket ok", "Hello ok"]);
    const outside = await tried("gateway", { ...saved, "gateway.endpointPublic": await strict() });
    expect(outside.steps.at(-1)?.message).toContain("may be missing the header X-Real-Address");
    const unnamed = {
      "security.forwardedFor": "no header: at all",
      "gateway.endpointPrivate": await strict(),
    };
    expect((await tried("gateway", unnamed)).steps.at(-1)?.message).toContain("code 4002");
  });

  const opened = async (
    greet: (socket: WebSocket) => void,
    saved: Record<string, unknown> = {},
    limitMs = 5_000,
  ) => {
    const server = createServer();
    new WebSocketServer({ server }).on("connection", greet);
    const address = `ws://127.0.0.1:${await listening(server)}`;
    const { ok, steps } = await tried(
      "gateway",
      { "gateway.endpointPublic": address, ...saved },
      { limitMs },
    );
    expect(outline(steps)).toEqual(["Name ok", "Connection ok", "WebSocket ok", "Hello failed"]);
    expect(ok).toBe(false);
    return steps.at(-1)?.message;
  };

  it.each([
    [4002, "code 4002 (decode error). Check the gateway's log."],
    [1011, "code 1011 (internal error)"],
    [4999, "code 4999."],
  ])("explains close code %i if the connection closes before the Hello", async (code, words) => {
    expect(await opened((socket) => socket.close(code, "secret-of-theirs"))).toContain(words);
  });

  it("names the proxy's header if the gateway closes with code 4002", async () => {
    const saved = { "security.forwardedFor": "X-Real-Address" };
    const words = await opened((socket) => socket.close(4002, "secret-of-theirs"), saved);
    expect(words).toContain("may be missing the header X-Real-Address");
    expect(words).not.toContain("secret-of-theirs");
  });

  it.each(["hello", '{"op":8,"d":{}}', "[10]"])(
    "fails if the first message is %s instead of Hello",
    async (text) => {
      expect(await opened((socket) => socket.send(text))).toContain("is not a gateway's Hello");
    },
  );

  it("fails at the time limit if the gateway sends no Hello", async () => {
    expect(await opened(() => undefined, {}, 2_000)).toContain("No response within 2 seconds");
  });

  it("fails on a redirect, and does not follow it", async () => {
    const asked: string[] = [];
    const port = await listening(
      createServer((request, response) => {
        asked.push(request.url ?? "");
        response.writeHead(301, { location: "/elsewhere" }).end();
      }),
    );
    const result = await tried("gateway", { "gateway.endpointPublic": `ws://127.0.0.1:${port}/` });
    expect(outline(result.steps)).toEqual(["Name ok", "Connection ok", "WebSocket failed"]);
    expect(result.steps.at(-1)?.message).toContain(
      "answers with status 301 at / instead of opening a WebSocket",
    );
    const other = await tried("gateway", { "gateway.endpointPublic": `ws://127.0.0.1:${port}/own` });
    expect(other.steps.at(-1)?.message).toContain("The path /own was not checked");
    expect(asked).toEqual(Array(2).fill("/?encoding=json&v=9"));
  });

  it("checks an internal address over HTTP if its protocol is HTTP", async () => {
    const port = await listening(createServer((_request, response) => response.end()));
    const result = await tried("gateway", { "gateway.endpointPrivate": `http://127.0.0.1:${port}` });
    expect(outline(result.steps)).toEqual(["Name ok", "Connection ok", "Answer ok"]);
  });
});
