import { createServer } from "node:http";
import { describe, expect, it } from "vitest";
import { WebSocketServer } from "ws";
import { listening, outline, tried } from "./test-setting";

describe("the gateway check, against a WebSocket server on this machine", () => {
  it("opens a WebSocket at the path and closes it again", async () => {
    const server = createServer();
    const sockets = new WebSocketServer({ server });
    const seen = new Promise<string>((resolve) =>
      sockets.on("connection", (socket, request) =>
        socket.on("close", () => resolve(`${request.url} closed`)),
      ),
    );
    const port = await listening(server);
    const result = await tried("gateway", { "gateway.endpointPublic": `ws://127.0.0.1:${port}/socket?v=9` });
    expect(outline(result.steps)).toEqual(["Name ok", "Connection ok", "WebSocket ok"]);
    expect(result.ok).toBe(true);
    expect(await seen).toBe("/socket?v=9 closed");
  });

  it("says so when a web server answers instead, and does not follow a redirect", async () => {
    const asked: string[] = [];
    const port = await listening(
      createServer((request, response) => {
        asked.push(request.url ?? "");
        response.writeHead(301, { location: "/elsewhere" }).end();
      }),
    );
    const result = await tried("gateway", { "gateway.endpointPublic": `ws://127.0.0.1:${port}/` });
    expect(outline(result.steps)).toEqual(["Name ok", "Connection ok", "WebSocket failed"]);
    expect(result.steps.at(-1)?.message).toContain("answers with status 301 instead of opening a WebSocket");
    expect(asked).toEqual(["/"]);
  });

  it("an internal address over HTTP is asked over HTTP", async () => {
    const port = await listening(createServer((_request, response) => response.end()));
    const result = await tried("gateway", { "gateway.endpointPrivate": `http://127.0.0.1:${port}` });
    expect(outline(result.steps)).toEqual(["Name ok", "Connection ok", "Answer ok"]);
  });
});
