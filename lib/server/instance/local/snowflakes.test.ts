import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { SNOWFLAKE_EPOCH, snowflakeTime } from "@/lib/shared/chat/snowflake";
import { latestMoment, Snowflakes, SnowflakeSequence } from "./snowflakes";
import { onPostgres } from "@/testing/test-database";
import { testInstanceStore } from "@/testing/test-instance-store";

const workerOf = (id: string) => (BigInt(id) >> 12n) & 1023n;

test("processes that share a database never generate the same id", async () => {
  const { db } = await testInstanceStore();
  const makers = Array.from({ length: 4 }, () => new Snowflakes(db));
  await Promise.all(makers.map((maker) => maker.ready()));
  const ids = makers.flatMap((maker) => Array.from({ length: 5000 }, () => maker.next()));
  makers.forEach((maker) => maker.stop());
  expect(new Set(ids).size).toBe(20_000);
  expect(new Set(ids.map(workerOf)).size).toBe(4);
});

test("ids stay unique after the clock is set back, even if every worker id is taken", async () => {
  const { db } = await testInstanceStore();
  const now = Date.now();
  const first = new Snowflakes(db, () => now);
  await first.ready();
  const ids = Array.from({ length: 10_000 }, () => first.next());
  first.stop();
  await db.updateTable("workers").set({ holder: "gone" }).execute();
  const taken = await db.selectFrom("workers").selectAll().executeTakeFirstOrThrow();
  const others = Array.from({ length: 1024 }, (_, id) => id).filter((id) => id !== taken.id);
  await db
    .insertInto("workers")
    .values(others.map((id) => ({ id, holder: "gone", expires_at: taken.expires_at + 1_000_000 })))
    .execute();

  const second = new Snowflakes(db, () => now - 3_600_000);
  await second.ready();
  ids.push(...Array.from({ length: 10_000 }, () => second.next()));
  second.stop();
  expect(new Set(ids).size).toBe(20_000);
  expect(workerOf(ids[15_000] ?? "")).toBe(BigInt(taken.id));
});

test("latestMoment accounts for processes whose clocks are fast", async () => {
  const { db } = await testInstanceStore();
  const [now, ahead] = [Date.now(), Date.now() + 3_600_000];
  const makers = [new Snowflakes(db, () => now), new Snowflakes(db, () => ahead)] as const;
  onTestFinished(() => makers.forEach((maker) => maker.stop()));
  await makers[0].ready();
  expect(await latestMoment(db, now)).toBe(now);
  await makers[1].ready();
  expect(await latestMoment(db, now)).toBeGreaterThan(ahead);
  expect(await latestMoment(db, ahead)).toBe(ahead);
  const another = new Snowflakes(db, () => now);
  onTestFinished(() => another.stop());
  await another.ready();
  expect(await latestMoment(db, now)).toBeGreaterThan(ahead);
  // Ids may be a second ahead of a right clock.
  const endAll = (expires_at: number) => db.updateTable("workers").set({ expires_at }).execute();
  await endAll(now + 121_000);
  expect(await latestMoment(db, now)).toBe(now);
  await endAll(now + 121_001);
  expect(await latestMoment(db, now)).toBe(now + 121_001);
});

test("a worker id is used again from the end of its span, and otherwise the one whose span ends first", async () => {
  const { db } = await testInstanceStore();
  const now = SNOWFLAKE_EPOCH + 1_000_000;
  const workers = Array.from({ length: 1024 }, (_, id) => ({ id, holder: "gone", expires_at: now + 2_000 }));
  await db.deleteFrom("workers").execute();
  await db.insertInto("workers").values(workers).execute();
  const end = (id: number, expires_at: number) =>
    db.updateTable("workers").set({ expires_at, holder: "gone" }).where("id", "=", id).execute();
  const nextId = async () => {
    const ids = new Snowflakes(db, () => now);
    onTestFinished(() => ids.stop());
    await ids.ready();
    return ids.next();
  };
  await end(7, now + 1_000);
  await end(9, now + 1_000);
  expect(workerOf(await nextId())).toBe(7n);
  await end(7, now + 3_000);
  const id = await nextId();
  expect([workerOf(id), snowflakeTime(id)]).toEqual([9n, now + 1_000]);
  await end(600, now - 1);
  await end(500, now);
  expect(workerOf(await nextId())).toBe(500n);
});

