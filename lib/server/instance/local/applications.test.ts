import { expect, onTestFinished, test, vi } from "vitest";
import { decodeJwt } from "jose";
import { listAudit } from "@/lib/server/audit";
import { signToken } from "./tokens";
import { testInstanceStore } from "@/testing/test-instance-store";

test("a new application has a bot only if bots are created automatically", async () => {
  const { store, settings, db } = await testInstanceStore();
  const owner = await store.createUser({ username: "ada" });
  const plain = await store.createApplication(owner.id, { name: " Harbor  " });
  expect(plain).toMatchObject({ name: "Harbor", owner: { id: owner.id, username: "ada" }, bot: null });
  settings["general.autoCreateBotUsers"] = true;
  const ready = await store.createApplication(owner.id, { name: "Lighthouse" });
  expect(ready.bot).toEqual({ id: ready.id, username: "Lighthouse" });
  expect(await store.listApplications(owner.id)).toEqual([ready, plain]);
  expect((await listAudit(db)).map(({ action, target, detail }) => [action, target, detail])).toEqual([
    ["application.create", "Lighthouse", { application: ready.id, bot: true }],
    ["application.create", "Harbor", { application: plain.id }],
  ]);
});

test("the maximum length of an application's name follows the live configuration", async () => {
  const { store, settings } = await testInstanceStore();
  const owner = await store.createUser({ username: "ada" });
  settings["limits.user.maxUsername"] = 4;
  await expect(store.createApplication(owner.id, { name: "Harbor" })).rejects.toMatchObject({
    code: "invalid-input",
    problems: [{ path: "name", message: "Must be between 1 and 4 in length." }],
  });
});

test("concurrent requests for a bot create one bot, and every returned token works", async () => {
  const { store, db } = await testInstanceStore();
  const owner = await store.createUser({ username: "ada" });
  const { id } = await store.createApplication(owner.id, { name: "Harbor" });
  const made = await Promise.all(Array.from({ length: 20 }, () => store.createBot(owner.id, id)));
  expect(new Set(made.map(({ token }) => token)).size).toBe(20);
  for (const { token } of made) {
    expect(await store.authenticate(`Bot ${token}`)).toMatchObject({ id, username: "Harbor", bot: true });
  }
  const bots = await db.selectFrom("users").select("id").where("bot", "=", 1).execute();
  expect(bots).toEqual([{ id }]);
});

test("resetting a bot's token revokes the bot's previous tokens", async () => {
  const { store } = await testInstanceStore();
  const owner = await store.createUser({ username: "ada" });
  const { id } = await store.createApplication(owner.id, { name: "Harbor" });
  await expect(store.resetBotToken(owner.id, id)).rejects.toMatchObject({
    code: "application-has-no-bot",
  });
  const before = await store.createBot(owner.id, id);
  const reset = await store.resetBotToken(owner.id, id);
  const after = await store.createBot(owner.id, id);
  await expect(store.authenticate(before.token)).rejects.toMatchObject({ code: "unauthorized" });
  expect(await store.authenticate(reset.token)).toMatchObject({ id });
  expect(await store.authenticate(after.token)).toMatchObject({ id });
  const again = await store.resetBotToken(owner.id, id);
  await expect(store.authenticate(after.token)).rejects.toMatchObject({ code: "unauthorized" });
  expect(await store.authenticate(again.token)).toMatchObject({ id });
});

test("issuing a token is refused for an unknown application, and for anyone but the owner", async () => {
  const { store } = await testInstanceStore();
  const [owner, other] = [
    await store.createUser({ username: "ada" }),
    await store.createUser({ username: "bo" }),
  ];
  const { id } = await store.createApplication(owner.id, { name: "Harbor" });
  for (const call of [store.createBot, store.resetBotToken]) {
    await expect(call(other.id, id)).rejects.toMatchObject({ code: "not-application-owner" });
    await expect(call(owner.id, "123")).rejects.toMatchObject({ code: "unknown-application" });
    await expect(call(owner.id, "' or 1=1")).rejects.toMatchObject({ code: "unknown-application" });
  }
});

test("user tokens are refused if the user is disabled, the tokens are revoked, or the secret changes", async () => {
  const { store, as, settings } = await testInstanceStore();
  const { id } = await store.createUser({ username: "ada" });
  const { users } = as("");
  const { token, expiresAt } = await store.issueUserToken(id, { expiresInSeconds: 60, sessionId: "own" });
  expect(await store.authenticate(`Bearer ${token}`)).toMatchObject({ id, bot: false, sessionId: "own" });
  expect(expiresAt).toBe(decodeJwt(token).exp! * 1000);
  await expect(store.authenticate(`Bot ${token}`)).rejects.toMatchObject({ code: "unauthorized" });

  await users.change(id, { disabled: true });
  await expect(store.authenticate(token)).rejects.toMatchObject({ code: "unauthorized" });
  await users.change(id, { disabled: false });
  expect(await store.authenticate(token)).toMatchObject({ id });

  await store.revokeUserTokens(id);
  await expect(store.authenticate(token)).rejects.toMatchObject({ code: "unauthorized" });
  const fresh = await store.issueUserToken(id);
  expect(fresh.expiresAt).toBeNull();
  expect(await store.authenticate(fresh.token)).toMatchObject({ id });

  settings["security.jwtSecret"] = "another secret of more than thirty-two bytes";
  await expect(store.authenticate(fresh.token)).rejects.toMatchObject({ code: "unauthorized" });
});

