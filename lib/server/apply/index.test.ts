import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import { openScenes } from "@/testing/simulator/scene";
import { AppError } from "@/lib/errors";
import type { Reload } from "@/lib/env";
import { createApplies, isApplying } from ".";
import { judgeRunning, reachOf } from "./create";
import { runPlan } from "./plan";
import type { ApplyRoom } from "./room";
import { insertApply } from "./store";

const open = openScenes();
const { signal } = new AbortController();
const appliesOf = (room: ApplyRoom) =>
  createApplies({ ...room, notify: async () => undefined, roleOf: async () => "owner" });

const requested = {
  ...{ etag: "e", revision: 3, from_etag: null, from_content: null, from_revision: null, actor: "ada" },
  ...{ way: "command", changes: "[1]", planned_at: null, check_in: null, reach: "" },
};

it("gives pages the applies and their restarts", async () => {
  const { room, clock } = await open();
  const applies = appliesOf(room);
  expect([await applies.current(), await applies.past(), await applies.since(0)]).toEqual([
    ...[null, { applies: [], next: null }],
    [],
  ]);
  const id = (await insertApply(room, requested))!;
  const [from, to] = [clock.now(), clock.now() + 5];
  await room.db.updateTable("applies").set({ ended_at: to, state: "kept", instance_log: "a line" }).execute();
  const { apply, instanceLog } = await applies.get(id, { withLog: true });
  expect([apply.id, instanceLog]).toEqual([id, "a line"]);
  expect([apply.endedAt, apply.plannedAt]).toEqual([new Date(to).toISOString(), null]);
  expect((await applies.get(id, { withLog: false })).instanceLog).toBe("");
  expect(await applies.current()).toEqual(apply);
  expect((await applies.past()).applies).toMatchObject([{ id, changes: 1 }]);
  expect((await applies.past(id)).applies).toEqual([]);
  expect(await applies.since(from)).toMatchObject([{ version: 3, result: "kept" }]);
  expect(await applies.since(from + 1)).toEqual([]);
  expect(await applies.restartsSince(to)).toEqual([{ from, to, version: 3 }]);
  expect(await applies.restartsSince(to + 1)).toEqual([]);
});

it("offers rolled-back settings once to the operator who applied them", async () => {
  const { room, file } = await open();
  const applies = appliesOf(room);
  const id = (await insertApply(room, requested))!;
  const change = { path: "general.instanceName", known: true, before: "Harbor", after: "Lagoon" };
  const taken = [
    ...[change, { ...change, path: "general.frontPage", after: null }],
    ...[
      { ...change, path: "email.smtp.password", secret: "changed" },
      { ...change, known: false },
    ],
  ];
  const offer = (operator: string) => applies.offerDrafts(id, operator);
  const taken_back = JSON.stringify(taken);
  await room.db.updateTable("applies").set({ taken_back, back_etag: file.etag }).execute();
  expect(await offer("ada")).toEqual({ operations: [] });
  await room.db.updateTable("applies").set({ ended_at: 1, state: "rolled-back" }).execute();
  expect(await offer("grace")).toEqual({ operations: [] });
  expect(await offer("ada")).toEqual({
    operations: [
      { op: "set", path: "general.instanceName", value: "Lagoon" },
      { op: "unset", path: "general.frontPage" },
    ],
  });
  expect(await offer("ada")).toEqual({ operations: [] });
  await room.db.updateTable("applies").set({ drafts_offered: 0, back_etag: null }).execute();
  expect(await offer("ada")).toEqual({ operations: [] });
});

it("previews an apply, and stores one plan", async () => {
  const { room, clock, file } = await open();
  const applies = appliesOf(room);
  const preview = await applies.preview(signal);
  expect(preview.baseline.map(({ name }) => name)).toEqual(["api", "gateway", "cdn"]);
  expect(preview.preflight).toMatchObject({ etag: file.etag, level: "red" });
  const at = clock.now() + 60_000;
  const planned = { at, etag: file.etag, actor: "ada", planner: "operator 1", role: "owner" } as const;
  const plan = await applies.plan(planned);
  expect(plan).toMatchObject({
    ...{ at: new Date(at).toISOString(), actor: "ada" },
    plannedAt: new Date(clock.now()).toISOString(),
  });
  expect((await applies.readRunning()).plan).toEqual(plan);
  expect(await applies.cancelPlan()).toEqual(plan);
  await expect(applies.cancelPlan()).rejects.toThrow("This apply is no longer planned.");
  expect((await applies.markRestarted()).known).toMatchObject({ by: "marked" });
});

