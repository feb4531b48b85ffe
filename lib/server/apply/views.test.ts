import { expect, it } from "vitest";
import { systemClock } from "@/lib/clock";
import { testFileId } from "@/testing/test-file";
import { createSharedClock } from "@/lib/server/db";
import { onPostgres, testDatabase } from "@/testing/test-database";
import { listApplies, listPastApplies, listRestarts, viewOf } from "./views";
import { rollBackOrFail } from "./outcomes";
import type { Drive } from "./store";
import {
  abandoned,
  LEFT_TO_OTHERS,
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
  check_in: null,
  reach: "ours",
});

const isOurs = ({ reach }: { reach: string }) => reach === "ours";
const isOfOthers = () => false;

type Store = Awaited<ReturnType<typeof testStore>>;

async function testStore() {
  const db = await testDatabase();
  return { db, fileId: () => testFileId(db), clock: systemClock };
}

async function begun(store: Store, etag = "after"): Promise<number> {
  const id = await insertApply(store, wanted(etag));
  if (id === undefined) throw new Error("Another apply is in progress.");
  return id;
}

it("allows only one apply at a time across all operators", async () => {
  const store = await testStore();
  const asked = await Promise.all(["a", "b", "c"].map((etag) => insertApply(store, wanted(etag))));
  expect(asked.filter((id) => id !== undefined)).toHaveLength(1);
  const id = asked.find((one) => one !== undefined)!;
  await claim(store, id, "one", 10_000);
  await advance(store, id, "one", { state: "confirmed" });
  expect(await activeApply(store)).toBeUndefined();
  expect(await insertApply(store, wanted("d"))).toBeGreaterThan(id);
});

it("another process can take over an apply when the claim expires", async () => {
  const store = await testStore();
  const id = await begun(store);
  expect(await abandoned(store, isOurs)).toEqual([id]);
  expect(await claim(store, id, "one", 30_000)).toMatchObject({ state: "requested" });
  expect(await claim(store, id, "two", 30_000)).toBeUndefined();
  expect(await abandoned(store, isOurs)).toEqual([]);
  expect(await advance(store, id, "one", { state: "applying" })).toMatchObject({ state: "applying" });
  await expect(advance(store, id, "two", { state: "confirming" })).rejects.toThrow(LostClaim);

  await claim(store, id, "one", -1);
  expect(await claim(store, id, "two", 30_000)).toMatchObject({ state: "applying" });
  await expect(advance(store, id, "one", { state: "confirming" })).rejects.toThrow(LostClaim);
  // Claims last only seconds. If a claim ends an hour from now, it was made before the clock was set back,
  // and the apply counts as abandoned.
  await claim(store, id, "two", 3_600_000);
  expect(await abandoned(store, isOurs)).toEqual([id]);
  expect(await claim(store, id, "one", LEASE)).toBeDefined();
  await claim(store, id, "one", -1);
  expect(await claim(store, id, "two", 30_000)).toBeDefined();
  await advance(store, id, "two", { state: "rolling-back" });
  expect(await setAnswer(store, id, "keep")).toBe(false);
  const ended = await advance(store, id, "two", { state: "rolled-back" });
  expect(ended).toMatchObject({ from_content: null, deadline: null });
  expect(viewOf(ended, Date.now()).changes).toHaveLength(1);
  expect(await claim(store, id, "two", 30_000)).toBeUndefined();
});

it("a failing apply is not rolled back if an operator decides to keep the version", async () => {
  const store = await testStore();
  const id = await begun(store);
  const claimed = await claim(store, id, "one", 30_000);
  await advance(store, id, "one", { state: "confirming" });
  expect(await setAnswer(store, id, "keep")).toBe(true);
  await expect(advance(store, id, "one", { state: "rolling-back" })).rejects.toThrow(LostClaim);
  const drive: Pick<Drive, "renew" | "advance"> = {
    renew: async (own: number) => (await claim(store, own, "one", 30_000))!,
    advance: (own: number, change: ApplyChange) => advance(store, own, "one", change),
  };
  expect(await rollBackOrFail(drive, claimed!, "It is down.")).toMatchObject({
    state: "kept",
    reason: "It is down.",
  });
});

