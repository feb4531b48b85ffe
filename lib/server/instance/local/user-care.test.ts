import { decodeJwt } from "jose";
import { afterEach, describe, expect, test, vi } from "vitest";
import { onPostgres } from "@/testing/test-database";
import { testInstanceStore } from "@/testing/test-instance-store";
import { Right } from "../rights";

const DAY = 24 * 60 * 60 * 1000;

async function withUser() {
  const t = await testInstanceStore();
  const user = await t.store.createUser({ username: "ada" });
  const issue = (name = "nightly backup", expiresAt = Date.now() + DAY) =>
    t.store.issueNamedToken(user.id, { name, expiresAt, createdBy: "keeper" });
  return { ...t, user, issue };
}

const refused = { code: "unauthorized" };

test("people are listed in pages sorted by name without bots, and found by the start of the name or by id", async () => {
  const { store, user } = await withUser();
  for (const username of ["Zed", "bo", "Boris", "Ömer"]) await store.createUser({ username });
  const bot = await store.createApplication(user.id, { name: "Bobot" });
  await store.createBot(user.id, bot.id);
  const first = await store.listUsers({ search: "", limit: 2 });
  const rest = await store.listUsers({ search: "", limit: 9, after: first[1] });
  expect([...first, ...rest].map(({ username }) => username)).toEqual(["ada", "bo", "Boris", "Zed", "Ömer"]);
  const named = async (search: string) =>
    (await store.listUsers({ search, limit: 9 })).map(({ username }) => username);
  expect(await named("BO")).toEqual(["bo", "Boris"]);
  expect(await named("öM")).toEqual(["Ömer"]);
  expect(await named(user.id)).toEqual(["ada"]);
  for (const nobody of [bot.id, "1", "x"]) {
    await expect(store.getUser(nobody)).rejects.toMatchObject({ code: "not-found" });
    await expect(store.changeUser(nobody, { disabled: true })).rejects.toMatchObject({ code: "not-found" });
  }
});

test("changed rights take effect immediately, and the last operator cannot drop OPERATOR", async () => {
  const { store, user, issue } = await withUser();
  const { token } = await issue();
  const all = 2n ** 64n - 1n;
  expect(await store.changeUser(user.id, { rights: all })).toMatchObject({ rights: all });
  expect((await store.authenticate(token)).rights).toBe(all);
  const drop = () => store.changeUser(user.id, { rights: Right.BYPASS_RATE_LIMITS, keepOperator: true });
  await expect(drop()).rejects.toMatchObject({ code: "conflict" });
  const other = await store.createUser({ username: "bo" });
  await store.changeUser(other.id, { rights: Right.OPERATOR });
  await store.changeUser(other.id, { disabled: true });
  await expect(drop()).rejects.toMatchObject({ code: "conflict" });
  await store.changeUser(other.id, { disabled: false });
  expect(await drop()).toMatchObject({ rights: Right.BYPASS_RATE_LIMITS });
});

test("the last operator can neither be disabled nor lose OPERATOR, but everybody else can", async () => {
  const { store, user } = await withUser();
  const change = (id: string, edit: { disabled?: boolean; rights?: bigint }) =>
    store.changeUser(id, { ...edit, keepOperator: true });
  await store.changeUser(user.id, { rights: Right.OPERATOR });
  const { id: other } = await store.createUser({ username: "bo" });
  await expect(change(user.id, { disabled: true })).rejects.toMatchObject({ code: "conflict" });
  await expect(change(user.id, { rights: 0n })).rejects.toMatchObject({ code: "conflict" });
  expect(await change(user.id, {})).toMatchObject({ rights: Right.OPERATOR, disabled: false });
  expect(await change(user.id, { disabled: false, rights: Right.OPERATOR })).toMatchObject({
    disabled: false,
  });
  expect(await change(other, { disabled: true, rights: 0n })).toMatchObject({ disabled: true, rights: 0n });
  // Without `keepOperator`, the last operator can be disabled.
  expect(await store.changeUser(user.id, { disabled: true })).toMatchObject({
    disabled: true,
    rights: Right.OPERATOR,
  });
});