it("counts the time that an apply still waits", async () => {
  const { room, clock, file } = await open();
  await insertApply(room, { ...requested, from_etag: "before", planned_at: 1_000, etag: file.etag });
  const { current } = appliesOf(room);
  const set = async (change: { deadline?: number; drafts_offered?: number; from_etag?: string | null }) => {
    await room.db.updateTable("applies").set(change).execute();
    return current();
  };
  const view = await current();
  expect(view).toMatchObject({
    secondsLeft: null,
    endedAt: null,
    canRollBack: true,
    areDraftsOffered: false,
  });
  expect(view!.plannedAt).toBe("1970-01-01T00:00:01.000Z");
  expect((await set({ deadline: clock.now() + 1_001 }))!.secondsLeft).toBe(2);
  expect((await set({ deadline: clock.now() - 1 }))!.secondsLeft).toBe(0);
  expect(await set({ drafts_offered: 1, from_etag: file.etag })).toMatchObject({
    ...{ areDraftsOffered: true, canRollBack: false },
  });
  expect((await set({ from_etag: null }))!.canRollBack).toBe(false);
});

it("an apply is in progress until it ends", async () => {
  const { room } = await open();
  expect(await isApplying(room)).toBe(false);
  await insertApply(room, requested);
  expect(await isApplying(room)).toBe(true);
  await room.db.updateTable("applies").set({ ended_at: 1 }).execute();
  expect(await isApplying(room)).toBe(false);
});

it("the same process continues an apply that an error interrupted", async () => {
  const errors = [new Error("A bug.")];
  const { room, save, file } = await open({}, () => ({
    recordAudit: async () => {
      const error = errors.pop();
      if (error) throw error;
    },
  }));
  const applies = appliesOf(room);
  let stopped = () => undefined as void;
  const next = () => new Promise<void>((resolve) => (stopped = resolve));
  applies.onEnded(() => stopped());
  save({ instanceDescription: "refused" });
  const interrupted = next();
  await applies.request({ etag: file.etag, actor: "ada", way: "command" });
  await interrupted;
  expect(await applies.current()).toMatchObject({ state: "rolling-back" });
  await room.db.updateTable("applies").set({ lease_until: 0 }).execute();
  const ended = next();
  applies.start();
  await ended;
  await applies.stop();
  expect(await applies.current()).toMatchObject({ state: "rolled-back" });
});

it("a process that stops while it looks for applies takes over none", async () => {
  const { room, begin } = await open();
  let look = () => undefined as void;
  const applies = createApplies({
    ...{ ...room, notify: async () => undefined, roleOf: async () => "owner" as const },
    measureClock: () => new Promise((resolve) => (look = resolve)),
  });
  await begin();
  applies.start();
  const stopped = applies.stop();
  look();
  await stopped;
  for (let turn = 0; turn < 20; turn += 1) await setImmediate();
  expect(await room.db.selectFrom("applies").select("holder").execute()).toEqual([{ holder: null }]);
});

it("previews the way that leaves the fewest settings pending", async () => {
  const ways: Reload[] = [{ way: "broker" }];
  const message = "The file contains no message broker address.";
  const { room } = await open({}, ({ reload }) => ({
    reload: { ...reload, ways: () => ways, problem: () => message },
  }));
  const broker = async () =>
    (await appliesOf(room).preview(signal)).preflight.parts.find(({ name }) => name === "broker");
  expect(await broker()).toMatchObject({
    findings: [{ level: "red", path: "broker.host", message }],
  });
  ways.pop();
  expect(await broker()).toBeUndefined();
});

it("does not probe a version with which no process has started", async () => {
  const { room, save, process, clock } = await open();
  save({}, { limits: { rate: { enabled: true } } });
  process.reload();
  await clock.wait(5_000);
  room.known.forget();
  expect((await room.known.observe()).known).toMatchObject({ claim: "loaded", start: "other" });
  await judgeRunning(room);
  expect(await room.known.running()).toMatchObject({ claim: "loaded" });
});

