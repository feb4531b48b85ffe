import { expect, it } from "vitest";
import type { Reload } from "@/lib/env";
import type { PendingSetting } from "@/lib/shared/contract/running";
import { openScenes } from "@/testing/simulator/scene";
import { judgeRunning } from "./create";
import { lookAtInstance } from "./looks";
import { readRunning } from "./running";

const open = openScenes();
const { signal } = new AbortController();
const inIso = (ms: number) => new Date(ms).toISOString();

const pending = (path: string, runs: unknown, file: unknown, further: Partial<PendingSetting> = {}) => ({
  ...{ path, state: "pending", needs: "reload", secret: false, runs, file },
  ...further,
});

const limited: PendingSetting | object = pending("limits.rate.enabled", false, true, { needs: "restart" });

it("reports what the instance runs, what is pending, and what a rollback would restore", async () => {
  const exposed = "https://chat.example/metrics";
  const server = { implementation: "spacebar-server-ts", rev: "74df883a", date: "2027-08-22T00:00:00.000Z" };
  const { room, file, save, clock, process, applied } = await open({}, ({ instance }) => ({
    instance: { ...instance, exposedMetrics: async () => [exposed], version: async () => server },
    instanceLog: { isOn: true, read: async () => ({ text: "", problem: null }) },
  }));
  Object.assign(room.config, { recognizeServer: async () => undefined });
  const { etag } = file;
  const known = { etag, at: inIso(clock.now() - 2_000), by: "told", works: true, claim: "works" };
  const startedAt = inIso(Math.round(process.startedAt / 1_000) * 1_000);
  const usual = {
    ...{ state: "told", isWhole: true, unknownSince: null, known, startedAt, server, upgrades: [] },
    ...{ reload: "broker", showsLog: true, healthSeconds: 20, seemsUnread: false, plan: null, apply: null },
  };
  const command = { way: "command", command: "restart", isRestart: true, leaves: [] };
  const broker = { way: "broker", isRestart: false, leaves: [] };
  const first = await readRunning(room);
  expect(first).toEqual({
    ...{ ...usual, etag, settings: [], rollsBackTo: null, exposedMetrics: [], ways: [broker, command] },
  });
  save({ instanceName: "Lagoon" }, { limits: { rate: { enabled: true } } });
  const ways = [{ ...broker, leaves: ["limits.rate.enabled"] }, command];
  expect(await readRunning(room)).toEqual({
    ...{ ...usual, etag: file.etag, exposedMetrics: [exposed], ways, reload: "command", command: "restart" },
    settings: [pending("general.instanceName", "Harbor", "Lagoon"), limited],
    rollsBackTo: { etag, version: 2, at: known.at },
  });
  const { view } = await applied();
  const at = inIso(clock.now());
  expect(await readRunning(room)).toMatchObject({
    ...{ known: { etag: file.etag, by: "applied", at }, rollsBackTo: null, apply: view },
    ...{ settings: [], startedAt: expect.not.stringContaining(startedAt) as unknown },
  });
});

it.each([
  [true, "told", false],
  [false, "told", true],
])(
  "without a token, an unreported change is unknown since it was saved: %s",
  async (hasToken, state, isSince) => {
    const { room, file, save, clock, process } = await open({ hasToken, hasMetrics: false });
    await room.known.mark();
    const saved = inIso(clock.now());
    save({}, { email: { senderAddress: "sender@chat.example" } });
    await clock.wait(5);
    save({ instanceDescription: "quiet" });
    const report = await readRunning(room);
    expect(report).toMatchObject({ state, etag: file.etag, isWhole: hasToken, startedAt: null });
    expect(report.known).toMatchObject({ by: "marked", works: false });
    expect(report.settings.map(({ path, state: one }) => `${path} ${one}`)).toEqual([
      "general.instanceDescription pending",
      `email.senderAddress ${hasToken ? "pending" : "unknown"}`,
    ]);
    expect(report.unknownSince).toBe(isSince ? saved : null);
    process.stop();
    expect(await readRunning(room)).toMatchObject({ state: "unknown", isWhole: false, unknownSince: saved });
  },
);

it("an instance that does not answer is not a local one, even if nothing restarts it", async () => {
  const { room, process } = await open({}, ({ reload }) => ({ reload: { ...reload, ways: () => [] } }));
  await room.db.deleteFrom("running_versions").execute();
  process.stop();
  room.known.forget();
  expect(await readRunning(room)).toMatchObject({ state: "unknown", known: null, unknownSince: null });
});

it("a file with other white space leaves nothing unknown", async () => {
  const { room, file, process } = await open();
  file.save(JSON.stringify(JSON.parse(file.text), null, 2));
  process.stop();
  room.known.forget();
  expect(await readRunning(room)).toMatchObject({ state: "unknown", settings: [], unknownSince: null });
});

it("reports nothing of an instance that it cannot ask and does not restart", async () => {
  const ways: Reload[] = [];
  const { room, save, file } = await open({}, ({ instance, reload }) => ({
    instance: { ...instance, isConnected: () => false },
    reload: { ...reload, ways: () => ways },
  }));
  const report = await readRunning(room);
  expect(report).toMatchObject({ state: "local", known: null, reload: null, ways: [], unknownSince: null });
  expect([report.isWhole, report.reason, report.command]).toEqual([false, undefined, undefined]);
  ways.push({ way: "broker" });
  expect((await readRunning(room)).state).toBe("unknown");
  ways.pop();
  await room.known.mark();
  save({ instanceName: "Lagoon" });
  const marked = await readRunning(room);
  expect(marked).toMatchObject({ state: "unknown", etag: file.etag });
  expect(marked.unknownSince).not.toBeNull();
  expect(await lookAtInstance(room, Buffer.from(file.text), signal)).toEqual(
    ["api", "gateway", "cdn"].map((name) => ({ name, isUp: true })),
  );
});

it.each([
  [3, true],
  [2, false],
])("an instance with %i other values seems to read another file: %s", async (count, seemsUnread) => {
  const { room, save, process } = await open();
  await room.db.deleteFrom("running_versions").execute();
  const values = { instanceName: "Lagoon", instanceDescription: "quiet", frontPage: "https://chat.example" };
  process.config!.general = { ...process.config!.general, ...values };
  if (count === 2) process.config!.general.frontPage = null;
  save({ frontPage: "https://www.example", ...(count === 2 && { frontPage: null }) });
  room.known.forget();
  const report = await readRunning(room);
  expect([report.settings.length, report.known, report.seemsUnread]).toEqual([count, null, seemsUnread]);
});

it("an instance does not seem to read another file if its version is known, or for a value of the environment", async () => {
  const { room, save } = await open();
  save({ instanceName: "Lagoon", instanceDescription: "quiet", frontPage: "https://chat.example" });
  const known = await readRunning(room);
  expect([known.settings.length, known.seemsUnread]).toEqual([3, false]);
  const other = await open({ broker: "amqp://environment.example" });
  other.save({}, { rabbitmq: { host: "amqp://file.example" } });
  other.process.start();
  await other.clock.wait(2_000);
  other.room.known.forget();
  await judgeRunning(other.room);
  await other.room.db.deleteFrom("running_versions").execute();
  other.process.config!.general = { instanceName: "Reef", instanceDescription: "loud" };
  other.room.known.forget();
  const report = await readRunning(other.room);
  expect(report.settings.map(({ path, state }) => `${path} ${state}`)).toEqual([
    ...["general.instanceName pending", "general.instanceDescription pending", "broker.host environment"],
  ]);
  expect([report.known, report.seemsUnread]).toEqual([null, false]);
});
