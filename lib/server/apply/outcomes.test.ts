import { setImmediate } from "node:timers/promises";
import { expect, it, onTestFinished, vi } from "vitest";
import { AppError } from "@/lib/errors";
import type { Db } from "@/lib/server/db";
import { type ApplyRow, LostClaim } from "./store";
import { judgeRunning } from "./create";
import type { ApplyRoom } from "./room";
import { readRunning } from "./running";
import { openScenes } from "@/testing/simulator/scene";
import { faults } from "@/testing/simulator/world";

const open = openScenes();
const refused = { instanceDescription: "refused" };

/** Returns the names of the steps, with the notes of those that failed. */
const failures = (view: { steps: readonly { state: string; isOk: boolean; note: string | null }[] }) =>
  view.steps.map(({ state, isOk, note }) => (isOk ? state : `${state}: ${note}`));

it.each([
  ["newer", "calm again", "contested 0 ms []"],
  ["older", "calm", "contested 0 ms []"],
  [undefined, "calm again", "contested 20000 ms []"],
] as const)(
  "a setting that was saved again waits for an operator: %s",
  async (answer, description, waited) => {
    const { save, applied, file } = await open();
    save({ ...refused, instanceName: "Lagoon" });
    const { view, steps, notices } = await applied({
      ...(answer && { answer }),
      reached(state) {
        if (state !== "rolling-back" || file.text.includes("frontPage")) return;
        save({ instanceDescription: "calm again" }, {}, "hopper");
        save({ frontPage: "https://chat.example" }, {}, "grace");
        save({ frontPage: "https://www.example" }, {}, "edsger");
      },
    });
    expect(view.contested).toEqual([
      {
        change: { path: "general.instanceDescription", known: true, before: "calm", after: "calm again" },
        author: "hopper",
        authorKind: "operator",
      },
    ]);
    expect(steps.slice(3, 6)).toEqual(["rolling-back 0 ms []", waited, "rolling-back 0 ms []"]);
    expect(view).toMatchObject({ state: "rolled-back", version: 3, backVersion: 7 });
    expect(JSON.parse(file.text)).toEqual({
      general: { instanceName: "Harbor", instanceDescription: description, frontPage: "https://www.example" },
    });
    expect(view.takenBack.map(({ path }) => path)).toEqual(
      answer === "older" ? ["general.instanceName", "general.instanceDescription"] : ["general.instanceName"],
    );
    expect(notices).toHaveLength(1);
  },
);

it("another setting that was saved during the apply is kept", async () => {
  const { save, applied, file } = await open({ rewrites: true });
  save(refused);
  const { view } = await applied({
    reached: (state) => state === "confirming" && save({ instanceName: "Lagoon" }, {}, "grace"),
  });
  expect([view.state, view.contested]).toEqual(["rolled-back", []]);
  expect(JSON.parse(file.text)).toMatchObject({
    general: { instanceName: "Lagoon", instanceDescription: "calm" },
  });
});

it("a rollback tries the next older version that worked, and names the reasons", async () => {
  const { save, applied, file, process } = await open();
  const text = file.text;
  save({ frontPage: faults.frontPage.refused });
  expect((await applied()).view.state).toBe("confirmed");
  save({ instanceName: "Lagoon" });
  const { view, row } = await applied({
    reached: (state) => void (process.isUpgraded ||= state === "applying"),
  });
  expect([view.state, view.fromVersion, row.from_etag, file.text]).toEqual([
    ...["rolled-back", 2, file.etag],
    text,
  ]);
  expect(view.tried).toEqual([{ etag: expect.any(String), version: 3, reason: view.steps[5]!.note }]);
  expect([view.steps[5]!.isOk, view.steps.at(-1)!.isOk]).toEqual([false, true]);
  expect(view.tried[0]!.reason).toMatch(/^The instance was not healthy after 20 seconds\.\nAPI: /);
  const states = ["requested", "applying", "confirming", "rolling-back", "reapplying", "reconfirming"];
  expect(view.steps.map(({ state }) => state)).toEqual([...states, ...states.slice(3)]);
});

