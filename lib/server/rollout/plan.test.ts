import { rmSync } from "node:fs";
import { beforeEach, describe, expect, it } from "vitest";
import { env } from "@/lib/env";
import { listAudit } from "@/lib/server/audit";
import { db } from "@/lib/server/db";
import { openApplies } from "@/testing/running-instance/apply-stories";
import type { ApplyNotice, PlanNotice } from "./drive";
import { cancelPlan, planApply, runPlan } from "./plan";
import { readPlan } from "./plan-store";
import { activeApply } from "./store";

const { bytes, write, change, begin, driven } = openApplies();

const minute = 60_000;
const day = 24 * 60 * minute;
let notices: (ApplyNotice | PlanNotice)[] = [];
const notify = async (notice: ApplyNotice | PlanNotice) => void notices.push(notice);

beforeEach(async () => {
  notices = [];
  await db().deleteFrom("planned_applies").execute();
});

/** Plans an apply that starts in an hour. @returns the planned time */
async function planned(): Promise<number> {
  const at = Date.now() + 60 * minute;
  expect(await planApply(db(), { at, actor: "keeper" })).toEqual({
    at: new Date(at).toISOString(),
    actor: "keeper",
    plannedAt: expect.any(String) as unknown,
  });
  return at;
}

describe("planning an apply", () => {
  it("stores one plan, which an operator can cancel", async () => {
    expect(await readPlan(db())).toBeNull();
    const at = await planned();
    const plan = { at: new Date(at).toISOString(), actor: "keeper" };
    expect(await readPlan(db())).toMatchObject(plan);
    await expect(planApply(db(), { at: at + 1, actor: "ada" })).rejects.toMatchObject({ code: "conflict" });
    expect(await cancelPlan(db())).toMatchObject(plan);
    await expect(cancelPlan(db())).rejects.toMatchObject({ code: "conflict" });
    expect(await readPlan(db())).toBeNull();
  });

  it.each([
    ["in the past", -1],
    ["more than two weeks ahead", 14 * day + minute],
  ])("refuses a start time %s", async (_, ahead) => {
    const problem = { code: "invalid-settings", problems: [{ path: "at" }] };
    await expect(planApply(db(), { at: Date.now() + ahead, actor: "keeper" })).rejects.toMatchObject(problem);
    await planApply(db(), { at: Date.now() + 14 * day - minute, actor: "keeper" });
  });

  it("is refused if INSTANCE_RELOAD is not set", async () => {
    env().instanceReload = [];
    await expect(planApply(db(), { at: Date.now() + minute, actor: "keeper" })).rejects.toMatchObject({
      code: "conflict",
    });
  });
});

describe("a planned apply", () => {
  it("is announced once, ten minutes before it starts", async () => {
    await runPlan(db(), notify);
    const at = await planned();
    await runPlan(db(), notify, at - 10 * minute - 1);
    expect(notices).toEqual([]);
    for (const before of [10 * minute, 10 * minute, 1]) await runPlan(db(), notify, at - before);
    expect(notices).toEqual([{ event: "apply-planned", at, actor: "keeper" }]);
    expect(await activeApply(db())).toBeUndefined();
  });

  it.each([0, 15 * minute])(
    "starts at the planned time or up to 15 minutes later: %i ms late",
    async (late) => {
      const at = await planned();
      change({ instanceName: "Lagoon" });
      await runPlan(db(), notify, at + late);
      const apply = await activeApply(db());
      expect(apply).toMatchObject({ actor: "keeper", planned_at: at, state: "requested" });
      expect(await readPlan(db())).toBeNull();
      expect((await listAudit(db()))[0]).toMatchObject({
        action: "running.apply",
        actor: "keeper",
        actorKind: "operator",
        target: apply?.etag,
        detail: { apply: apply?.id, planned: true },
      });
      expect(notices).toEqual([]);
      expect((await driven(apply!.id)).view.state).toBe("confirmed");
    },
  );

  it("is started by only one of several replicas", async () => {
    const at = await planned();
    await Promise.all([1, 2, 3].map(() => runPlan(db(), notify, at)));
    const { count } = await db()
      .selectFrom("applies")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    expect([Number(count), notices]).toEqual([1, []]);
  });

  it("is dropped if no panel could start it within 15 minutes", async () => {
    const at = await planned();
    await Promise.all([1, 2].map(() => runPlan(db(), notify, at + 15 * minute + 1)));
    const reason = "The panel could not start it within 15 minutes.";
    expect(notices).toEqual([{ event: "plan-dropped", at, actor: "keeper", reason }]);
    expect((await listAudit(db()))[0]).toMatchObject({
      action: "running.plan.drop",
      actorKind: "panel",
      detail: { reason },
    });
    expect(await readPlan(db())).toBeNull();
  });

  it("waits while another apply is in progress", async () => {
    const at = await planned();
    const id = await begin();
    await runPlan(db(), notify, at);
    expect([notices, await readPlan(db())]).toEqual([[], expect.objectContaining({ actor: "keeper" })]);
    await driven(id);
    await runPlan(db(), notify, at);
    expect(await activeApply(db())).toMatchObject({ planned_at: at });
  });

  it.each([
    ["is cut off", () => write("{"), /15 minutes\. The file is cut off/],
    ["is missing", () => rmSync(env().configPath), /15 minutes\. There is no file at this path/],
  ])(
    "waits while the file %s, and is dropped with this reason after 15 minutes",
    async (_, spoil, reason) => {
      const at = await planned();
      change({ instanceName: "Lagoon" });
      const whole = bytes();
      spoil();
      for (const late of [0, 15 * minute]) await runPlan(db(), notify, at + late);
      expect([notices, await readPlan(db())]).toEqual([[], expect.objectContaining({ actor: "keeper" })]);
      expect(await activeApply(db())).toBeUndefined();
      await runPlan(db(), notify, at + 15 * minute + 1);
      expect(notices).toMatchObject([
        { event: "plan-dropped", reason: expect.stringMatching(reason) as unknown },
      ]);
      expect((await listAudit(db()))[0]).toMatchObject({
        action: "running.plan.drop",
        detail: { reason: expect.stringMatching(reason) as unknown },
      });

      await planApply(db(), { at, actor: "keeper" });
      await runPlan(db(), notify, at);
      write(whole);
      await runPlan(db(), notify, at + minute);
      expect(await activeApply(db())).toMatchObject({ planned_at: at, state: "requested" });
    },
  );

  it("is dropped with a notification if INSTANCE_RELOAD is no longer set", async () => {
    const at = await planned();
    env().instanceReload = [];
    await runPlan(db(), notify, at);
    expect(notices).toMatchObject([
      { event: "plan-dropped", reason: expect.stringMatching(/^INSTANCE_RELOAD is not set/) as unknown },
    ]);
    expect([await readPlan(db()), await activeApply(db())]).toEqual([null, undefined]);
  });
});
