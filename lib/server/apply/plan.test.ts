import { rmSync } from "node:fs";
import { changeEnv, configFile, db, env, theRooms } from "@/testing/rooms";
import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { listAudit } from "@/lib/server/audit";
import { openApplies } from "@/testing/running-instance/apply-stories";
import type { ApplyNotice, PlanNotice } from "./drive";
import type { Role } from "@/lib/shared/role";
import { cancelPlan, planApply, runPlan as runPlanAs } from "./plan";
import { readPlan } from "./plan-store";
import { activeApply } from "./store";
import { readApply } from "./views";

const { bytes, write, change, begin, driven } = openApplies();

const minute = 60_000;
const day = 24 * 60 * minute;
let notices: (ApplyNotice | PlanNotice)[] = [];
const notify = async (notice: ApplyNotice | PlanNotice) => void notices.push(notice);

/** The planner's current role. */
let role: Role | undefined;
const runPlan = (at?: number) => runPlanAs(theRooms().applyRoom, notify, async () => role, at);

const planAt = async (at: number, actor = "keeper", checkIn?: number) =>
  planApply(theRooms().applyRoom, {
    ...{ at, actor, checkIn },
    planner: "operator 1",
    role: "editor",
    etag: (await configFile().read()).etag,
  });

beforeEach(async () => {
  notices = [];
  role = "editor";
  await db().deleteFrom("planned_applies").execute();
});

/** Plans an apply that starts in an hour. @returns the planned time */
async function planned(): Promise<number> {
  const at = Date.now() + 60 * minute;
  expect(await planAt(at)).toEqual({
    at: new Date(at).toISOString(),
    actor: "keeper",
    plannedAt: expect.any(String) as unknown,
    checkIn: null,
  });
  return at;
}

describe("planning an apply", () => {
  it("stores one plan, which an operator can cancel", async () => {
    expect(await readPlan(theRooms().applyRoom)).toBeNull();
    const at = await planned();
    const plan = { at: new Date(at).toISOString(), actor: "keeper" };
    expect(await readPlan(theRooms().applyRoom)).toMatchObject(plan);
    await expect(planAt(at + 1, "ada")).rejects.toMatchObject({ code: "conflict" });
    expect(await cancelPlan(theRooms().applyRoom)).toMatchObject(plan);
    await expect(cancelPlan(theRooms().applyRoom)).rejects.toMatchObject({ code: "conflict" });
    expect(await readPlan(theRooms().applyRoom)).toBeNull();
  });

  it.each([
    ["in the past", -1],
    ["more than two weeks ahead", 14 * day + minute],
  ])("refuses a start time %s", async (_, ahead) => {
    const problem = { code: "invalid-settings", problems: [{ path: "at" }] };
    await expect(planAt(Date.now() + ahead)).rejects.toMatchObject(problem);
    await planAt(Date.now() + 14 * day - minute);
  });

  it("is refused if INSTANCE_RELOAD is not set", async () => {
    changeEnv({ instanceReload: [] });
    await expect(planAt(Date.now() + minute)).rejects.toMatchObject({
      code: "conflict",
    });
  });
});

