import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { sendAndHangUp } from "./send";

const server = createServer();
afterEach(() => void server.close());

const refusal = { status: 401, headers: {}, body: "Sign in." };

/** Sends a body of this size to a server that refuses it. Returns what the client got and what the server read. */
async function refused(bytes: number): Promise<{ status: number | undefined; text: string; read: number }> {
  server.removeAllListeners("request").listen(0);
  await once(server, "listening");
  const read = new Promise<number>((resolve) => {
    server.once("request", (incoming, response) => {
      const { socket } = incoming;
      socket.once("close", () => resolve(socket.bytesRead));
      sendAndHangUp(incoming, response, refusal);
    });
  });
  const { port } = server.address() as AddressInfo;
  const headers = { "content-length": bytes };
  const sent = request({ port, method: "POST", headers, agent: false }).on("error", () => undefined);
  sent.end(Buffer.alloc(bytes));
  const [response] = await once(sent, "response");
  let text = "";
  for await (const part of response) text += part;
  return { status: response.statusCode, text, read: await read };
}

test("a refused body of 64 KiB is read, and the client gets the answer", async () => {
  const { status, text, read } = await refused(64 * 1024);
  expect({ status, text }).toEqual({ status: 401, text: "Sign in." });
  expect(read).toBeGreaterThan(64 * 1024);
});

test("of a refused body of 8 MiB, less than 512 KiB is read, and the client gets the answer", async () => {
  const { status, text, read } = await refused(8 * 1024 * 1024);
  expect({ status, text }).toEqual({ status: 401, text: "Sign in." });
  expect(read).toBeLessThan(512 * 1024);
});
