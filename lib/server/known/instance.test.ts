import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { systemClock } from "@/lib/clock";
import { openConfigFile, Version } from "@/lib/server/config-file";
import { bareOptions } from "@/lib/server/config-file/open-file";
import { testFile } from "@/testing/config-file/test-file";
import { createRunningInstance } from "./instance";

const settingsOf = (naming: "branded" | "neutral", file: object = {}) => {
  const version = Version.parse(Buffer.from(JSON.stringify(file)), naming);
  if (!version.usable) throw new Error("The file is usable.");
  return version.settings;
};

/** An instance whose API answers with `answer`. */
async function scene(isKnown = true, instanceOperatorToken?: string) {
  const answer = { status: 200, body: {} as unknown };
  const asked: (string | undefined)[] = [];
  const server = createServer(({ url }, response) => {
    asked.push(url);
    response.writeHead(answer.status).end(JSON.stringify(answer.body));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const file = await testFile();
  const config = openConfigFile({
    ...bareOptions(file.config.path, file.dataDir, file.config.db),
    announcements: { send() {}, listen() {} },
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const env = {
    instanceApiUrl: isKnown ? `http://${host}/api` : undefined,
    instanceOperatorToken,
    instanceApiTimeout: 5_000,
    checkAllow: [],
    probeChannel: undefined,
    probeMail: undefined,
  };
  return { instance: createRunningInstance({ config, env, clock: systemClock }), answer, asked, host };
}

const signal = AbortSignal.timeout(10_000);
const last = 8_640_000_000_000;

it.each([
  [{ rev: "1", lastModified: 1_787_400_000 }, "2026-08-22T12:00:00.000Z"],
  [{ rev: "1", lastModified: null }, null],
  [{ rev: "1" }, null],
  [{ rev: "1", lastModified: last - 1 }, new Date((last - 1) * 1000).toISOString()],
  [{ rev: "1", lastModified: last }, null],
  [{ rev: "1", lastModified: 1e306 }, null],
])("reads the server's version %j with the date %s", async (version, date) => {
  const { instance, answer, asked } = await scene();
  answer.body = { implementation: "chat", version };
  for (const naming of ["branded", "neutral"] as const)
    expect(await instance.version(settingsOf(naming), signal)).toEqual({
      implementation: "chat",
      rev: "1",
      date,
    });
  expect(new Set(asked).size).toBe(1);
});

it("reports no version without an address, after a refusal, and for another answer", async () => {
  const { instance, answer } = await scene();
  expect(await instance.version(settingsOf("branded"), signal)).toBeNull();
  answer.body = { implementation: "chat", version: { rev: "1" } };
  answer.status = 500;
  expect(await instance.version(settingsOf("branded"), signal)).toBeNull();
  const unknown = await scene(false);
  expect([instance.isConnected(), unknown.instance.isConnected()]).toEqual([true, false]);
  expect(await unknown.instance.version(settingsOf("branded"), signal)).toBeNull();
  expect(unknown.asked).toEqual([]);
});

it("says of each part whether it is up, in which time, or why it is not", async () => {
  const { instance, host } = await scene(false);
  const file = { api: { endpointPrivate: `http://${host}` }, cdn: { endpointPrivate: "http://127.0.0.1:1" } };
  const parts = await instance.parts(settingsOf("branded", file), signal);
  const [api, cdn] = ["api", "cdn"].map((name) => parts.find((part) => part.name === name));
  expect(api).toEqual({ name: "api", isUp: true, ms: expect.any(Number) as number });
  expect(cdn).toMatchObject({ isUp: false, reason: expect.any(String) as string });
});

it("repeats no probe of a client that succeeded, and none that leaves a trace", async () => {
  const { instance, host, answer } = await scene(true, "operator");
  answer.body = { id: "1" };
  const settings = settingsOf("branded", { api: { endpointPublic: `http://${host}` } });
  const first = await instance.client(settings, [], signal);
  const gateway = { name: "client:announced-gateway", isUp: false, reason: expect.any(String) as string };
  const signedIn = { name: "client:signed-in", isUp: true, ms: expect.any(Number) as number };
  expect(first).toEqual([gateway, signedIn]);
  const known = { name: "client:signed-in", isUp: true, ms: -1 } as const;
  expect(await instance.client(settings, [known], signal)).toEqual([gateway, known]);
  const failed = first.map((check) => ({ name: check.name, isUp: false, reason: "before" }));
  const again = await instance.client(settings, failed, signal);
  for (const { reason } of again) expect(reason).not.toBe("before");
  const succeeded = first.map(({ name }) => ({ name, isUp: true, ms: -1 }));
  expect(await instance.client(settings, succeeded, signal)).toEqual(succeeded);
});