it("lists only finished applies, with their versions", async () => {
  const store = await testStore();
  const before = Date.now();
  for (const [etag, state] of [
    ["a", "confirmed"],
    ["b", "kept"],
  ] as const) {
    const id = await begun(store, etag);
    await claim(store, id, "one", 30_000);
    await advance(store, id, "one", { state });
  }
  await begun(store, "c");
  expect(await lastApply(store)).toMatchObject({ etag: "c", state: "requested" });
  expect(await listApplies(store, before)).toMatchObject([
    { etag: "a", version: 7, result: "confirmed" },
    { etag: "b", version: 7, result: "kept" },
  ]);
  expect(await listApplies(store, Date.now() + 1_000)).toEqual([]);
});

it("the list of restarts excludes an apply that waits for an operator", async () => {
  const store = await testStore();
  const id = await begun(store);
  const now = Date.now();
  expect(await listRestarts(store, now)).toEqual([{ from: expect.any(Number), to: null, version: 7 }]);
  await claim(store, id, "one", 30_000);
  // In the state `contested`, the apply waits for an operator and restarts nothing.
  await store.db.updateTable("applies").set({ state: "contested" }).execute();
  expect(await listRestarts(store, now)).toEqual([]);
  await advance(store, id, "one", { state: "confirmed" });
  const [ended] = await listRestarts(store, now - 60_000);
  expect(ended?.to).toBeGreaterThanOrEqual(now);
  expect(await listRestarts(store, (ended?.to ?? 0) + 1)).toEqual([]);
  await insertApply(store, { ...wanted("next"), way: "broker" });
  expect(await listRestarts(store, now - 60_000)).toEqual([ended]);
});

it("lists past applies in pages of 50, newest first", async () => {
  const store = await testStore();
  const reason = "First.\nSecond.\nThird.";
  for (let nth = 0; nth < 50; nth += 1) {
    const id = await begun(store, `${nth}`);
    await claim(store, id, "one", 30_000);
    await advance(store, id, "one", { state: "failed", reason });
  }
  const whole = await listPastApplies(store);
  expect([whole.applies.length, whole.next]).toEqual([50, null]);
  const last = await insertApply(store, { ...wanted("last"), planned_at: 5 });
  const first = await listPastApplies(store);
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
  const { applies, next } = await listPastApplies(store, first.next!);
  expect([applies.length, next]).toEqual([1, null]);
  expect(applies[0]?.id).toBeLessThan(first.next!);
});

it("an apply for other settings is left to other replicas for ten seconds", async () => {
  const now = Date.now();
  let passed = 0;
  const opened = await testStore();
  const later = { ...opened, clock: { ...opened.clock, now: () => now + passed } };
  const id = await insertApply(later, wanted("settings of another replica"));
  expect(await abandoned(later, isOurs)).toEqual([id]);
  passed = LEFT_TO_OTHERS;
  expect(await abandoned(later, isOfOthers)).toEqual([]);
  passed += 1;
  expect(await abandoned(later, isOfOthers)).toEqual([id]);
});

it.runIf(onPostgres())(
  "a replica whose clock is a minute ahead leaves a claimed apply to its replica",
  async () => {
    const store = await testStore();
    const id = await begun(store);
    await claim(store, id, "one", LEASE);
    const ahead = { ...systemClock, now: () => Date.now() + 60_000 };
    const { clock, measure } = createSharedClock(store.db, ahead);
    const other = { ...store, clock };
    expect(await abandoned(other, isOurs)).toEqual([id]);
    // Each look for applies begins with a measurement.
    await measure();
    expect(await abandoned(other, isOurs)).toEqual([]);
    expect(await claim(other, id, "two", LEASE)).toBeUndefined();
  },
);