describe("a token with a name", () => {
  afterEach(() => vi.useRealTimers());

  test("is a user token that contains the id of its row, and its last use is recorded", async () => {
    const { store, user, issue } = await withUser();
    const { token, entry } = await issue(" nightly backup ");
    expect(decodeJwt(token)).toMatchObject({ id: user.id, jti: `named:${entry.id}` });
    expect(await store.authenticate(`Bearer ${token}`)).toMatchObject({ username: "ada" });
    const [listed] = await store.listUserTokens(user.id, { limit: 9 });
    expect(listed).toEqual({
      ...entry,
      name: "nightly backup",
      createdBy: "keeper",
      lastUsedAt: expect.any(Number) as unknown,
    });
    expect(JSON.stringify(listed)).not.toContain(token);
    await expect(issue("\u200b")).rejects.toMatchObject({ problems: [{ path: "name" }] });
  });

  test("is refused after it was revoked, and other tokens are still accepted", async () => {
    const { store, user, issue } = await withUser();
    const [one, other] = [await issue("one"), await issue("other")];
    await store.authenticate(one.token);
    await store.revokeNamedToken(user.id, one.entry.id);
    await expect(store.authenticate(one.token)).rejects.toMatchObject(refused);
    await store.authenticate(other.token);
    const again = await store.revokeNamedToken(user.id, one.entry.id);
    expect(again.entry.revokedAt).not.toBeNull();
    const stranger = await store.createUser({ username: "bo" });
    await expect(store.revokeNamedToken(stranger.id, other.entry.id)).rejects.toMatchObject({
      code: "not-found",
    });
    await store.authenticate(other.token);
  });

  test("expires, and is refused when its row is deleted", async () => {
    const { store, db, issue } = await withUser();
    const { token, entry } = await issue();
    await db
      .updateTable("user_tokens")
      .set({ expires_at: Date.now() - 1 })
      .where("id", "=", entry.id)
      .execute();
    await expect(store.authenticate(token)).rejects.toMatchObject(refused);
    await db.deleteFrom("user_tokens").execute();
    await expect(store.authenticate(token)).rejects.toMatchObject(refused);
    const next = await issue();
    vi.useFakeTimers({ now: Date.now() + DAY + 1000, toFake: ["Date"] });
    await expect(store.authenticate(next.token)).rejects.toMatchObject(refused);
  });

  test("is not revoked together with the tokens of panel sessions, but is refused if all tokens are revoked or the account is disabled", async () => {
    const { store, user, issue } = await withUser();
    const { token } = await issue();
    const ofPage = await store.issueUserToken(user.id);
    await store.revokeUnnamedTokens(user.id);
    await expect(store.authenticate(ofPage.token)).rejects.toMatchObject(refused);
    await store.authenticate(token);
    await store.changeUser(user.id, { disabled: true });
    await expect(store.authenticate(token)).rejects.toMatchObject(refused);
    await expect(issue()).rejects.toMatchObject({ code: "conflict" });
    await expect(store.issueUserToken(user.id)).rejects.toMatchObject({ code: "conflict" });
    await store.changeUser(user.id, { disabled: false });
    await store.authenticate(token);
    await store.revokeUserTokens(user.id);
    await expect(store.authenticate(token)).rejects.toMatchObject(refused);
    await store.authenticate((await issue()).token);
  });

  test("is listed in pages, newest first", async () => {
    const { store, user, issue } = await withUser();
    for (const name of ["a", "b", "c"]) await issue(name);
    const first = await store.listUserTokens(user.id, { limit: 2 });
    const { createdAt: at, id } = first[1]!;
    const rest = await store.listUserTokens(user.id, { limit: 2, after: { at, id } });
    expect([...first, ...rest].map(({ name }) => name)).toEqual(["c", "b", "a"]);
    for (const nobody of ["1", "a\0"])
      await expect(store.listUserTokens(nobody, { limit: 2 })).rejects.toMatchObject({ code: "not-found" });
  });
});

test.runIf(onPostgres())("two operators who drop OPERATOR concurrently cannot both succeed", async () => {
  const { store, user } = await withUser();
  const other = await store.createUser({ username: "bo" });
  const both = [user.id, other.id];
  for (const id of both) await store.changeUser(id, { rights: Right.OPERATOR });
  const drops = both.map((id) => store.changeUser(id, { rights: 0n, keepOperator: true }));
  const outcomes = (await Promise.allSettled(drops)).map(({ status }) => status);
  expect(outcomes.toSorted()).toEqual(["fulfilled", "rejected"]);
});