it("a rollback ends as failed after three versions", async () => {
  const { save, applied, begin, driven, process, room, file } = await open();
  save({ frontPage: faults.frontPage.refused });
  for (const instanceName of ["one", "two", "three"]) {
    save({ instanceName });
    expect((await applied()).view.state).toBe("confirmed");
  }
  process.isUpgraded = true;
  save({ instanceName: "four" });
  const id = await begin();
  // The history may lose old versions.
  await room.db
    .updateTable("applies")
    .set({ revision: null, from_revision: null })
    .where("id", "=", id)
    .execute();
  const { view, notices } = await driven(id);
  expect(view.tried.map(({ version }) => version)).toEqual([null, 5, 4]);
  const nameOf = (etag: string) => `version ${etag.slice(0, 8)}`;
  expect(file.note).toBe(
    `Rolled back from ${nameOf(view.etag)}. The instance was not healthy after 20 seconds.`,
  );
  expect(view.state).toBe("failed");
  const first = view.steps[2]!.note;
  const last = view.steps.at(-1)!.note;
  expect(view.reason).toBe(
    `${first} The panel rolled back to ${nameOf(view.tried[0]!.etag)}, then version 5, then version 4, and the instance is not healthy with any of them. Version 4 is in the file. ${last}`,
  );
  expect(notices).toMatchObject([{ event: "apply-failed", reason: view.reason, isUntouched: false }]);
});

it("an apply fails if no earlier version worked, or if the file has that version already", async () => {
  const { save, applied, room, process, file } = await open();
  process.races = 9;
  const same = await applied();
  expect(same.view.reason).toMatch(
    /^The instance was not healthy after 20 seconds\.[^]+ The file already has the version with which the instance was last healthy, so there is nothing to roll back to\. Check the instance's log\.$/,
  );
  expect(same.view).toMatchObject({ state: "failed", canRollBack: false });
  expect(same.view.steps.at(-1)).toMatchObject({ isOk: false, note: same.view.reason });
  process.races = 0;
  await room.db.deleteFrom("working_versions").execute();
  save(refused);
  const { etag } = file;
  const unknown = await applied();
  expect(unknown.view.reason).toMatch(
    / The panel knows no earlier version with which the instance was healthy, so nothing was rolled back\. Restore a version from the history and apply it\.$/,
  );
  expect([file.etag, unknown.view.state, unknown.notices]).toMatchObject([
    ...[etag, "failed"],
    [{ event: "apply-failed", isUntouched: false }],
  ]);
});

it("an apply stores the end of the instance's log, from five seconds before it", async () => {
  const reads: number[] = [];
  const log = (isOn: boolean, text: string): Pick<ApplyRoom, "instanceLog"> => ({
    instanceLog: {
      isOn,
      read: async ({ since } = {}) => {
        reads.push(since!);
        return { text, problem: null };
      },
    },
  });
  const loud = await open({}, () => log(true, `${"x".repeat(20_000)}end`));
  const { row } = await loud.applied();
  expect(row.instance_log).toBe(`${"x".repeat(15_997)}end`);
  expect(reads).toEqual(Array(3).fill(row.created_at - 5_000));
  const off = await open({}, () => log(false, "hidden"));
  expect((await off.applied()).row.instance_log).toBe("");
  expect(reads).toHaveLength(3);
});

it("an apply keeps the last lines that it has read of the instance's log", async () => {
  let reads = 0;
  const { applied } = await open({ slowMs: 3_000 }, () => ({
    instanceLog: {
      isOn: true,
      read: async () => ({ text: (reads += 1) === 2 ? "started" : "", problem: null }),
    },
  }));
  const { row } = await applied();
  expect([row.instance_log, reads]).toEqual(["started", 3]);
});

/** Makes the next audit entries fail. */
function audits(...errors: Error[]) {
  const logged: unknown[] = [];
  const further = (): Partial<ApplyRoom> => ({
    recordAudit: async () => {
      const error = errors.shift();
      if (error) throw error;
    },
    log: {
      ...{ debug: () => undefined, info: () => undefined },
      error: (fields: unknown) => logged.push(fields),
    },
  });
  return { further, logged };
}

