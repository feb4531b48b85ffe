import pino from "pino";
import { describe, expect, it } from "vitest";
import { message } from "@/testing/notifications";
import { testDatabase } from "@/testing/test-database";
import type { Outcome } from "./channel";
import { createQueue, type Due, pauseAfter } from "./queue";

const now = Date.parse("2026-11-22T08:00:00Z");
const minute = 60_000;
const day = 24 * 60 * minute;
const long = (event: string) => message(event, { content: "x".repeat(1_400) });
const refused: Outcome = { isSent: false, mayRetry: true, message: "The webhook answers with status 500." };
const accepted: Outcome = { isSent: true, mayRetry: false, message: "Accepted." };

async function testQueue() {
  const db = await testDatabase();
  const { id } = await db
    .insertInto("config_files")
    .values({ created_at: 1, undone_dismissed: 0 })
    .returning("id")
    .executeTakeFirstOrThrow();
  const queue = createQueue({ db, log: pino({ level: "silent" }), fileId: async () => id });
  const due = async (at: number): Promise<Due> => {
    const next = await queue.next("webhook", at);
    if (!next || "wait" in next) throw new Error(`No message is due: ${JSON.stringify(next)}`);
    return next;
  };
  const settle = (next: Due, outcome: Outcome, at: number) => queue.settle("webhook", next, outcome, at);
  const add = (event: string, at = now) => queue.add(["webhook"], long(event), at);
  return {
    ...queue,
    addTo: queue.add,
    db,
    due,
    settle,
    add,
    wait: (at: number) => queue.next("webhook", at),
  };
}

describe("the queue", () => {
  it("contains a message until the message is delivered", async () => {
    const { add, due, settle, wait, list } = await testQueue();
    expect(await wait(now)).toBeNull();
    await add("backup-failed");
    await settle(await due(now), accepted, now);
    expect(await wait(now)).toBeNull();
    expect(await list()).toMatchObject([
      { channel: "webhook", state: "sent", tries: 1, message: "Accepted.", events: ["backup-failed"] },
    ]);
  });

  it("has a row per channel, so a failing channel does not delay another", async () => {
    const { addTo, due, settle, next, list, wait } = await testQueue();
    await addTo(["webhook", "email"], long("first"), now);
    await settle(await due(now), refused, now);
    expect(await wait(now)).toEqual({ wait: 5_000 });
    expect(await next("email", now)).toMatchObject({ tries: 0, message: { event: "first" } });
    expect(await list()).toMatchObject([
      { channel: "email", state: "waiting", tries: 0 },
      { channel: "webhook", state: "waiting", tries: 1 },
    ]);
  });

  it("does not wait for a time that a wrong clock has set", async () => {
    const { add, due, settle, wait, has } = await testQueue();
    await add("first", now + day);
    await settle(await due(now + day), refused, now + day);
    await add("second", now + day);
    expect(await due(now)).toMatchObject({ tries: 1, message: { event: "first" } });
    expect(await has("webhook", ["second"], now)).toBe(true);
    await settle(await due(now), { ...refused, retryAfter: 3_600 }, now);
    expect(await wait(now)).toEqual({ wait: 3_600_000 });
    await settle(await due(now - 1), accepted, now);
    expect(await due(now)).toMatchObject({ message: { event: "second" } });
  });

  it("waits longer after each refusal", async () => {
    const { add, due, settle, wait, list } = await testQueue();
    await add("backup-failed");
    await settle(await due(now), refused, now);
    expect(await wait(now)).toEqual({ wait: 5_000 });
    expect(await wait(now + 4_999)).toEqual({ wait: 1 });
    await settle(await due(now + 5_000), { ...refused, retryAfter: 90 }, now + 5_000);
    expect(await wait(now + 5_000)).toEqual({ wait: 90_000 });
    expect(await list()).toMatchObject([{ state: "waiting", tries: 2, message: refused.message }]);
    expect([1, 2, 3, 30].map(pauseAfter)).toEqual([5_000, 10_000, 20_000, 1_800_000]);
  });

  it("drops messages that are permanently refused or older than a day", async () => {
    const { add, due, settle, wait, list } = await testQueue();
    await add("first");
    await add("second", now + minute);
    const gone = { ...refused, mayRetry: false, message: "Gone." };
    await settle(await due(now + minute), gone, now + minute);
    expect(await list()).toMatchObject([
      { state: "waiting", events: ["second"] },
      { state: "refused", events: ["first"], message: "Gone." },
    ]);
    expect((await due(now + minute + day)).message.event).toBe("second");
    expect(await wait(now + minute + day + 1)).toBeNull();
    expect((await list())[0]).toMatchObject({
      events: ["second"],
      state: "refused",
      message: "Dropped after a day without a delivery.",
    });
  });

  it("keeps the order while a message is retried three times, and then sends later messages first", async () => {
    const { add, due, settle, wait } = await testQueue();
    await add("rolled-back");
    let at = now;
    for (const pause of [5_000, 10_000, 20_000]) {
      await settle(await due(at), refused, at);
      expect(await wait(at)).toEqual({ wait: pause });
      at += pause;
    }
    await add("instance-down", at);
    const again = await due(at);
    expect(again.message.event).toBe("rolled-back");
    await settle(again, refused, at);
    const later = await due(at);
    expect(later.message.event).toBe("instance-down");
    await settle(later, accepted, at);
    // The receiver works again, so the refused message is due at once.
    expect((await due(at)).message.event).toBe("rolled-back");
  });

  it("combines due messages only if they are short and no delivery was attempted", async () => {
    const { addTo, next, settle, db } = await testQueue();
    const put = (event: string, content: string) => addTo(["webhook"], message(event, { content }), now);
    await put("first", `Harbor: ${"x".repeat(1_484)}`);
    await put("second", "Harbor: 1234567");
    await put("third", "Harbor: 8");
    const both = await next("webhook", now);
    expect(both).toMatchObject({ tries: 0, message: { event: "several" } });
    expect((both as Due).message.content).toHaveLength(1_500);
    await settle(both as Due, refused, now);
    await put("fourth", "Harbor: 9");
    // The retried message stays as it was sent, so that its id identifies it.
    expect(await next("webhook", now + 5_000)).toMatchObject({ tries: 1, message: { id: "id-of-first" } });
    expect(await db.selectFrom("notifications").selectAll().execute()).toHaveLength(3);
  });

  it("is limited to 100 messages per channel", async () => {
    const { add, db, wait } = await testQueue();
    for (let nth = 0; nth < 101; nth += 1) await add(`e${nth}`);
    const rows = await db.selectFrom("notifications").select("event").orderBy("id").execute();
    expect([rows.length, rows.at(-1)?.event]).toEqual([100, "e99"]);
    expect(await wait(now + day + 1)).toBeNull();
  });

  it("lists the newest fifty deliveries", async () => {
    const { add, due, settle, list } = await testQueue();
    for (let nth = 0; nth < 51; nth += 1) {
      await add(`e${nth}`);
      await settle(await due(now), accepted, now);
    }
    const listed = await list();
    expect(listed).toHaveLength(50);
    expect(listed[0]).toMatchObject({ state: "sent", events: ["e50"] });
  });
});
