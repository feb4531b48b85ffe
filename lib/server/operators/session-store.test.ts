import { expect, onTestFinished, test, vi } from "vitest";
import { testDatabase } from "@/testing/test-database";
import { testRoom } from "@/testing/test-operators";
import { changeOperator } from "./operator-changes";
import { changePassword, createOperator, endSessions, verifyCredentials } from "./operators";
import {
  beginSession,
  endSession,
  findSession,
  leaveSession,
  listSessions,
  noteProof,
  sessionKey,
} from "./session-store";

const password = "a lantern on the pier";
const caller = { address: "203.0.113.7", userAgent: "Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0" };
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

async function someDatabase() {
  const db = await testDatabase();
  const room = testRoom(db);
  await createOperator(db, { username: "ada", password, userId: null });
  await createOperator(db, { username: "bo", password, userId: null });
  const begin = async (username: string, typed = password) => {
    const operator = await verifyCredentials(room, { username, password: typed });
    return { operator: operator!, key: sessionKey(await beginSession(db, operator!, caller)) };
  };
  return { db, room, begin };
}

/** Returns a function that sets the clock to an offset from the real time (ms). */
function clock() {
  const right = Date.now();
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  return (offset: number) => vi.setSystemTime(right + offset);
}

test("a session ends after seven days without use, or after thirty days", async () => {
  const { db, room, begin } = await someDatabase();
  const setClock = clock();
  const { key } = await begin("ada");
  const { key: idle } = await begin("ada");
  for (let day = 6; day <= 30; day += 6) {
    setClock(day * DAY);
    expect(await findSession(room, key, caller), `day ${day}`).toMatchObject({
      operator: { username: "ada" },
    });
  }
  expect(await findSession(room, idle, caller)).toBeUndefined();
  setClock(30 * DAY + MINUTE);
  expect(await findSession(room, key, caller)).toBeUndefined();
  await begin("ada");
  expect(await db.selectFrom("sessions").selectAll().execute(), "the old rows are gone").toHaveLength(1);
});

test("the time and address of a session's last use are updated at most once a minute", async () => {
  const { db, room, begin } = await someDatabase();
  const setClock = clock();
  setClock(0);
  const { operator, key } = await begin("ada");
  const list = async (current?: string) => (await listSessions(db, operator.id, { current })).sessions;
  const [first] = await list(key);
  expect(first).toMatchObject({ current: true, browser: "Firefox on Linux", address: caller.address });
  setClock(MINUTE - 1);
  await findSession(room, key, { ...caller, address: "203.0.113.8" });
  setClock(MINUTE);
  // Checking the session of an open stream passes no caller, and does not count as a use.
  await findSession(room, key);
  expect(await list()).toEqual([{ ...first, current: false }]);
  await findSession(room, key, { ...caller, address: "203.0.113.8" });
  const seen = { address: "203.0.113.8", lastSeenAt: first!.lastSeenAt + MINUTE };
  expect(await list(key)).toEqual([{ ...first, ...seen }]);
});

test("an operator's sessions end if the password changes", async () => {
  const { db, room, begin } = await someDatabase();
  const [one, other, foreign] = [await begin("ada"), await begin("ada"), await begin("bo")];
  expect(await endSession(db, one.operator.id, foreign.key), "somebody else's").toBe(false);
  expect(await endSession(db, one.operator.id, one.key)).toBe(true);
  expect(await findSession(room, one.key)).toBeUndefined();
  expect(await findSession(room, other.key)).toBeDefined();

  const next = "two lanterns on the pier";
  await changePassword(room, other.operator, next);
  expect(await findSession(room, other.key)).toBeUndefined();
  const third = await begin("ada", next);
  await endSessions(room, third.operator.id);
  expect(await findSession(room, third.key)).toBeUndefined();
  const fourth = await begin("ada", next);
  await changeOperator(room, fourth.operator.id, { disabled: true });
  await changeOperator(room, fourth.operator.id, { disabled: false });
  expect(await findSession(room, fourth.key)).toBeUndefined();
  expect(await findSession(room, foreign.key)).toBeDefined();
  expect(await db.selectFrom("sessions").select("id").execute()).toEqual([{ id: foreign.key }]);
  expect(await leaveSession(db, foreign.key)).toMatchObject({ username: "bo" });
  expect(await leaveSession(db, foreign.key)).toBeUndefined();
});

