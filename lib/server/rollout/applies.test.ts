import { expect, it } from "vitest";
import type { Db } from "@/lib/server/db";
import { testDatabase } from "@/testing/test-database";
import { listApplies, listPastApplies, listRestarts, viewOf } from "./applies";
import { rollBackOrFail } from "./outcomes";
import {
  abandoned,
  activeApply,
  advance,
  type ApplyChange,
  claim,
  insertApply,
  LEASE,
  lastApply,
  LostClaim,
  setAnswer,
} from "./store";

const wanted = (etag: string) => ({
  etag,
  revision: 7,
  from_etag: "before",
  from_content: Buffer.from("x"),
  actor: "keeper",
  from_revision: 6,
  way: "command",
  changes: JSON.stringify([{ path: "general.image", known: true, before: null, after: "x" }]),
  planned_at: null,
});

async function begun(db: Db, etag = "after"): Promise<number> {
  const id = await insertApply(db, wanted(etag));
  if (id === undefined) throw new Error("Another apply is in progress.");
  return id;
}

it("allows only one apply at a time across all operators", async () => {
  const db = await testDatabase();
  const asked = await Promise.all(["a", "b", "c"].map((etag) => insertApply(db, wanted(etag))));
  expect(asked.filter((id) => id !== undefined)).toHaveLength(1);
  const id = asked.find((one) => one !== undefined)!;
  await claim(db, id, "one", 10_000);
  await advance(db, id, "one", { state: "confirmed" });
  expect(await activeApply(db)).toBeUndefined();
  expect(await insertApply(db, wanted("d"))).toBeGreaterThan(id);
});

it("another process can take over an apply when the claim expires", async () => {
  const db = await testDatabase();
  const id = await begun(db);
  expect(await abandoned(db)).toEqual([id]);
  expect(await claim(db, id, "one", 30_000)).toMatchObject({ state: "requested" });
  expect(await claim(db, id, "two", 30_000)).toBeUndefined();
  expect(await abandoned(db)).toEqual([]);
  expect(await advance(db, id, "one", { state: "applying" })).toMatchObject({ state: "applying" });
  await expect(advance(db, id, "two", { state: "confirming" })).rejects.toThrow(LostClaim);

  await claim(db, id, "one", -1);
  expect(await claim(db, id, "two", 30_000)).toMatchObject({ state: "applying" });
  await expect(advance(db, id, "one", { state: "confirming" })).rejects.toThrow(LostClaim);
  // Claims last only seconds. If a claim ends an hour from now, it was made before the clock was set back,
  // and the apply counts as abandoned.
  await claim(db, id, "two", 3_600_000);
  expect(await abandoned(db)).toEqual([id]);
  expect(await claim(db, id, "one", LEASE)).toBeDefined();
  await claim(db, id, "one", -1);
  expect(await claim(db, id, "two", 30_000)).toBeDefined();
  await advance(db, id, "two", { state: "rolling-back" });
  expect(await setAnswer(db, id, "keep")).toBe(false);
  const ended = await advance(db, id, "two", { state: "rolled-back" });
  expect(ended).toMatchObject({ from_content: null, deadline: null });
  expect(viewOf(ended).changes).toHaveLength(1);
  expect(await claim(db, id, "two", 30_000)).toBeUndefined();
});

it("a failing apply is not rolled back if an operator decides to keep the version", async () => {
  const db = await testDatabase();
  const id = await begun(db);
  const claimed = await claim(db, id, "one", 30_000);
  await advance(db, id, "one", { state: "confirming" });
  expect(await setAnswer(db, id, "keep")).toBe(true);
  await expect(advance(db, id, "one", { state: "rolling-back" })).rejects.toThrow(LostClaim);
  const drive = {
    db,
    holder: "one",
    lookEvery: 0,
    hasSeenEnd: () => false,
    renew: async (own: number) => (await claim(db, own, "one", 30_000))!,
    advance: (own: number, change: ApplyChange) => advance(db, own, "one", change),
  };
  expect(await rollBackOrFail(drive, claimed!, "It is down.")).toMatchObject({
    state: "kept",
    reason: "It is down.",
  });
});

it("lists only finished applies, with their versions", async () => {
  const db = await testDatabase();
  const before = Date.now();
  for (const [etag, state] of [
    ["a", "confirmed"],
    ["b", "kept"],
  ] as const) {
    const id = await begun(db, etag);
    await claim(db, id, "one", 30_000);
    await advance(db, id, "one", { state });
  }
  await begun(db, "c");
  expect(await lastApply(db)).toMatchObject({ etag: "c", state: "requested" });
  expect(await listApplies(db, before)).toMatchObject([
    { etag: "a", version: 7, result: "confirmed" },
    { etag: "b", version: 7, result: "kept" },
  ]);
  expect(await listApplies(db, Date.now() + 1_000)).toEqual([]);
});

it("the list of restarts excludes an apply that waits for an operator", async () => {
  const db = await testDatabase();
  const id = await begun(db);
  const now = Date.now();
  expect(await listRestarts(db, now)).toEqual([{ from: expect.any(Number), to: null, version: 7 }]);
  await claim(db, id, "one", 30_000);
  // In the state `contested`, the apply waits for an operator and restarts nothing.
  await db.updateTable("applies").set({ state: "contested" }).execute();
  expect(await listRestarts(db, now)).toEqual([]);
  await advance(db, id, "one", { state: "confirmed" });
  const [ended] = await listRestarts(db, now - 60_000);
  expect(ended?.to).toBeGreaterThanOrEqual(now);
  expect(await listRestarts(db, (ended?.to ?? 0) + 1)).toEqual([]);
  await insertApply(db, { ...wanted("next"), way: "broker" });
  expect(await listRestarts(db, now - 60_000)).toEqual([ended]);
});

it("lists past applies in pages of 50, newest first", async () => {
  const db = await testDatabase();
  const reason = "First.\nSecond.\nThird.";
  for (let nth = 0; nth < 50; nth += 1) {
    const id = await begun(db, `${nth}`);
    await claim(db, id, "one", 30_000);
    await advance(db, id, "one", { state: "failed", reason });
  }
  const whole = await listPastApplies(db);
  expect([whole.applies.length, whole.next]).toEqual([50, null]);
  const last = await insertApply(db, { ...wanted("last"), planned_at: 5 });
  const first = await listPastApplies(db);
  expect(first.applies[0]).toEqual({
    id: last,
    state: "requested",
    way: "command",
    actor: "keeper",
    at: expect.any(String) as unknown,
    endedAt: null,
    isPlanned: true,
    version: 7,
    changes: 1,
    reason: null,
  });
  expect(first.applies[1]).toMatchObject({ isPlanned: false, reason: "First. Second." });
  expect(first.applies[1]?.endedAt).not.toBeNull();
  expect([first.applies.length, first.next]).toEqual([50, first.applies[49]?.id]);
  const { applies, next } = await listPastApplies(db, first.next!);
  expect([applies.length, next]).toEqual([1, null]);
  expect(applies[0]?.id).toBeLessThan(first.next!);
});
