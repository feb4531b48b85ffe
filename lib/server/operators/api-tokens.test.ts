import { expect, onTestFinished, test, vi } from "vitest";
import { testDatabase } from "@/testing/test-database";
import { testRoom } from "@/testing/test-operators";
import type { Role } from "@/lib/shared/role";
import {
  createApiToken,
  findApiToken,
  listApiTokens,
  type NewApiToken,
  revokeApiToken,
  standingOfToken,
} from "./api-tokens";
import { changeOperator } from "./operator-changes";
import { createOperator, type Operator, requirePassword } from "./operators";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const start = Date.UTC(2026, 0, 1);
const caller = { address: "203.0.113.7", userAgent: "" };

async function someOperators() {
  vi.useFakeTimers({ toFake: ["Date"], now: start });
  onTestFinished(() => void vi.useRealTimers());
  const db = await testDatabase();
  const room = testRoom(db);
  const add = (username: string, role: Role) =>
    createOperator(db, { username, password: "a lantern on the pier", userId: null, role });
  const create = async (operator: Operator, own: Partial<NewApiToken> = {}) =>
    createApiToken(
      db,
      { operator, role: operator.role },
      { name: "script", role: operator.role, confirmed: false, expiresAt: Date.now() + DAY, ...own },
    );
  const find = (token: string, from = caller) => findApiToken(room, token, from);
  return { db, room, ada: await add("ada", "owner"), bo: await add("bo", "editor"), create, find };
}

test("an API token has the lower of its own role and its operator's current role", async () => {
  const { db, room, ada, bo, create, find } = await someOperators();
  await expect(create(bo, { role: "owner" })).rejects.toMatchObject({ code: "forbidden" });
  const { token, entry } = await create(bo, { role: "editor" });
  const low = await create(ada, { role: "viewer" });
  const rolesOf = async (made: typeof low) => [
    (await find(made.token))?.role,
    (await standingOfToken(room, made.entry.id))?.role,
    (await listApiTokens(db)).find(({ id }) => id === made.entry.id)?.role,
  ];
  expect(await rolesOf({ token, entry })).toEqual(["editor", "editor", "editor"]);
  expect(await rolesOf(low)).toEqual(["viewer", "viewer", "viewer"]);
  await changeOperator(room, bo.id, { role: "viewer" });
  expect(await rolesOf({ token, entry })).toEqual(["viewer", "viewer", "viewer"]);
  await changeOperator(room, bo.id, { role: "owner" });
  expect(await rolesOf({ token, entry })).toEqual(["editor", "editor", "editor"]);
});

test.each([
  { confirmed: false, proposes: undefined },
  { confirmed: true, proposes: false },
  { confirmed: false, proposes: true },
])("an API token is confirmed, and only proposes, if it was created so: %j", async (own) => {
  const { db, room, bo, create, find } = await someOperators();
  const { token, entry } = await create(bo, own);
  const shown = { confirmed: own.confirmed, proposes: own.proposes ?? false, isEnded: false };
  expect(entry).toMatchObject({ ...shown, lastUsedAt: null, lastAddress: null });
  expect(await listApiTokens(db)).toEqual([entry]);
  expect(await find(token)).toMatchObject({
    ...{ id: `token ${entry.id}`, operator: { username: "bo" }, isProved: own.confirmed, needsFactor: false },
    token: { id: entry.id, name: "script", proposes: own.proposes ?? false },
  });
  expect(await standingOfToken(room, entry.id)).toEqual({ role: "editor", isProved: own.confirmed });
});

