import { decodeJwt } from "jose";
import { afterEach, describe, expect, test, vi } from "vitest";
import { onPostgres } from "@/testing/test-database";
import { testInstanceStore } from "@/testing/test-instance-store";
import { Right } from "./users";

const DAY = 24 * 60 * 60 * 1000;

async function withUser() {
  const t = await testInstanceStore();
  const user = await t.store.createUser({ username: "ada" });
  // The caller has no user here, so the rules for changing one's own user do not apply.
  const { users } = t.as("");
  const issue = (name = "nightly backup", expiresAt = Date.now() + DAY) =>
    users.createToken(user.id, { name, expiresAt });
  return { ...t, users, user, issue };
}

const refused = { code: "unauthorized" };

test("people are listed by name, without bots, and can be found by name prefix or id", async () => {
  const { store, users, user, db } = await withUser();
  for (const username of ["Zed", "bo", "Boris", "Ömer", "\u{10ffff}"]) await store.createUser({ username });
  for (let nth = 0; nth < 46; nth += 1) await store.createUser({ username: "mate" });
  const bot = await store.createApplication(user.id, { name: "Bobot" });
  await store.createBot(user.id, bot.id);
  const first = await users.page({});
  const rest = await users.page({ after: first.next ?? "" });
  const mates = Array.from({ length: 46 }, () => "mate");
  expect([...first.users, ...rest.users].map(({ username }) => username)).toEqual([
    ...["ada", "bo", "Boris"],
    ...mates,
    ...["Zed", "Ömer", "\u{10ffff}"],
  ]);
  const named = async (search: string) =>
    (await users.page({ search })).users.map(({ username }) => username);
  expect(await named("BO")).toEqual(["bo", "Boris"]);
  expect(await named("öM")).toEqual(["Ömer"]);
  expect(await named(user.id)).toEqual(["ada"]);
  // A person's name can be the id of another person.
  await store.createUser({ username: user.id });
  await db
    .updateTable("users")
    .set({ username: user.id, username_key: user.id })
    .where("id", "=", user.id)
    .execute();
  expect(await named(user.id)).toEqual([user.id, user.id]);
  for (const nobody of [bot.id, "1", "x"]) {
    await expect(users.get(nobody)).rejects.toMatchObject({ code: "not-found" });
    await expect(users.change(nobody, { disabled: true })).rejects.toMatchObject({ code: "not-found" });
  }
});

test("changed rights take effect immediately", async () => {
  const { store, as, users, user, issue } = await withUser();
  const { token } = await issue();
  const all = 2n ** 64n - 1n;
  expect(await users.change(user.id, { rights: all })).toMatchObject({ rights: String(all) });
  expect((await store.authenticate(token)).rights).toBe(all);
  const drop = () => as(user.id).users.change(user.id, { rights: Right.BYPASS_RATE_LIMITS });
  await expect(drop()).rejects.toMatchObject({ code: "conflict" });
  const other = await store.createUser({ username: "bo" });
  await users.change(other.id, { rights: Right.OPERATOR });
  await users.change(other.id, { disabled: true });
  await expect(drop()).rejects.toMatchObject({ code: "conflict" });
  await users.change(other.id, { disabled: false });
  expect(await drop()).toMatchObject({ rights: String(Right.BYPASS_RATE_LIMITS) });
});

test("the last operator cannot demote or disable their own account", async () => {
  const { store, as, users, user } = await withUser();
  const own = as(user.id).users;
  await users.change(user.id, { rights: Right.OPERATOR });
  const { id: other } = await store.createUser({ username: "bo" });
  const unchanged = { rights: String(Right.OPERATOR), disabled: false };
  await expect(own.change(user.id, { disabled: true })).rejects.toMatchObject({ code: "conflict" });
  await expect(own.change(user.id, { rights: 0n })).rejects.toMatchObject({ code: "conflict" });
  expect(await own.change(user.id, {})).toMatchObject(unchanged);
  expect(await own.change(user.id, { disabled: false, rights: Right.OPERATOR })).toMatchObject(unchanged);
  expect(await own.change(other, { disabled: true, rights: 0n })).toMatchObject({
    disabled: true,
    rights: "0",
  });
  expect(await users.change(user.id, { disabled: true })).toMatchObject({ ...unchanged, disabled: true });
  expect(await users.change(user.id, { rights: 0n })).toMatchObject({ rights: "0", disabled: true });
  const rights = Right.BYPASS_RATE_LIMITS;
  expect(await own.change(user.id, { rights })).toMatchObject({ rights: String(rights) });
});

