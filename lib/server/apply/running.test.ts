import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { db, forgetRooms, theRooms } from "@/testing/rooms";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { migrate } from "@/lib/server/db";

let folder = "";
let path = "";

/** The configuration that the instance reports. It includes loaded values that take effect only at the next start. */
let loaded = "";
const instance = createServer((request, response) =>
  response.end(request.url?.endsWith("/policies/instance/config") ? loaded : "{}"),
);

const document = (isLimited: boolean, name: string, host: string) =>
  JSON.stringify({
    rabbitmq: { host: `amqp://${host}.example` },
    general: { instanceName: name },
    limits: { rate: { enabled: isLimited } },
  });
const save = (...values: Parameters<typeof document>) => writeFileSync(path, document(...values));

async function pending() {
  theRooms().known.forget();
  const { settings, known: running, etag, ways } = await theRooms().applies.readRunning();
  return {
    pending: settings.map(({ path: at, state, isLoaded }) => `${at} ${isLoaded ? "loaded" : state}`),
    isKnown: running?.etag === etag,
    leaves: ways.map(({ way, leaves }) => `${way} ${leaves.join()}`),
  };
}

/** Records a successful apply, so that the panel assumes that the instance has loaded the file. */
async function applied(way: "broker" | "command") {
  const version = await theRooms().known.versions.now();
  loaded = version.bytes.toString();
  await theRooms().known.recordApplied({ etag: version.etag, isRestart: way === "command", checks: [] });
}

beforeAll(async () => {
  instance.listen(0, "127.0.0.1");
  await new Promise((done) => instance.once("listening", done));
});
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "report-"));
  path = join(folder, "config.json");
  vi.stubEnv("DATA_DIR", join(folder, "data"));
  vi.stubEnv("CONFIG_PATH", path);
  vi.stubEnv("INSTANCE_API_URL", `http://127.0.0.1:${(instance.address() as AddressInfo).port}/api`);
  vi.stubEnv("INSTANCE_OPERATOR_TOKEN", "operator");
  vi.stubEnv("INSTANCE_RELOAD", 'broker, command:["true"]');
  save(false, "Old", "one");
  await migrate(db());
});
afterEach(() => {
  forgetRooms();
  rmSync(folder, { recursive: true, force: true });
});
afterAll(() => void instance.close());

it("reports that the instance reads another file if no stored version has the instance's values", async () => {
  const general = (name: string) => ({
    instanceName: name,
    instanceDescription: name,
    frontPage: `https://${name}.example`,
  });
  const answerWith = (name: string) => JSON.stringify({ rabbitmq: {}, general: general(name), limits: {} });
  writeFileSync(path, answerWith("here"));
  loaded = answerWith("elsewhere");
  theRooms().known.forget();
  expect(await theRooms().applies.readRunning()).toMatchObject({ known: null, seemsUnread: true });
  // If only a few values differ, they may be changes that wait for a restart.
  save(false, "Old", "one");
  loaded = document(false, "Older", "one");
  theRooms().known.forget();
  expect(await theRooms().applies.readRunning()).toMatchObject({ known: null, seemsUnread: false });
});

it("a startup setting stays pending until the instance restarts or is marked as restarted", async () => {
  loaded = document(false, "Old", "one");
  expect(await pending()).toMatchObject({ pending: [], isKnown: true });

  save(true, "New", "one");
  expect(await pending()).toEqual({
    pending: ["general.instanceName pending", "limits.rate.enabled pending"],
    isKnown: false,
    leaves: ["broker limits.rate.enabled", "command "],
  });
  await applied("broker");
  const after = { pending: ["limits.rate.enabled loaded"], isKnown: true };
  expect(await pending()).toMatchObject(after);

  // Somebody else triggered a reload, so the instance has loaded a newer version without restarting.
  save(true, "Newer", "one");
  loaded = document(true, "Newer", "one");
  expect(await pending()).toMatchObject(after);
  await applied("broker");
  expect(await pending()).toMatchObject(after);

  await applied("command");
  expect(await pending()).toMatchObject({ pending: [], isKnown: true });

  save(false, "Newer", "one");
  await applied("broker");
  expect(await pending()).toMatchObject(after);
  await theRooms().applies.markRestarted();
  expect(await pending()).toMatchObject({ pending: [], isKnown: true });
});

it("a changed setting that the environment may override is pending until the next start", async () => {
  await applied("command");
  save(false, "Old", "two");
  expect(await pending()).toMatchObject({ pending: ["broker.host pending"], isKnown: false });
  await applied("command");
  // The environment sets the old value, so the instance reports it even after a restart.
  loaded = document(false, "Old", "one");
  expect(await pending()).toMatchObject({ pending: ["broker.host environment"], isKnown: true });
});

it("does not report the file as in effect while it cannot be used", async () => {
  await applied("command");
  expect(await theRooms().applies.readRunning()).toMatchObject({ state: "told", unknownSince: null });
  writeFileSync(path, "{ limits");
  utimesSync(path, 1_800_000_000, 1_800_000_000);
  expect(await theRooms().applies.readRunning()).toMatchObject({
    state: "unknown",
    unknownSince: new Date(1_800_000_000_000).toISOString(),
    reason: expect.stringMatching(/^Fix the configuration file before the instance restarts\. Keys need/),
  });
  rmSync(path);
  expect(await theRooms().applies.readRunning()).toMatchObject({
    state: "unknown",
    reason: expect.stringContaining("There is no file at this path."),
  });
});