test("an API token ends at its time, and is listed for 30 more days", async () => {
  const { db, room, ada, bo, create, find } = await someOperators();
  const { token, entry } = await create(bo);
  vi.setSystemTime(start + DAY - 1);
  expect(await find(token)).toBeDefined();
  expect(await listApiTokens(db)).toMatchObject([{ isEnded: false }]);
  vi.setSystemTime(start + DAY);
  expect([await find(token), await standingOfToken(room, entry.id)]).toEqual([undefined, undefined]);
  expect(await listApiTokens(db)).toMatchObject([{ isEnded: true }]);
  const rows = async () => (await db.selectFrom("api_tokens").select("id").execute()).length;
  vi.setSystemTime(start + 31 * DAY);
  await create(ada);
  expect([(await listApiTokens(db)).length, await rows()]).toEqual([2, 2]);
  vi.setSystemTime(start + 31 * DAY + 1);
  expect(await listApiTokens(db)).toMatchObject([{ operator: "ada" }]);
  await create(ada, { name: "second" });
  expect(await rows()).toBe(2);
});

test("the use of an API token is recorded at most once a minute, and at once from another address", async () => {
  const { db, bo, create, find } = await someOperators();
  const { token } = await create(bo);
  const used = async (at: number, address = caller.address) => {
    vi.setSystemTime(start + at);
    await find(token, { ...caller, address });
    const [{ lastUsedAt, lastAddress } = {}] = await listApiTokens(db);
    return [lastUsedAt! - start, lastAddress];
  };
  expect(await used(1)).toEqual([1, caller.address]);
  expect(await used(MINUTE)).toEqual([1, caller.address]);
  expect(await used(MINUTE + 1)).toEqual([MINUTE + 1, caller.address]);
  expect(await used(MINUTE + 2, "203.0.113.8")).toEqual([MINUTE + 2, "203.0.113.8"]);
  // The clock was set back.
  expect(await used(0, "203.0.113.8")).toEqual([0, "203.0.113.8"]);
});

test("an operator has at most 100 API tokens, with different names", async () => {
  const { db, ada, bo, create } = await someOperators();
  await create(bo, { name: "0" });
  await expect(create(bo, { name: "0" })).rejects.toMatchObject({
    code: "conflict",
    problems: [{ path: "name" }],
  });
  for (let nth = 1; nth < 100; nth += 1) await create(bo, { name: String(nth) });
  await expect(create(bo, { name: "100" })).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining("You have 100 API tokens"),
  });
  await create(ada, { name: "0" });
  expect([(await listApiTokens(db)).length, (await listApiTokens(db, ada.id)).length]).toEqual([101, 1]);
});

test("only owners revoke the API tokens of other operators", async () => {
  const { room, ada, bo, create, find } = await someOperators();
  const [own, other] = [await create(bo), await create(ada)];
  const missing = { code: "not-found" };
  await expect(revokeApiToken(room, { operator: bo, role: "editor" }, other.entry.id)).rejects.toMatchObject(
    missing,
  );
  expect(await find(other.token)).toBeDefined();
  expect(await revokeApiToken(room, { operator: ada, role: "owner" }, own.entry.id)).toMatchObject({
    name: "script",
    operator: { username: "bo" },
  });
  expect([await find(own.token), await standingOfToken(room, own.entry.id)]).toEqual([undefined, undefined]);
  await expect(revokeApiToken(room, { operator: ada, role: "owner" }, own.entry.id)).rejects.toMatchObject(
    missing,
  );
});

test("an API token works only while its operator is accepted and need not change the password", async () => {
  const { db, room, ada, bo, create, find } = await someOperators();
  const { token, entry } = await create(bo);
  const works = async () => [
    (await find(token)) !== undefined,
    (await standingOfToken(room, entry.id)) !== undefined,
  ];
  await changeOperator(room, bo.id, { disabled: true });
  expect(await works()).toEqual([false, false]);
  await changeOperator(room, bo.id, { disabled: false });
  expect(await works()).toEqual([true, true]);
  await db.updateTable("operators").set({ must_change_password: 1 }).where("id", "=", bo.id).execute();
  expect(await works()).toEqual([false, false]);
  await expect(create({ ...bo, mustChangePassword: true }, { name: "next" })).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining("Change it on the Account page"),
  });
  await requirePassword(room, ada, bo.id);
  expect(await listApiTokens(db)).toEqual([]);
});
