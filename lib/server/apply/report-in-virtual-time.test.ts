import { expect, it } from "vitest";
import { createApplies } from "@/lib/server/apply";
import type { ApplyRoom } from "@/lib/server/apply/room";
import { readRunning } from "@/lib/server/apply/running";
import type { Reload } from "@/lib/env";
import type { PendingSetting } from "@/lib/shared/contract/running";
import { openScenes } from "@/testing/simulator/scene";
import { lookAtInstance, lookBeforehand } from "./looks";
import { insertApply } from "./store";

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

it("reports nothing of an instance that it cannot ask and does not restart", async () => {
  const ways: Reload[] = [];
  const { room, save, file } = await open({}, ({ instance, reload }) => ({
    instance: { ...instance, isConnected: () => false },
    reload: { ...reload, ways: () => ways },
  }));
  const report = await readRunning(room);
  expect(report).toMatchObject({ state: "local", known: null, reload: null, ways: [], unknownSince: null });
  expect([report.isWhole, "reason" in report, "command" in report]).toEqual([false, false, false]);
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

it("names the first three settings that the instance has not loaded", async () => {
  const { room, save, file, process, clock } = await open();
  const version = Buffer.from(file.text);
  const look = async () => (await lookAtInstance(room, Buffer.from(file.text), signal)).at(-1);
  expect(await look()).toEqual({ name: "pending", isUp: true });
  save({ instanceName: "Lagoon", instanceDescription: "quiet" }, { register: { requireInvite: true } });
  const names =
    "The instance still uses old values for Instance name, Instance description, Require an invite to register";
  expect(await look()).toEqual({ name: "pending", isUp: false, reason: `${names}.` });
  save({ frontPage: "https://www.example" });
  const found = await look();
  expect(found?.reason).toMatch(/ for [^,]+, [^,]+, [^,]+ and 1 more\.$/);
  // The instance runs the version before, and only the file is newer.
  expect((await lookAtInstance(room, version, signal)).at(-1)).toEqual({ name: "pending", isUp: true });
  process.stop();
  await clock.wait(1);
  expect(await look()).toEqual({ name: "pending", isUp: false, reason: "Checked once the API answers." });
});

it("says so if the instance's report proves little", async () => {
  const limited = await open({ hasToken: false });
  const look = async (room: ApplyRoom, text: string) =>
    (await lookAtInstance(room, Buffer.from(text), signal)).at(-1);
  expect(await look(limited.room, limited.file.text)).toEqual({
    ...{ name: "pending", isUp: true, isUnproven: true },
    reason: "The instance reports only some of its settings, and these agree with the file.",
  });
  const silent = await open({}, ({ instance }) => ({
    instance: { ...instance, report: async () => ({ reported: null, isWhole: false }) },
  }));
  expect(await look(silent.room, silent.file.text)).toEqual({
    ...{ name: "pending", isUp: true, isUnproven: true },
    reason: "The instance does not report its settings.",
  });
});

it("before an apply, client probes that leave traces are not tried and not reported", async () => {
  const known: unknown[] = [];
  const { room, file } = await open({}, ({ instance }) => ({
    instance: {
      ...instance,
      client: async (settings, last, at) => {
        known.push(last);
        return [...last, ...(await instance.client(settings, last, at))];
      },
    },
  }));
  known.length = 0;
  const bytes = Buffer.from(file.text);
  const found = await lookBeforehand(room, { version: bytes, running: bytes }, signal);
  expect(found.map(({ name, isUp }) => `${name} ${isUp}`)).toEqual([
    ...["api true", "gateway true", "cdn true", "pending true", "client:signed-in true"],
  ]);
  expect(known).toEqual([["client:upload", "client:mail"].map((name) => ({ name, isUp: true }))]);
});

it("gives pages the applies, their restarts, the plan and the preview", async () => {
  const { room, save, applied, clock, file } = await open();
  const applies = createApplies({ ...room, notify: async () => undefined, roleOf: async () => "owner" });
  expect([await applies.current(), await applies.past(), await applies.since(0)]).toEqual([
    null,
    { applies: [], next: null },
    [],
  ]);
  save({ instanceDescription: "refused" });
  const { view, row } = await applied();
  expect(await applies.current()).toEqual(view);
  expect((await applies.get(view.id, { withLog: true })).apply).toEqual(view);
  expect((await applies.past()).applies).toMatchObject([{ id: view.id, changes: 1 }]);
  expect((await applies.past(view.id)).applies).toEqual([]);
  expect(await applies.since(row.created_at)).toMatchObject([{ version: 3, result: "rolled-back" }]);
  expect(await applies.since(row.created_at + 1)).toEqual([]);
  const restart = { from: row.created_at, to: row.ended_at, version: 3 };
  expect(await applies.restartsSince(row.ended_at!)).toEqual([restart]);
  expect(await applies.restartsSince(row.ended_at! + 1)).toEqual([]);
  expect(await applies.offerDrafts(view.id, "grace")).toEqual({ operations: [] });
  expect(await applies.offerDrafts(view.id, "ada")).toEqual({
    operations: [{ op: "set", path: "general.instanceDescription", value: "refused" }],
  });
  expect(await applies.offerDrafts(view.id, "ada")).toEqual({ operations: [] });
  const preview = await applies.preview(signal);
  expect(preview.baseline.map(({ name }) => name)).toEqual(["api", "gateway", "cdn"]);
  expect(preview.preflight).toMatchObject({ etag: file.etag, level: "red" });
  const at = clock.now() + 60_000;
  const planned = { at, etag: file.etag, actor: "ada", planner: "operator 1", role: "owner" } as const;
  const plan = await applies.plan(planned);
  expect(plan).toMatchObject({ at: inIso(at), actor: "ada", plannedAt: inIso(clock.now()) });
  expect((await applies.readRunning()).plan).toEqual(plan);
  expect(await applies.cancelPlan()).toEqual(plan);
  await expect(applies.cancelPlan()).rejects.toThrow("This apply is no longer planned.");
  expect((await applies.markRestarted()).known).toMatchObject({ by: "marked" });
});

it("an operator's answer and a request return the apply", async () => {
  const ended: number[] = [];
  const { room, save, begin, file } = await open();
  const applies = createApplies({ ...room, notify: async () => undefined, roleOf: async () => "owner" });
  save({ instanceName: "Lagoon" });
  const id = await begin();
  expect(await applies.answer(id, "keep")).toMatchObject({ id, state: "requested" });
  await expect(applies.answer(id, "newer")).rejects.toThrow("no longer waiting for this decision");
  const other = { etag: file.etag, actor: "ada" };
  await expect(applies.request(other)).rejects.toThrow(
    "Another apply is in progress. Wait for it to finish.",
  );
  await room.db.deleteFrom("applies").execute();
  const end = new Promise<void>((resolve) => {
    const stop = applies.onEnded(() => {
      ended.push(1);
      stop();
      resolve();
    });
  });
  expect(await applies.request(other)).toMatchObject({ state: "requested", way: "broker" });
  await end;
  expect(await applies.current()).toMatchObject({ state: "confirmed" });
});

it("only the newest 1,000 applies are stored", async () => {
  const { room } = await open();
  const row = {
    ...{ etag: "e", revision: 1, from_etag: null, from_content: null, from_revision: null, actor: "ada" },
    ...{ way: "command", changes: "[]", planned_at: null, check_in: null, reach: "" },
  };
  const first = (await insertApply(room, row))!;
  const [stored] = await room.db.selectFrom("applies").selectAll().execute();
  const { id: _, ...one } = { ...stored!, ended_at: 1, state: "confirmed" };
  await room.db.updateTable("applies").set({ ended_at: 1 }).execute();
  for (let left = 999; left > 0; left -= 333)
    await room.db
      .insertInto("applies")
      .values(Array(Math.min(333, left)).fill(one))
      .execute();
  const ids = async () =>
    (await room.db.selectFrom("applies").select("id").orderBy("id").execute()).map(({ id }) => id);
  const newest = (await insertApply(room, row))!;
  expect([(await ids()).length, (await ids())[0]]).toEqual([1_001, first]);
  expect(
    JSON.parse(
      (await room.db.selectFrom("applies").where("id", "=", newest).selectAll().executeTakeFirst())!.steps,
    ),
  ).toEqual([
    { state: "requested", at: room.clock.now(), endedAt: null, isOk: true, note: null, checks: [] },
  ]);
  await room.db.updateTable("applies").set({ ended_at: 1 }).execute();
  await insertApply(room, row);
  expect([(await ids()).length, (await ids())[0]]).toEqual([1_001, first + 1]);
});