describe("a planned apply", () => {
  it("is announced once, ten minutes before it starts", async () => {
    await runPlan();
    const at = await planned();
    await runPlan(at - 10 * minute - 1);
    expect(notices).toEqual([]);
    for (const before of [10 * minute, 10 * minute, 1]) await runPlan(at - before);
    expect(notices).toEqual([{ event: "apply-planned", at, actor: "keeper" }]);
    expect(await activeApply(theRooms().applyRoom)).toBeUndefined();
  });

  it.each([0, 15 * minute])(
    "starts at the planned time or up to 15 minutes later: %i ms late",
    async (late) => {
      change({ instanceName: "Lagoon" });
      const at = await planned();
      await runPlan(at + late);
      const apply = await activeApply(theRooms().applyRoom);
      expect(apply).toMatchObject({ actor: "keeper", planned_at: at, state: "requested" });
      expect(await readPlan(theRooms().applyRoom)).toBeNull();
      expect((await listAudit(db()))[0]).toMatchObject({
        action: "running.apply",
        actor: "keeper",
        actorKind: "operator",
        target: apply?.etag,
        detail: { apply: apply?.id, planned: true },
      });
      expect(notices).toEqual([]);
      expect((await driven(apply!.id)).view.state).toBe("confirmed");
      const room = theRooms().applyRoom;
      const entryOf = async (id: number) => (await readApply(room, id, { withLog: false })).auditEntry;
      const [entry] = (await listAudit(db())).filter(({ action }) => action === "running.apply");
      expect(await entryOf(apply!.id)).toBe(entry!.id);
      expect(await entryOf(await begin())).toBeNull();
    },
  );

  it("carries its check-in, and is refused if nothing could be rolled back to", async () => {
    const at = Date.now() + 60 * minute;
    await expect(planAt(at, "keeper", 5)).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("Apply without a check-in") as unknown,
    });
    change({ instanceName: "Lagoon" });
    expect(await planAt(at, "keeper", 5)).toMatchObject({ checkIn: 5 });
    await runPlan(at);
    const apply = await activeApply(theRooms().applyRoom);
    expect(apply).toMatchObject({ planned_at: at, check_in: 5 });
    const { view } = await driven(apply!.id, { answer: "keep" });
    expect(view).toMatchObject({ state: "confirmed", checkIn: 5 });
  });

  it("is started by only one of several replicas", async () => {
    const at = await planned();
    await Promise.all([1, 2, 3].map(() => runPlan(at)));
    const { count } = await db()
      .selectFrom("applies")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    expect([Number(count), notices]).toEqual([1, []]);
  });

  it("is dropped if no panel could start it within 15 minutes", async () => {
    const at = await planned();
    await Promise.all([1, 2].map(() => runPlan(at + 15 * minute + 1)));
    const reason = "The panel could not start it within 15 minutes.";
    expect(notices).toEqual([{ event: "plan-dropped", at, actor: "keeper", reason }]);
    expect((await listAudit(db()))[0]).toMatchObject({
      action: "running.plan.drop",
      actorKind: "panel",
      detail: { reason },
    });
    expect(await readPlan(theRooms().applyRoom)).toBeNull();
  });

  it("waits while another apply is in progress", async () => {
    const at = await planned();
    const id = await begin();
    await runPlan(at);
    expect([notices, await readPlan(theRooms().applyRoom)]).toEqual([
      [],
      expect.objectContaining({ actor: "keeper" }),
    ]);
    await driven(id);
    await runPlan(at);
    expect(await activeApply(theRooms().applyRoom)).toMatchObject({ planned_at: at });
  });

  it.each([
    ["is cut off", () => write("{"), /15 minutes\. The file is cut off/],
    ["is missing", () => rmSync(env().configPath), /15 minutes\. There is no file at this path/],
  ])(
    "waits while the file %s, and is dropped with this reason after 15 minutes",
    async (_, spoil, reason) => {
      change({ instanceName: "Lagoon" });
      const at = await planned();
      const whole = bytes();
      spoil();
      for (const late of [0, 15 * minute]) await runPlan(at + late);
      expect([notices, await readPlan(theRooms().applyRoom)]).toEqual([
        [],
        expect.objectContaining({ actor: "keeper" }),
      ]);
      expect(await activeApply(theRooms().applyRoom)).toBeUndefined();
      await runPlan(at + 15 * minute + 1);
      expect(notices).toMatchObject([
        { event: "plan-dropped", reason: expect.stringMatching(reason) as unknown },
      ]);
      expect((await listAudit(db()))[0]).toMatchObject({
        action: "running.plan.drop",
        detail: { reason: expect.stringMatching(reason) as unknown },
      });

      write(whole);
      await planAt(at);
      spoil();
      await runPlan(at);
      write(whole);
      await runPlan(at + minute);
      expect(await activeApply(theRooms().applyRoom)).toMatchObject({ planned_at: at, state: "requested" });
    },
  );

  it.each<[string, () => void, RegExp]>([
    ["its planner has lost access", () => (role = undefined), /no longer has access/],
    ["its planner has a lower role", () => (role = "viewer"), /changed from editor to viewer/],
    ["its planner has a higher role", () => (role = "owner"), /changed from editor to owner/],
    ["the file changed", () => change({ instanceName: "Lagoon" }), /^The file changed/],
  ])("is dropped ten minutes before its start, or at its start, if %s", async (_, happen, reason) => {
    for (const before of [10 * minute, 0]) {
      change({ instanceName: `Harbor ${before}` });
      role = "editor";
      notices = [];
      const at = await planned();
      happen();
      await runPlan(at - 10 * minute - 1);
      expect([notices, await readPlan(theRooms().applyRoom)]).toEqual([[], expect.anything()]);
      await runPlan(at - before);
      const dropped = { reason: expect.stringMatching(reason) as unknown };
      expect(notices).toMatchObject([{ event: "plan-dropped", at, actor: "keeper", ...dropped }]);
      expect((await listAudit(db()))[0]).toMatchObject({ action: "running.plan.drop", detail: dropped });
      expect([await readPlan(theRooms().applyRoom), await activeApply(theRooms().applyRoom)]).toEqual([
        null,
        undefined,
      ]);
    }
  });

  it("is not planned for a version that is no longer current", async () => {
    const { etag } = await configFile().read();
    change({ instanceName: "Lagoon" });
    await expect(
      planApply(theRooms().applyRoom, {
        etag,
        at: Date.now() + minute,
        actor: "keeper",
        planner: "operator 1",
        role: "editor",
      }),
    ).rejects.toMatchObject({ code: "config-changed" });
    expect(await readPlan(theRooms().applyRoom)).toBeNull();
  });

  it("does not start if its audit entry cannot be written", async () => {
    const at = await planned();
    await sql`alter table audit rename to audit_away`.execute(db());
    await runPlan(at);
    await sql`alter table audit_away rename to audit`.execute(db());
    expect([await activeApply(theRooms().applyRoom), await readPlan(theRooms().applyRoom)]).toEqual([
      undefined,
      expect.anything(),
    ]);
    await runPlan(at);
    expect(await activeApply(theRooms().applyRoom)).toMatchObject({ planned_at: at });
  });

  it("is left to replicas with INSTANCE_RELOAD, and dropped if none of them started it in time", async () => {
    const at = await planned();
    changeEnv({ instanceReload: [] });
    await runPlan(at);
    expect([notices, await readPlan(theRooms().applyRoom)]).toEqual([[], expect.anything()]);
    await runPlan(at + 15 * 60_000 + 1);
    expect(notices).toMatchObject([
      { event: "plan-dropped", reason: expect.stringMatching(/INSTANCE_RELOAD is not set\.$/) as unknown },
    ]);
    expect([await readPlan(theRooms().applyRoom), await activeApply(theRooms().applyRoom)]).toEqual([
      null,
      undefined,
    ]);
  });
});
