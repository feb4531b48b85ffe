import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { expect, it, onTestFinished, vi } from "vitest";
import { Version } from "@/lib/server/config-file";
import { Connections } from "./connections";

/** Listens as a part of the instance. `sockets` are the connections to it that are open. */
async function listen() {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on("error", () => undefined).on("close", () => sockets.delete(socket)));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { sockets, host: `127.0.0.1:${(server.address() as AddressInfo).port}` };
}

it("the end of a process is an end of its connection without an answer, until nobody watches", async () => {
  const [api, cdn, gateway, broker] = [await listen(), await listen(), await listen(), await listen()];
  const file = {
    api: { endpointPrivate: `http://${api.host}` },
    cdn: { endpointPrivate: `http://${cdn.host}` },
    gateway: { endpointPrivate: `ws://${gateway.host}` },
    rabbitmq: { host: `amqp://${broker.host}` },
  };
  const version = Version.parse(Buffer.from(JSON.stringify(file)), "branded");
  if (!version.usable) throw new Error("The file is usable.");
  const connections = await Connections.open(version.settings, { checkAllow: [], instanceApiUrl: undefined });
  onTestFinished(() => connections.close());
  await vi.waitFor(() => expect([api, cdn, gateway].map(({ sockets }) => sockets.size)).toEqual([1, 1, 1]));
  expect(broker.sockets.size).toBe(0);
  const seen = () => (["api", "cdn", "gateway"] as const).filter(connections.hasSeenEnd);
  expect(seen()).toEqual([]);

  for (const socket of cdn.sockets) socket.end("HTTP/1.1 408 Request Timeout\r\n\r\n");
  await vi.waitFor(() => expect(cdn.sockets.size).toBe(0));
  for (const socket of api.sockets) socket.destroy();
  await vi.waitFor(() => expect(seen()).toEqual(["api"]));
  connections.close();
  await vi.waitFor(() => expect(gateway.sockets.size).toBe(0));
  expect(seen()).toEqual(["api"]);
});
