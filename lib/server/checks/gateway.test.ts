import { createServer } from "node:http";
import { describe, expect, it } from "vitest";
import { WebSocketServer } from "ws";
import { listening, outline, tried } from "@/testing/check-setting";

describe("the gateway check, against a WebSocket server on this machine", () => {
  it.each([
    ["", "/?encoding=json&v=9"],
    ["/gateway", "/gateway/?encoding=json&v=9"],
    ["/metadata/delete?all=1", "/?encoding=json&v=9"],
  ])("opens a WebSocket where clients do and closes it again: stored path “%s”", async (stored, asked) => {
    const server = createServer();
    const sockets = new WebSocketServer({ server });
    const seen = new Promise<string>((resolve) =>
      sockets.on("connection", (socket, request) =>
        socket.on("close", () => resolve(`${request.url} closed`)),
      ),
    );
    const port = await listening(server);
    const result = await tried("gateway", { "gateway.endpointPublic": `ws://127.0.0.1:${port}${stored}` });
    expect(outline(result.steps)).toEqual(["Name ok", "Connection ok", "WebSocket ok"]);
    expect(result.ok).toBe(true);
    expect(await seen).toBe(`${asked} closed`);
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
    expect(result.steps.at(-1)?.message).toContain(
      "answers with status 301 at / instead of opening a WebSocket",
    );
    const other = await tried("gateway", { "gateway.endpointPublic": `ws://127.0.0.1:${port}/own` });
    expect(other.steps.at(-1)?.message).toContain("The path /own was not tried");
    expect(asked).toEqual(Array(2).fill("/?encoding=json&v=9"));
  });

  it("an internal address over HTTP is asked over HTTP", async () => {
    const port = await listening(createServer((_request, response) => response.end()));
    const result = await tried("gateway", { "gateway.endpointPrivate": `http://127.0.0.1:${port}` });
    expect(outline(result.steps)).toEqual(["Name ok", "Connection ok", "Answer ok"]);
  });
});
