import { expect, it } from "vitest";
import { openScenes } from "@/testing/simulator/scene";
import { insertApply } from "./store";

const open = openScenes();

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
