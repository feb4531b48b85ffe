import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createServer as createTcp } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { freePort } from "@/e2e/support/free-port";
import { closedPort, listening, savedWith } from "@/testing/check-setting";
import { RunningInstance } from "@/testing/running-instance";
import { probesOf } from "./index";

const never = new AbortController().signal;
const local = { instanceApiUrl: undefined, checkAllow: [] };

test("there are no probes if no part has an address", () => {
  expect(probesOf(savedWith({ "email.smtp.host": "mail.example.org" }, "neutral"), local)).toEqual([]);
});

test("probes every part that has an address, and no result contains a secret", async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.end("{}");
  });
  new WebSocketServer({ server }).on("connection", (socket) => socket.send('{"op":10,"d":{}}'));
  const port = await listening(server);
  const mail = await listening(
    createTcp((socket) => {
      socket.write("220 mail ESMTP\r\n");
      socket.on("error", () => undefined);
      socket.on("data", (data) => socket.write(`250 ${data.toString().slice(0, 4).trim()}\r\n`));
    }),
  );
  const nowhere = await closedPort(createTcp());
  const settings = savedWith(
    {
      "api.endpointPublic": "https://public.invalid",
      "gateway.endpointPublic": `ws://127.0.0.1:${port}/gateway`,
      "cdn.endpointPrivate": `http://key:word@127.0.0.1:${port}`,
      "broker.host": `amqp://queue:s3cret@127.0.0.1:${nowhere}`,
      "email.provider": "smtp",
      "email.smtp.host": "127.0.0.1",
      "email.smtp.port": mail,
      "email.smtp.username": "panel",
      "email.smtp.password": "s3cret",
    },
    "branded",
  );
  const probes = probesOf(settings, { ...local, instanceApiUrl: `http://127.0.0.1:${port}/api` });
  expect(probes.map(({ name }) => name)).toEqual(["api", "gateway", "cdn", "broker", "mail"]);
  const results = await Promise.all(probes.map(({ run }) => run(never)));
  const [api, gateway, cdn, broker, greeting] = results;
  expect(asked.sort()).toEqual(["/api/ping", "/ping"]);
  for (const up of [api, gateway, cdn, greeting])
    expect(up).toEqual({ isUp: true, ms: expect.any(Number), target: expect.any(String) });
  expect(broker).toMatchObject({ isUp: false, ms: null, target: `amqp://127.0.0.1:${nowhere}` });
  expect(broker?.reason).toContain("No service is listening on this port");
  expect(JSON.stringify(results)).not.toMatch(/s3cret|word@/);
});

test("the gateway probe sends the headers that the gateway requires", async () => {
  const folder = mkdtempSync(join(tmpdir(), "probes-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const configPath = join(folder, "config.json");
  const port = await freePort();
  const forwardedFor = "X-Forwarded-For";
  const file = { ...RunningInstance.addresses(port), security: { forwardedFor } };
  writeFileSync(configPath, JSON.stringify(file));
  const instance = await RunningInstance.at(port, { configPath });
  onTestFinished(() => instance.stop());
  await instance.restart();
  await instance.said("listening");
  const address = `ws://127.0.0.1:${port}`;
  const settings = savedWith(
    { "gateway.endpointPublic": address, "security.forwardedFor": forwardedFor },
    "branded",
  );
  const [gateway] = probesOf(settings, local);
  expect(await gateway?.run(never)).toMatchObject({ isUp: true });
  // The instance closes a connection without these headers, so the probe above must have sent them.
  const bare = new WebSocket(address);
  const [code] = (await once(bare, "close")) as [number];
  expect(code).toBe(4002);
});

test("a 404 response to GET /ping counts as down only in an edition with a ping endpoint", async () => {
  const port = await listening(createServer((_, response) => response.writeHead(404).end()));
  const values = { "api.endpointPublic": `http://127.0.0.1:${port}` };
  const [ours] = probesOf(savedWith(values, "neutral"), local);
  expect(await ours?.run(never)).toMatchObject({
    isUp: true,
    target: `http://127.0.0.1:${port}/api/v9/ping`,
  });
  const [branded] = probesOf(savedWith(values, "branded"), local);
  expect(await branded?.run(never)).toMatchObject({ isUp: false });
});