describe("a named token", () => {
  afterEach(() => vi.useRealTimers());

  test("is accepted as a user token, and its last use is recorded", async () => {
    const { store, users, user, issue } = await withUser();
    const { token, entry } = await issue(" nightly backup ");
    expect(decodeJwt(token)).toEqual({
      id: user.id,
      jti: `named:${entry.id}`,
      iat: Math.floor(Date.parse(entry.createdAt) / 1000),
      exp: Math.ceil(Date.parse(entry.endsAt) / 1000),
    });
    expect(await store.authenticate(`Bearer ${token}`)).toMatchObject({ username: "ada" });
    const [listed] = (await users.tokens(user.id, {})).tokens;
    expect(listed).toEqual({
      ...entry,
      name: "nightly backup",
      createdBy: "keeper",
      lastUsedAt: expect.any(String) as unknown,
    });
    expect(JSON.stringify(listed)).not.toContain(token);
    await expect(issue("\u200b")).rejects.toMatchObject({ problems: [{ path: "name" }] });
  });

  test("is refused after it has been revoked", async () => {
    const { store, users, user, issue } = await withUser();
    const [one, other] = [await issue("one"), await issue("other")];
    await store.authenticate(one.token);
    await users.revokeToken(user.id, one.entry.id);
    await expect(store.authenticate(one.token)).rejects.toMatchObject(refused);
    await store.authenticate(other.token);
    const again = await users.revokeToken(user.id, one.entry.id);
    expect(again.state).toBe("revoked");
    const stranger = await store.createUser({ username: "bo" });
    await expect(users.revokeToken(stranger.id, other.entry.id)).rejects.toMatchObject({
      code: "not-found",
    });
    await store.authenticate(other.token);
  });

  test("is refused after it has expired or been deleted", async () => {
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

  test("is refused from the moment at which it ends, even within a second", async () => {
    const { store, issue } = await withUser();
    const ends = Math.floor((Date.now() + DAY) / 1000) * 1000 + 500;
    const { token } = await issue("nightly backup", ends);
    vi.useFakeTimers({ now: ends - 1, toFake: ["Date"] });
    await store.authenticate(token);
    vi.setSystemTime(ends);
    await expect(store.authenticate(token)).rejects.toMatchObject(refused);
  });

  test("is not created for a bot or a deleted user", async () => {
    const { store, users, user, db, issue } = await withUser();
    const bot = await store.createApplication(user.id, { name: "Lamp" });
    await store.createBot(user.id, bot.id);
    const input = { name: "script", expiresAt: Date.now() + DAY };
    for (const nobody of [bot.id, "1", "x"])
      await expect(users.createToken(nobody, input)).rejects.toMatchObject({ code: "not-found" });
    await db.updateTable("users").set({ deleted: 1 }).where("id", "=", user.id).execute();
    await expect(issue()).rejects.toMatchObject({ code: "not-found" });
  });

  test("is refused if the account is disabled or all its tokens are revoked", async () => {
    const { store, users, user, issue } = await withUser();
    const { token } = await issue();
    const ofPage = await store.issueUserToken(user.id);
    await store.revokeUnnamedTokens(user.id);
    await expect(store.authenticate(ofPage.token)).rejects.toMatchObject(refused);
    await store.authenticate(token);
    await users.change(user.id, { disabled: true });
    await expect(store.authenticate(token)).rejects.toMatchObject(refused);
    await expect(issue()).rejects.toMatchObject({ code: "conflict" });
    await expect(store.issueUserToken(user.id)).rejects.toMatchObject({ code: "conflict" });
    await users.change(user.id, { disabled: false });
    await store.authenticate(token);
    await store.revokeUserTokens(user.id);
    await expect(store.authenticate(token)).rejects.toMatchObject(refused);
    await store.authenticate((await issue()).token);
  });

  test("is listed in pages, newest first", async () => {
    const { users, user, issue } = await withUser();
    const names = Array.from({ length: 52 }, (_, nth) => `token ${nth}`);
    for (const name of names) await issue(name);
    const first = await users.tokens(user.id, {});
    const rest = await users.tokens(user.id, { after: first.next ?? "" });
    expect([...first.tokens, ...rest.tokens].map(({ name }) => name)).toEqual(names.toReversed());
    for (const nobody of ["1", "a\0"])
      await expect(users.tokens(nobody, {})).rejects.toMatchObject({ code: "not-found" });
  });
});

test.runIf(onPostgres())("the last two operators cannot demote themselves at the same time", async () => {
  const { store, as, users, user } = await withUser();
  const other = await store.createUser({ username: "bo" });
  const both = [user.id, other.id];
  for (let round = 0; round < 10; round += 1) {
    for (const id of both) await users.change(id, { rights: Right.OPERATOR });
    const drops = both.map((id) => as(id).users.change(id, { rights: 0n }));
    const outcomes = (await Promise.allSettled(drops)).map(({ status }) => status);
    expect(outcomes.toSorted()).toEqual(["fulfilled", "rejected"]);
  }
});