it.each([new AppError("unavailable", "The database is locked."), new Error("A bug.")])(
  "an apply that was interrupted by an error continues where it was: %s",
  async (error) => {
    const { further, logged } = audits(error);
    const { save, begin, driven, room, file, clock } = await open({}, further);
    save(refused);
    const id = await begin();
    let at = 0;
    const interrupted = await driven(id, { reached: () => (at = clock.now()) });
    expect([interrupted.view.state, interrupted.notices]).toEqual(["rolling-back", []]);
    expect(logged).toEqual([{ err: error, apply: id }]);
    expect(clock.now() - at).toBe(1_000);
    await room.db.updateTable("applies").set({ lease_until: 0 }).execute();
    const { view } = await driven(id);
    expect(view).toMatchObject({ state: "rolled-back", backVersion: 4 });
    expect(view.takenBack).toHaveLength(1);
    expect((await room.config.history.find({ limit: 9 })).length).toBe(4);
    expect(file.note).toBe("Rolled back from version 3. The instance was not healthy after 20 seconds.");
  },
);

it("a rollback that an operator must repair ends as failed", async () => {
  const { further, logged } = audits(new AppError("conflict", "The disk is full."));
  const { save, applied } = await open({}, further);
  save(refused);
  const { view } = await applied();
  expect(view.reason).toBe(
    `${view.steps[2]!.note} The rollback was not finished, and nothing confirms that the instance works. The disk is full.`,
  );
  expect(failures(view).at(-1)).toBe("rolling-back: The disk is full.");
  expect([view.state, logged]).toEqual(["failed", []]);
});

it("a rollback whose checks an operator must repair has restored the version", async () => {
  let isRevoked = false;
  const { save, applied } = await open({}, ({ instance }) => ({
    instance: {
      ...instance,
      async client(settings, last, signal) {
        if (isRevoked) throw new AppError("conflict", "The token was revoked.");
        return instance.client(settings, last, signal);
      },
    },
  }));
  save(refused);
  const { view } = await applied({ reached: (state) => void (isRevoked = state === "reconfirming") });
  expect([view.state, view.reason]).toEqual([
    "failed",
    `${view.steps[2]!.note} The earlier version was restored, but the instance is not healthy with it. The token was revoked.`,
  ]);
});

it.each(["unavailable", "conflict"] as const)(
  "a rollback that cannot write the file is tried again only if the cause may pass: %s",
  async (code) => {
    const { save, begin, driven, room } = await open();
    const { revert } = room.config;
    const errors = [new AppError(code, "The disk is full.")];
    Object.assign(room.config, {
      revert(request: Parameters<typeof revert>[0]) {
        const error = errors.pop();
        return error ? Promise.reject(error) : revert(request);
      },
    });
    save(refused);
    const id = await begin();
    const { view } = await driven(id);
    if (code === "conflict")
      return expect([view.state, view.reason]).toEqual([
        "failed",
        `${view.steps[2]!.note} The disk is full.`,
      ]);
    expect(view.state).toBe("rolling-back");
    await room.db.updateTable("applies").set({ lease_until: 0 }).execute();
    expect((await driven(id)).view.state).toBe("rolled-back");
  },
);

it("a value that the environment sets does not count as not loaded", async () => {
  const { save, applied, process, clock, room } = await open({ broker: "amqp://environment.example" });
  save({}, { rabbitmq: { host: "amqp://file.example" } });
  process.start();
  await clock.wait(2_000);
  room.known.forget();
  await judgeRunning(room);
  const { settings } = await readRunning(room);
  expect(settings.map(({ path, state }) => `${path} ${state}`)).toEqual(["broker.host environment"]);
  save({ instanceName: "Lagoon" });
  // The apply is canceled, because the file lacks addresses.
  expect((await applied({ plannedAt: 5 })).notices).toMatchObject([{ event: "apply-failed", notLoaded: 1 }]);
});