test("a lease is extended when half of its span has passed, on request or every 30 seconds", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const { db } = await testInstanceStore();
  const begin = SNOWFLAKE_EPOCH + 1_000_000;
  let now = begin;
  const ids = new Snowflakes(db, () => now);
  const leases = async () => {
    const rows = await db.selectFrom("workers").select(["id", "expires_at"]).execute();
    return rows.map(({ id, expires_at }) => [id, expires_at - begin]);
  };
  await ids.ready();
  now = begin + 59_999;
  await ids.ready();
  expect(await leases()).toEqual([[0, 120_000]]);
  now = begin + 60_000;
  await ids.ready();
  expect(await leases()).toEqual([[0, 180_000]]);
  now = begin + 120_000;
  vi.advanceTimersByTime(29_999);
  expect(await leases()).toEqual([[0, 180_000]]);
  vi.advanceTimersByTime(1);
  await ids.stop();
  expect(await leases()).toEqual([[0, 240_000]]);
  now = begin + 200_000;
  vi.advanceTimersByTime(30_000);
  await ids.stop();
  expect(await leases()).toEqual([[0, 240_000]]);
  expect(vi.getTimerCount()).toBe(0);
});

/** Starts a process that creates an id and then sleeps for an hour. */
async function sleeper() {
  const { db } = await testInstanceStore();
  let now = Date.now();
  const ids = new Snowflakes(db, () => now);
  await ids.ready();
  const before = ids.next();
  now += 3_600_000;
  return { db, ids, before, now };
}

test("a process that lost its worker id leases another", async () => {
  const { db, ids, before, now } = await sleeper();
  await db
    .updateTable("workers")
    .set({ holder: "another", expires_at: now + 120_000 })
    .execute();
  expect(() => ids.next()).toThrow(expect.objectContaining({ code: "unavailable" }));
  await ids.ready();
  expect(workerOf(ids.next())).not.toBe(workerOf(before));
  ids.stop();
});

test("a lease whose commit failed is not used", async () => {
  const { db } = await testInstanceStore();
  const ids = new Snowflakes(db);
  onTestFinished(() => ids.stop());
  const run = (statement: string) => sql.raw(statement).execute(db);
  if (onPostgres()) {
    await run("create function fail() returns trigger language plpgsql as 'begin raise ''disk full''; end'");
    await run(
      "create constraint trigger fails after insert on workers deferrable initially deferred for each row execute function fail()",
    );
  } else {
    await run("create table ends (id integer references workers (id) deferrable initially deferred)");
    await run("create trigger fails after insert on workers begin insert into ends values (-1); end");
  }
  await expect(ids.ready()).rejects.toThrow(/disk full|FOREIGN KEY/);
  expect(() => ids.next()).toThrow(expect.objectContaining({ code: "unavailable" }));
  await run(onPostgres() ? "drop trigger fails on workers" : "drop trigger fails");
  await ids.ready();
  expect(workerOf(ids.next())).toBe(0n);
  expect(await db.selectFrom("workers").select("id").execute()).toEqual([{ id: 0 }]);
});

test("an idle process keeps its worker id", async () => {
  const { ids, before } = await sleeper();
  await ids.ready();
  expect(workerOf(ids.next())).toBe(workerOf(before));
  ids.stop();
});

const start = SNOWFLAKE_EPOCH + 1_000_000;

test("an id contains its time, worker and sequence", () => {
  const ids = new SnowflakeSequence(37, 0, start + 1000, () => start);
  const [first, second] = [BigInt(ids.next()), BigInt(ids.next())];
  expect(snowflakeTime(first.toString())).toBe(start);
  expect((first >> 12n) & 1023n).toBe(37n);
  expect([first & 4095n, second & 4095n]).toEqual([0n, 1n]);
});

test("ids increase even if the clock stops or moves backward", () => {
  const clock = [start, start - 60_000, start + 5, start - 1, start + 6];
  let reading = 0;
  const ids = new SnowflakeSequence(
    1,
    0,
    start + 60_000,
    () => clock[Math.floor(reading++ / 3000) % clock.length] ?? start,
  );
  let last = 0n;
  for (let made = 0; made < 15_000; made += 1) {
    const id = BigInt(ids.next());
    expect(id > last).toBe(true);
    last = id;
  }
});

test("ids continue in the next millisecond if all ids of a millisecond are used", () => {
  const ids = new SnowflakeSequence(0, 0, start + 10, () => start);
  const made = Array.from({ length: 4097 }, () => ids.next());
  expect(new Set(made).size).toBe(4097);
  expect(snowflakeTime(made[4095] ?? "")).toBe(start);
  expect(snowflakeTime(made[4096] ?? "")).toBe(start + 1);
});

test("ids stay within the reserved range", () => {
  const late = new SnowflakeSequence(0, 0, start, () => start);
  expect(() => late.next()).toThrow(expect.objectContaining({ code: "unavailable" }));
  const early = new SnowflakeSequence(0, start + 500, start + 1000, () => start);
  expect(snowflakeTime(early.next())).toBeGreaterThanOrEqual(start + 499);
});
