import { createHmac } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import pino from "pino";
import { expect, onTestFinished, test, vi } from "vitest";
import { testDatabase } from "@/testing/test-database";
import { testRoom } from "@/testing/test-operators";
import { removeOperator } from "../operator-changes";
import { createSeals } from "../seals";
import { createOperator } from "../operators";
import {
  addTotp,
  countRecoveryCodes,
  judgeCode,
  makeRecoveryCodes,
  removeTotp,
  stepOf,
  totpToAdd,
} from "./codes";
import { confirmPassword } from "./confirm";
import { ownFactors } from "./own-factors";
import { removePasskey } from "./passkeys";
import { hasSecondFactor, requireFactor, secondFactors } from "./second-factor";

const password = "a lantern on the pier";
const PERIOD = 30_000;
/** A time in the middle of a time step (ms since 1970). */
const NOW = 58_000_000 * PERIOD + 15_000;

const codeAt = (key: string, timestamp: number) =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp });

/** Creates an operator who set up an authenticator app half an hour ago. */
async function withApp() {
  const db = await testDatabase();
  const room = testRoom(db);
  const operator = await createOperator(db, { username: "keeper", password, userId: null });
  const { key, setup } = totpToAdd(room, operator);
  const before = NOW - 60 * PERIOD;
  await addTotp(room, operator, { setup, code: codeAt(key, before) }, before);
  const judge = (code: string, now = NOW) => judgeCode(room, operator.id, code, now);
  return { db, room, operator, key, judge };
}

test.each([
  ["two steps before now", -2, undefined],
  ["the previous step", -1, "app"],
  ["the current step", 0, "app"],
  ["the next step", 1, "app"],
  ["two steps ahead", 2, undefined],
])("accepts codes up to one time step before or after the current one: %s", async (_, steps, expected) => {
  const { key, judge } = await withApp();
  expect(await judge(codeAt(key, NOW + steps * PERIOD))).toBe(expected);
});

test("accepts the same codes in the first and the last millisecond of a step", () => {
  const key = new Secret({ size: 20 }).base32;
  const start = NOW - 15_000;
  const code = codeAt(key, start);
  expect(stepOf(key, code, start - PERIOD)).toBe(start / PERIOD);
  expect(stepOf(key, code, start - PERIOD - 1)).toBeUndefined();
  expect(stepOf(key, code, start + 2 * PERIOD - 1)).toBe(start / PERIOD);
  expect(stepOf(key, code, start + 2 * PERIOD)).toBeUndefined();
});

test("accepts a code only once, even if it is sent twice concurrently", async () => {
  const { key, judge } = await withApp();
  const code = codeAt(key, NOW);
  const both = await Promise.all([judge(code), judge(code)]);
  expect(both.toSorted()).toEqual(["app", undefined]);
  expect(await judge(code)).toBeUndefined();
  expect(await judge(codeAt(key, NOW - PERIOD)), "an earlier one").toBeUndefined();
  expect(await judge(codeAt(key, NOW + PERIOD)), "the next one").toBe("app");
  expect(await judge(code, NOW + PERIOD)).toBeUndefined();
});

test("a code is refused without an authenticator, and if its key cannot be read", async () => {
  const { db, room, operator, key, judge } = await withApp();
  const logged: string[] = [];
  const log = pino({ level: "error" }, { write: (line) => void logged.push(line) });
  const other = { ...room, log, seals: createSeals("another secret of more than thirty-two bytes") };
  expect(await judgeCode(other, operator.id, codeAt(key, NOW), NOW)).toBeUndefined();
  expect(logged.join("")).toContain("NEXTAUTH_SECRET has changed");
  await removeTotp(db, operator.id);
  expect(await judge(codeAt(key, NOW))).toBeUndefined();
  await expect(removeTotp(db, operator.id)).rejects.toMatchObject({ code: "not-found" });
});

test("the code that set up an authenticator app cannot be used to sign in", async () => {
  const { key, judge } = await withApp();
  const before = NOW - 60 * PERIOD;
  expect(await judge(codeAt(key, before), before)).toBeUndefined();
});

test("setting up an authenticator app requires a correct code within 15 minutes", async () => {
  const db = await testDatabase();
  const room = testRoom(db);
  const keeper = await createOperator(db, { username: "keeper", password, userId: null });
  const bosun = await createOperator(db, { username: "bosun", password, userId: null });
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  onTestFinished(() => void vi.useRealTimers());
  const { key, setup } = totpToAdd(room, keeper);
  const now = Date.now();
  const add = (operator: typeof keeper, code: string, at = now) =>
    addTotp(room, operator, { setup, code }, at);
  await expect(add(keeper, codeAt(key, now + 3 * PERIOD))).rejects.toMatchObject({
    code: "invalid-settings",
  });
  await expect(add(bosun, codeAt(key, now))).rejects.toMatchObject({ code: "conflict" });
  const late = now + 15 * 60_000;
  await expect(add(keeper, codeAt(key, late), late)).rejects.toMatchObject({ code: "conflict" });
  await add(keeper, codeAt(key, late - 1), late - 1);
  await expect(add(keeper, codeAt(key, now))).rejects.toMatchObject({ code: "conflict" });
  const { secret } = await db.selectFrom("totp").select("secret").executeTakeFirstOrThrow();
  expect(secret, "encrypted").not.toContain(key);
});