test("if the password is changed during a sign-in, the new session is not valid", async () => {
  const { db, room } = await someDatabase();
  const early = await verifyCredentials(room, { username: "ada", password });
  await changePassword(room, early!, "two lanterns on the pier");
  expect(await findSession(room, sessionKey(await beginSession(db, early!, caller)))).toBeUndefined();
});

test("correcting a fast clock does not end sessions", async () => {
  const { db, room, begin } = await someDatabase();
  const setClock = clock();
  setClock(365 * DAY);
  const [kept, ended] = [await begin("ada"), await begin("ada")];
  await endSession(db, ended.operator.id, ended.key);
  const [bo] = [await begin("bo")];
  await endSessions(room, bo.operator.id);
  setClock(0);
  expect(await findSession(room, kept.key, caller)).toBeDefined();
  for (const { key } of [ended, bo]) expect(await findSession(room, key)).toBeUndefined();
  const again = await begin("bo");
  expect(await findSession(room, again.key)).toBeDefined();
  await endSessions(room, again.operator.id);
  expect(await findSession(room, again.key)).toBeUndefined();

  for (let day = 6; day <= 30; day += 6) {
    setClock(day * DAY);
    expect(await findSession(room, kept.key, caller)).toBeDefined();
  }
  setClock(31 * DAY);
  expect(await findSession(room, kept.key, caller)).toBeUndefined();
});

test("lists the current session first, and other sessions in pages of 50", async () => {
  const { db, begin } = await someDatabase();
  const { operator, key: current } = await begin("ada");
  await begin("bo");
  const seen = Date.now();
  const row = (nth: number) => ({
    id: sessionKey(String(nth)),
    operator_id: operator.id,
    sessions_valid_since: operator.sessionsValidSince,
    address: "203.0.113.7",
    user_agent: "",
    created_at: seen,
    proved_at: 0,
    last_seen_at: seen + (nth % 7),
  });
  for (let from = 0; from < 2_000; from += 500)
    await db
      .insertInto("sessions")
      .values(Array.from({ length: 500 }, (_, nth) => row(from + nth)))
      .execute();
  const pages = [await listSessions(db, operator.id, { current })];
  for (let next = pages[0]!.next; next !== null; next = pages.at(-1)!.next)
    pages.push(await listSessions(db, operator.id, { current, after: next }));
  expect(pages.map(({ sessions }) => sessions.length)).toEqual([51, ...Array(39).fill(50)]);
  expect(new Set(pages.map(({ total }) => total))).toEqual(new Set([2_001]));
  const all = pages.flatMap(({ sessions }) => sessions);
  expect(all.map((session) => session.current)).toEqual([true, ...Array(2_000).fill(false)]);
  expect(new Set(all.map(({ id }) => id)).size).toBe(2_001);
  const others = all.slice(1).map(({ lastSeenAt }) => lastSeenAt);
  expect(others).toEqual(others.toSorted((a, b) => b - a));
});

test("a sign-in proves the operator's identity for ten minutes", async () => {
  const { db, room, begin } = await someDatabase();
  const setClock = clock();
  setClock(0);
  const { key } = await begin("ada");
  const isProved = async () => (await findSession(room, key))?.isProved;
  expect(await isProved()).toBe(true);
  setClock(10 * MINUTE - 1);
  expect(await isProved()).toBe(true);
  setClock(10 * MINUTE);
  expect(await isProved()).toBe(false);
  await noteProof(db, (await findSession(room, key))!);
  expect(await isProved()).toBe(true);
  const token = { id: "1", name: "script" };
  await expect(noteProof(db, { ...(await findSession(room, key))!, token })).rejects.toMatchObject({
    code: "conflict",
  });
  // The proof is now in the future, so it is not valid.
  setClock(0);
  expect(await isProved()).toBe(false);
});