it("each state checks the instance with the settings that it must have loaded", async () => {
  let at = "";
  const looked = new Set<string>();
  const { save, begin, driven } = await open({}, ({ instance }) => ({
    instance: {
      ...instance,
      parts(settings, signal) {
        looked.add(`${at} ${settings.get("general.instanceName")}`);
        return instance.parts(settings, signal);
      },
    },
  }));
  save({ ...refused, instanceName: "Lagoon" });
  const id = await begin();
  looked.clear();
  await driven(id, { reached: (state) => void (at = state) });
  expect([...looked]).toEqual(["requested Harbor", "confirming Lagoon", "reconfirming Harbor"]);
});

it("an apply whose way has been removed fails without a change of the file", async () => {
  const ways: ReturnType<ApplyRoom["reload"]["ways"]>[number][] = [{ way: "command", command: ["restart"] }];
  const { save, applied, file } = await open({}, ({ reload }) => ({
    reload: {
      ...reload,
      ways: () => ways,
      send: () => Promise.reject(new AppError("conflict", "INSTANCE_RELOAD is not set.")),
    },
  }));
  save({ instanceName: "Lagoon" });
  const there = await applied();
  expect(failures(there.view)).toEqual([
    ...["requested", "applying: INSTANCE_RELOAD is not set.", "rolling-back"],
    "reapplying: INSTANCE_RELOAD is not set.",
  ]);
  save({ instanceName: "Reef" });
  const { etag } = file;
  const { view, notices } = await applied({ reached: () => void ways.splice(0) });
  expect(view).toMatchObject({
    state: "failed",
    reason: "INSTANCE_RELOAD is not set. The file was not changed.",
  });
  expect(notices).toMatchObject([{ isUntouched: false }]);
  expect(file.etag).toBe(etag);
});

it("a long reason is cut in the note and in the audit log", async () => {
  const reason = "x".repeat(600);
  const { save, applied, file, audited } = await open({}, ({ reload }) => ({
    reload: { ...reload, send: async () => ({ ok: false, reason }) },
  }));
  save({ instanceName: "Lagoon" });
  const { view } = await applied();
  expect(view.state).toBe("rolled-back");
  expect(file.note).toBe(`Rolled back from version 3. ${reason}`.slice(0, 300));
  expect(audited).toMatchObject([{ detail: { apply: view.id, reason: reason.slice(0, 500) } }]);
});

/** Waits until the stored apply passes a test. */
async function stored(db: Db, test: (row: ApplyRow) => boolean): Promise<ApplyRow> {
  for (let turn = 0; turn < 500; turn += 1) {
    const row = await db.selectFrom("applies").selectAll().executeTakeFirstOrThrow();
    if (test(row)) return row;
    await setImmediate();
  }
  throw new Error("The apply was not stored like this.");
}

it("a process that runs an apply renews its claim, until another one has taken it", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const claims: ApplyRow[] = [];
  const { save, begin, driven, clock } = await open({}, ({ reload, db, clock: now }) => ({
    reload: {
      ...reload,
      async send(way, print) {
        print("a\nb");
        await now.wait(4_000);
        vi.advanceTimersByTime(5_000 / 3 - 1);
        await stored(db, ({ output }) => output === "a\n");
        vi.advanceTimersByTime(1);
        claims.push(await stored(db, ({ lease_until }) => lease_until === now.now() + 5_000));
        return reload.send(way, print);
      },
    },
  }));
  save({ instanceName: "Lagoon" });
  const id = await begin();
  const begun = clock.now();
  const { view } = await driven(id, {
    reached(state) {
      if (state === "confirming") throw new LostClaim("The process ends.");
    },
  });
  expect([view.state, claims.length]).toEqual(["confirming", 1]);
  expect(clock.now() - begun).toBe(5_520);
  expect(vi.getTimerCount()).toBe(0);
  // The claim has not expired.
  expect((await driven(id)).view.state).toBe("confirming");
  await clock.wait(5_001);
  const { view: ended, steps } = await driven(id);
  expect([ended.state, ended.output]).toEqual(["confirmed", "a\nb"]);
  // This process has not seen the end of a connection.
  expect(steps.at(-1)).toMatch(/\[api\* gateway cdn pending client:signed-in\]$/);
});
