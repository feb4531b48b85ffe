import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { systemClock } from "@/lib/clock";
import { bareOptions, openConfigFile } from "@/lib/server/config-file";
import { byOperator } from "@/lib/shared/author";
import { testFile } from "@/testing/config-file/test-file";
import { createRunningInstance } from "./instance";
import { createKnown } from "./index";

/** A stand-in for the public server: its program's version, and the configuration that it reports. */
let implementation = "spacebar-server-ts";
let rev = "74df883a";
let lastModified = 1_787_400_000;
/** Null if the instance reports no configuration. */
let running: Record<string, Record<string, unknown>> | null = {};
const server = createServer(({ url = "", headers: { authorization } }, response) => {
  const path = url.replace(/^\/api\/v\d+/, "");
  const body =
    url === "/_spacebar/api/version"
      ? { implementation, version: { rev, lastModified } }
      : path === "/policies/instance/config" && authorization === "operator"
        ? running
        : null;
  response.writeHead(body ? 200 : 404, { connection: "close" }).end(JSON.stringify(body ?? {}));
});
beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
});
afterAll(() => void server.close());

async function scene({ hasToken = true } = {}) {
  const file = await testFile();
  file.write(JSON.stringify(running));
  const config = openConfigFile({
    ...bareOptions(file.config.path, file.dataDir, file.config.db),
    announcements: { send() {}, listen() {} },
  });
  await config.read();
  const env = {
    instanceApiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    instanceOperatorToken: hasToken ? "operator" : undefined,
    instanceApiTimeout: 5_000,
    checkAllow: [],
    probeChannel: undefined,
    probeMail: undefined,
  };
  const known = createKnown({
    db: file.config.db,
    fileId: () => config.id(),
    config,
    instance: createRunningInstance({ config, env, clock: systemClock }),
    clock: systemClock,
    isApplying: () => Promise.resolve(false),
  });
  return { known, config, db: file.config.db };
}

const before = () => ({
  general: { instanceName: "Harbor" },
  limits: { message: { maxAttachments: 15, maxEmbeds: 20, maxCharacters: 500 }, channel: { maxName: 32 } },
  security: { jwtSecret: "geheim" },
  rabbitmq: { host: null },
  legacy: { counting: true },
});

it("reports what an upgrade of the server changed, and stores no secret", async () => {
  [rev, running] = ["74df883a", before()];
  const { known, config, db } = await scene();
  await known.noteServer();
  expect(await known.upgrades()).toEqual([]);
  const { etag } = await config.read();
  await config.save({
    baseEtag: etag,
    author: byOperator("ada"),
    operations: [
      { op: "set", path: "limits.channel.maxName", value: 48 },
      { op: "set", path: "limits.user.maxBio", value: 500 },
    ],
  });
  rev = "9c01d2e3";
  running = {
    general: { instanceName: "Harbor" },
    limits: {
      // The default of maxAttachments changed, and the server overwrote a value of the operator.
      message: { maxAttachments: 10, maxEmbeds: 20, maxCharacters: 400, maxPolls: 1 },
      channel: { maxName: 48 },
      user: { maxBio: 500 },
    },
    security: { jwtSecret: "neues Geheimnis" },
    rabbitmq: { host: null },
  };
  await known.noteServer();
  const [change, ...others] = await known.upgrades();
  expect(others).toEqual([]);
  const stored = await db.selectFrom("server_versions").selectAll().execute();
  expect(JSON.stringify(stored)).not.toMatch(/geheim/i);
  expect(change).toMatchObject({ from: { rev: "74df883a" }, to: { rev: "9c01d2e3" } });
  expect(change?.report).toEqual({
    came: ["limits.message.maxPolls"],
    went: ["legacy.counting"],
    changed: [
      { path: "limits.message.maxCharacters", before: 500, after: 400, isDefault: false },
      { path: "limits.message.maxAttachments", before: 15, after: 10, isDefault: true },
    ],
  });
  await known.noteServer();
  expect(await known.upgrades()).toHaveLength(1);
  expect((await known.server())?.rev).toBe("9c01d2e3");
});

it("compares with the last report before the upgrade, not with the first", async () => {
  [rev, running] = ["74df883a", before()];
  const { known } = await scene();
  await known.noteServer();
  running = { ...before(), general: { instanceName: "Haven" } };
  await known.noteServer();
  rev = "9c01d2e3";
  await known.noteServer();
  expect((await known.upgrades())[0]?.report).toEqual({ came: [], went: [], changed: [] });
});

it("compares with the last report if the instance reports nothing during the upgrade", async () => {
  [rev, running] = ["74df883a", before()];
  const { known } = await scene();
  await known.noteServer();
  running = null;
  await known.noteServer();
  rev = "9c01d2e3";
  await known.noteServer();
  expect(await known.upgrades()).toEqual([]);
  running = { ...before(), zebra: { on: true }, alpha: { on: true } };
  await known.noteServer();
  const changes = { came: ["alpha.on", "zebra.on"], went: [], changed: [] };
  expect((await known.upgrades()).map(({ report }) => report)).toEqual([changes]);
});

it("lists the last 20 changes", async () => {
  running = before();
  const { known, config, db } = await scene();
  const file_id = await config.id();
  const rows = Array.from({ length: 22 }, (_, at) => ({ file_id, at, implementation, rev: `${at}` }));
  for (const row of rows)
    await db
      .insertInto("server_versions")
      .values({ ...row, date: null, snapshot: null, report: null })
      .execute();
  const changes = await known.upgrades();
  expect(changes).toHaveLength(20);
  expect([changes[0]?.to.rev, changes.at(-1)?.from.rev]).toEqual(["21", "1"]);
});

it("notes the new version without a report if the instance does not report its configuration", async () => {
  [rev, running] = ["74df883a", before()];
  const { known } = await scene({ hasToken: false });
  await known.noteServer();
  rev = "9c01d2e3";
  await known.noteServer();
  expect(await known.upgrades()).toMatchObject([{ to: { rev: "9c01d2e3" }, report: null }]);
});

it("calls a change an upgrade or a downgrade only if the dates of the versions show it", async () => {
  running = before();
  const { known } = await scene();
  for (const version of [
    ["74df883a", 1_787_400_000, "a"],
    ["9c01d2e3", 1_787_400_001, "a"],
    ["74df883a", 1_787_400_000, "a"],
    ["0a1b2c3d", 1_787_400_000, "a"],
    ["0a1b2c3d", 1_787_400_001, "a"],
    ["0a1b2c3d", 1_787_400_001, "b"],
    ["0a1b2c3d", 1_787_400_002, "c"],
  ] as const) {
    [rev, lastModified, implementation] = version;
    await known.noteServer();
  }
  const hows = ["changed", "changed", "upgraded", "changed", "downgraded", "upgraded"];
  expect((await known.upgrades()).map(({ how }) => how)).toEqual(hows);
});
