import { expect, it } from "vitest";
import { openScenes } from "@/testing/simulator/scene";
import { planApply } from "./plan";
import { readPlan } from "./plan-store";
import { applyById, endRestoredApplies, insertApply } from "./store";

const open = openScenes();

const row = {
  ...{ etag: "e", revision: 1, from_etag: null, from_content: null, from_revision: null, actor: "ada" },
  ...{ way: "command", changes: "[]", planned_at: null, check_in: null, reach: "" },
};

it("applies and plans of a restored backup end", async () => {
  const { room, clock, file } = await open();
  const content = Buffer.from("x");
  const ended = (await insertApply(room, { ...row, from_content: content }))!;
  await room.db.updateTable("applies").set({ ended_at: 1, state: "kept" }).execute();
  const active = (await insertApply(room, { ...row, from_content: content }))!;
  const [requested] = JSON.parse((await applyById(room, active))!.steps) as object[];
  const steps = JSON.stringify([{ ...requested, endedAt: 5 }, requested]);
  await room.db
    .updateTable("applies")
    .set({ deadline: clock.now(), steps })
    .where("id", "=", active)
    .execute();
  await planApply(room, {
    ...{ at: clock.now() + 1, etag: file.etag, actor: "ada", planner: "operator 1", role: "owner" },
  });
  const before = await applyById(room, ended);
  await endRestoredApplies(room.db);
  expect(await applyById(room, ended)).toEqual(before);
  const reason = "A backup was restored that was made during this apply.";
  const after = (await applyById(room, active))!;
  expect(after).toMatchObject({ state: "failed", reason, deadline: null, from_content: null });
  expect(JSON.parse(after.steps)).toEqual([
    { ...requested, endedAt: 5 },
    { ...requested, endedAt: after.ended_at, isOk: false, note: reason },
  ]);
  expect(after.ended_at).toBeGreaterThan(1);
  expect(await readPlan(room)).toBeNull();
});

it("only the newest 1,000 applies are stored", async () => {
  const { room } = await open();
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