test("the URL for the authenticator app is also returned as a QR code", () => {
  const operator = {
    id: 1,
    username: "keeper",
    userId: null,
    role: "owner",
    disabled: false,
    mustChangePassword: false,
    isProvided: false,
    createdAt: 0,
  } as const;
  const { key, address, qr } = totpToAdd({ seals: createSeals("a secret") }, operator);
  expect(address).toContain(`secret=${key}`);
  expect(qr.path).toMatch(/^(?:M\d+ \d+h\d+v1h-\d+z)+$/);
  // Two rows are empty around the code, and its corners are seven squares wide.
  expect(qr.path).toMatch(/^M2 2h7v1h-7z/);
  expect(qr.size).toBeGreaterThan(20);
});

test("a recovery code works only once", async () => {
  const { db, room, operator, judge } = await withApp();
  const codes = await makeRecoveryCodes(room, operator.id);
  expect(new Set(codes).size).toBe(10);
  const [first = "", second = "", third = ""] = codes;
  const both = await Promise.all([judge(first), judge(first)]);
  expect(both.toSorted()).toEqual(["recovery code", undefined]);
  expect(await judge(` ${second.toUpperCase().replaceAll("-", " ")}`)).toBe("recovery code");
  expect(await countRecoveryCodes(db, operator.id)).toBe(8);
  const stored = await db.selectFrom("recovery_codes").select("hash").execute();
  for (const { hash } of stored) expect(codes.join().replaceAll("-", "")).not.toContain(hash);
  await makeRecoveryCodes(room, operator.id);
  expect(await judge(third)).toBeUndefined();
  expect(await countRecoveryCodes(db, operator.id)).toBe(10);
});

test.each(["abcdef-234567", "234567-abcdef"])(
  "accepts the recovery code %s, of which six digits are no code of an app",
  async (code) => {
    const { db, room, operator, judge } = await withApp();
    const text = `recovery code of operator ${operator.id}: ${code.replace("-", "")}`;
    const hash = createHmac("sha256", room.secret).update(text).digest("base64url");
    await db.insertInto("recovery_codes").values({ operator_id: operator.id, hash }).execute();
    expect(await judge(code)).toBe("recovery code");
  },
);

test("a correct password does not reset the wrong-code counter, and a correct code does", async () => {
  // This clock measures the waits after wrong guesses.
  vi.useFakeTimers({ toFake: ["Date", "performance"], now: NOW });
  onTestFinished(() => void vi.useRealTimers());
  const { room, operator, key } = await withApp();
  const confirm = (code?: string) =>
    confirmPassword(room, operator, { password, code, path: "password", undone: "Nothing was done" });
  for (let guess = 0; guess < 10; guess += 1) {
    expect(await confirm(), "the password alone").toBe(false);
    await expect(confirm("000000")).rejects.toMatchObject({
      code: "invalid-settings",
      problems: [{ path: "code" }],
    });
  }
  const late = async (seconds: number, words: string) => {
    await expect(confirm()).rejects.toMatchObject({
      ...{ code: "rate-limited", details: { retryAfter: seconds } },
      message: `Nothing was done: too many wrong passwords. Try again in ${words}.`,
    });
    vi.advanceTimersByTime(seconds * 1_000);
    await expect(confirm("000000")).rejects.toMatchObject({ code: "invalid-settings" });
  };
  for (const seconds of [1, 2, 4, 8, 16, 32])
    await late(seconds, `${seconds} second${seconds === 1 ? "" : "s"}`);
  await late(64, "2 minutes");
  vi.advanceTimersByTime(128_000);
  expect(await confirm(codeAt(key, Date.now()))).toBe(true);
  for (let guess = 0; guess < 10; guess += 1)
    await expect(confirm("000000")).rejects.toMatchObject({ code: "invalid-settings" });
});

test("the last second factor cannot be removed if a second factor is required", async () => {
  const { db, room, operator } = await withApp();
  await makeRecoveryCodes(room, operator.id);
  const remove = () => removeTotp(db, operator.id);
  await requireFactor(db, operator.id, true);
  await expect(remove()).rejects.toMatchObject({ code: "conflict" });
  expect(await hasSecondFactor(db, operator.id)).toBe(true);
  await requireFactor(db, operator.id, false);
  await remove();
  expect(await hasSecondFactor(db, operator.id)).toBe(false);
  expect(await countRecoveryCodes(db, operator.id)).toBe(0);
  await expect(requireFactor(db, operator.id, true)).rejects.toMatchObject({ code: "conflict" });
});

test("another second factor and the recovery codes stay if one is removed", async () => {
  const { db, room, operator } = await withApp();
  const row = { operator_id: operator.id, name: "key", public_key: "", counter: 0, transports: "[]" };
  await db
    .insertInto("passkeys")
    .values({ ...row, id: "key", created_at: 0 })
    .execute();
  await makeRecoveryCodes(room, operator.id);
  await requireFactor(db, operator.id, true);
  await removeTotp(db, operator.id);
  expect(await secondFactors(db, operator.id)).toEqual({ passkey: true, app: false });
  expect(await countRecoveryCodes(db, operator.id)).toBe(10);
  await expect(removePasskey(db, operator.id, "key")).rejects.toMatchObject({ code: "conflict" });
  expect(await ownFactors(room, operator.id)).toMatchObject({
    ...{ passkeys: [{ id: "key", name: "key" }], appSince: null, recoveryCodes: 10, isRequired: true },
    whyNoPasskeys: null,
  });
});

test("an operator who has factors can be removed", async () => {
  const { db, room, operator } = await withApp();
  await makeRecoveryCodes(room, operator.id);
  await createOperator(db, { username: "bosun", password, userId: null });
  await removeOperator(room, operator.id);
  expect(await db.selectFrom("totp").selectAll().execute()).toEqual([]);
});