test("tokens are accepted from the second in which their user was created", async () => {
  const { store, db, settings } = await testInstanceStore();
  const { id } = await store.createUser({ username: "ada" });
  const user = await db
    .selectFrom("users")
    .select("created_at")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const second = Math.floor(user.created_at / 1000);
  const issuedIn = (issuedAt: number) =>
    store.authenticate(signToken(String(settings["security.jwtSecret"]), { userId: id, issuedAt }));
  expect(await issuedIn(second)).toMatchObject({ id });
  await expect(issuedIn(second - 1)).rejects.toMatchObject({ code: "unauthorized" });
});

test("each new bot token has an audit entry, and the first entry also records the new bot", async () => {
  const { store, db } = await testInstanceStore();
  const owner = await store.createUser({ username: "ada" });
  const { id } = await store.createApplication(owner.id, { name: "Harbor" });
  for (const call of [store.createBot, store.createBot, store.resetBotToken]) await call(owner.id, id);
  const entries = (await listAudit(db, {})).map(({ action, target, detail }) => [action, target, detail]);
  expect(entries.slice(0, 3).reverse()).toEqual([
    ["bot.token", "Harbor", { application: id, bot: true }],
    ["bot.token", "Harbor", { application: id }],
    ["bot.reset", "Harbor", { application: id }],
  ]);
});

test("the last use of a named token is recorded at most once a minute", async () => {
  const { store, as, db } = await testInstanceStore();
  const { id } = await store.createUser({ username: "ada" });
  const now = Date.now();
  vi.useFakeTimers({ now, toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const { token } = await as(id).users.createToken(id, { name: "script", expiresAt: now + 600_000 });
  const lastUse = async (after: number) => {
    vi.setSystemTime(now + after);
    expect(await store.authenticate(token)).toMatchObject({ id });
    const { last_used_at } = await db
      .selectFrom("user_tokens")
      .select("last_used_at")
      .executeTakeFirstOrThrow();
    return (last_used_at ?? 0) - now;
  };
  expect([await lastUse(1_000), await lastUse(60_999), await lastUse(61_000)]).toEqual([
    1_000, 1_000, 61_000,
  ]);
});

async function withBot() {
  const t = await testInstanceStore();
  const [ada, bo] = [
    await t.store.createUser({ username: "ada" }),
    await t.store.createUser({ username: "bo" }),
  ];
  const { id } = await t.store.createApplication(ada.id, { name: "Lamp" });
  await t.store.createBot(ada.id, id);
  const entries = async () =>
    (await listAudit(t.db)).map(({ action, actor, target, detail }) => ({ action, actor, target, detail }));
  return { ...t, ada: ada.id, bo: bo.id, id, entries };
}

test("the owner reads, edits and deletes an application, and each change has an audit entry", async () => {
  const { store, ada, id, entries } = await withBot();
  expect(await store.getApplication(ada, id)).toMatchObject({ id, name: "Lamp", botPublic: true });
  expect(await store.editApplication(ada, id, { description: "Shines" })).toMatchObject({ botPublic: true });
  expect(await store.editApplication(ada, id, {})).toMatchObject({ name: "Lamp", description: "Shines" });
  const edited = await store.editApplication(ada, id, { name: "Beacon", public: false });
  expect(edited).toMatchObject({ name: "Beacon", botPublic: false, bot: { username: "Beacon" } });
  expect((await entries())[0]).toMatchObject({
    action: "bot.edit",
    target: "Beacon",
    detail: { application: id, changed: ["name", "public"] },
  });
  await store.deleteApplication(ada, id);
  expect((await entries())[0]).toMatchObject({
    action: "bot.delete",
    target: "Beacon",
    detail: { application: id },
  });
  await expect(store.getApplication(ada, id)).rejects.toMatchObject({ code: "unknown-application" });
});

test("only the owner can read, edit or delete an application, and a refusal changes nothing", async () => {
  const { store, ada, bo, id } = await withBot();
  const calls = [
    (caller: string, application: string) => store.getApplication(caller, application),
    (caller: string, application: string) => store.editApplication(caller, application, { name: "Mine" }),
    (caller: string, application: string) => store.deleteApplication(caller, application),
  ];
  for (const call of calls) {
    await expect(call(bo, id)).rejects.toMatchObject({ code: "not-application-owner" });
    for (const unknown of ["1", "' or 1=1", ada])
      await expect(call(ada, unknown)).rejects.toMatchObject({ code: "unknown-application" });
  }
  expect(await store.getApplication(ada, id)).toMatchObject({ name: "Lamp" });
  expect(await store.getBot(id)).toMatchObject({ name: "Lamp", owner: { id: ada } });
  await expect(store.getBot("1")).rejects.toMatchObject({ code: "unknown-application" });
});