it("an operator's answer and a request return the apply", async () => {
  const ended: number[] = [];
  const { room, save, begin, file } = await open();
  const applies = appliesOf(room);
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

it("refuses a request for another version, or without a way to reload the instance", async () => {
  const ways: Reload[] = [{ way: "broker" }];
  const { room, file, clock } = await open({}, ({ reload }) => ({ reload: { ...reload, ways: () => ways } }));
  const applies = appliesOf(room);
  await expect(applies.request({ etag: "old", actor: "ada" })).rejects.toMatchObject({
    ...{ code: "config-changed", details: { etag: file.etag } },
  });
  const own = { etag: file.etag, actor: "ada" };
  await expect(applies.request({ ...own, way: "command" })).rejects.toThrow(
    "INSTANCE_RELOAD does not name command.",
  );
  ways.pop();
  await expect(applies.request(own)).rejects.toThrow(
    "INSTANCE_RELOAD is not set, so the panel cannot apply the file. Restart",
  );
  // Looking at a process that has settled takes no time.
  expect(clock.now()).toBeLessThan(1_900_000_011_000);
});

it("an apply depends on the settings of its own way and the instance's address", async () => {
  const { room } = await open();
  const { reload, env } = room;
  const reaches = [
    ...["broker", "command", "none"].map((way) => reachOf({ reload, env }, way)),
    reachOf({ reload, env: { ...env, instanceApiUrl: undefined } }, "broker"),
  ];
  expect(new Set(reaches).size).toBe(4);
});

it("plans an apply of the next two weeks, and starts it as the one who planned it", async () => {
  const recorded: unknown[] = [];
  const { room, save, clock, file } = await open({}, () => ({
    recordAudit: async (_, entry) => void recorded.push(entry),
  }));
  const applies = appliesOf(room);
  save({ instanceName: "Lagoon" });
  const now = clock.now();
  const fortnight = 14 * 24 * 60 * 60_000;
  const plan = (at: number, planner = "operator 1") =>
    applies.plan({ at, etag: file.etag, actor: "ada", planner, role: "owner" });
  for (const at of [now, now + fortnight + 1])
    await expect(plan(at)).rejects.toMatchObject({ code: "invalid-settings", problems: [{ path: "at" }] });
  await plan(now + fortnight);
  await applies.cancelPlan();
  for (const [planner, kind] of [
    ["operator 1", "operator"],
    ["token 1", "token"],
  ] as const) {
    await plan(clock.now() + 1, planner);
    await clock.wait(1);
    await runPlan(
      room,
      async () => undefined,
      async () => "owner",
    );
    expect(recorded.pop()).toMatchObject({
      ...{ actor: { kind, name: "ada" }, action: "running.apply", target: file.etag },
      detail: { planned: true },
    });
    await room.db.deleteFrom("applies").execute();
  }
});

it("a plan waits for an error that may pass, and is dropped with a reason of at most 500 characters", async () => {
  const recorded: { detail?: unknown }[] = [];
  const notices: unknown[] = [];
  const { room, save, clock, file } = await open({}, () => ({
    recordAudit: async (_, entry) => void recorded.push(entry),
  }));
  save({ instanceName: "Lagoon" });
  const at = clock.now() + 1;
  const planner = { actor: "ada", planner: "operator 1", role: "owner" } as const;
  await appliesOf(room).plan({ at, etag: file.etag, ...planner });
  await clock.wait(1);
  const failing = (code: AppError["code"], message: string) => {
    const refuse = () => Promise.reject(new AppError(code, message));
    return { ...room, db: room.db, known: { ...room.known, target: refuse } };
  };
  const run = (own: ApplyRoom) =>
    runPlan(
      own,
      async (notice) => void notices.push(notice),
      async () => "owner",
    );
  await run(failing("unavailable", "The database is locked."));
  await run(failing("config-changed", "The file changed."));
  const unreadable = (error: Error): ApplyRoom => {
    const versions = { ...room.known.versions, now: () => Promise.reject(error) };
    return { ...room, known: { ...room.known, versions } };
  };
  await run(unreadable(new AppError("config-unusable", "The file is cut off.")));
  for (const error of [new Error("A bug."), new AppError("not-found", "There is no history.")])
    await expect(run(unreadable(error))).rejects.toBe(error);
  expect([recorded, notices]).toEqual([[], []]);
  const reason = "x".repeat(600);
  await run(failing("not-found", reason));
  expect(notices).toEqual([{ event: "plan-dropped", at, actor: "ada", reason }]);
  expect(recorded).toMatchObject([{ action: "running.plan.drop", detail: { reason: reason.slice(0, 500) } }]);
});
