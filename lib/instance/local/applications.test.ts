import { expect, test } from "vitest";
import { testDirectory } from "./test-directory";

test("an application has its owner, and a bot only when it is asked for", async () => {
  const { directory, settings } = await testDirectory();
  const owner = await directory.createUser({ username: "ada" });
  const plain = await directory.createApplication(owner.id, { name: " Harbor  " });
  expect(plain).toMatchObject({ name: "Harbor", owner: { id: owner.id, username: "ada" }, bot: null });
  settings["general.autoCreateBotUsers"] = true;
  const ready = await directory.createApplication(owner.id, { name: "Lighthouse" });
  expect(ready.bot).toEqual({ id: ready.id, username: "Lighthouse" });
  expect(await directory.listApplications(owner.id)).toEqual([ready, plain]);
});

test("the length of a name is the live limit", async () => {
  const { directory, settings } = await testDirectory();
  const owner = await directory.createUser({ username: "ada" });
  settings["limits.user.maxUsername"] = 4;
  await expect(directory.createApplication(owner.id, { name: "Harbor" })).rejects.toMatchObject({
    code: "invalid-input",
    problems: [{ path: "name", message: "Must be between 1 and 4 in length." }],
  });
});

test("parallel calls make one bot, and every token works", async () => {
  const { directory, db } = await testDirectory();
  const owner = await directory.createUser({ username: "ada" });
  const { id } = await directory.createApplication(owner.id, { name: "Harbor" });
  const made = await Promise.all(Array.from({ length: 20 }, () => directory.createBot(owner.id, id)));
  expect(new Set(made.map(({ token }) => token)).size).toBe(20);
  for (const { token } of made) {
    expect(await directory.authenticate(`Bot ${token}`)).toMatchObject({ id, username: "Harbor", bot: true });
  }
  const bots = await db.selectFrom("users").select("id").where("bot", "=", 1).execute();
  expect(bots).toEqual([{ id }]);
});

test("a reset ends every earlier token and nothing later", async () => {
  const { directory } = await testDirectory();
  const owner = await directory.createUser({ username: "ada" });
  const { id } = await directory.createApplication(owner.id, { name: "Harbor" });
  await expect(directory.resetBotToken(owner.id, id)).rejects.toMatchObject({
    code: "application-has-no-bot",
  });
  const before = await directory.createBot(owner.id, id);
  const reset = await directory.resetBotToken(owner.id, id);
  const after = await directory.createBot(owner.id, id);
  await expect(directory.authenticate(before.token)).rejects.toMatchObject({ code: "unauthorized" });
  expect(await directory.authenticate(reset.token)).toMatchObject({ id });
  expect(await directory.authenticate(after.token)).toMatchObject({ id });
  const again = await directory.resetBotToken(owner.id, id);
  await expect(directory.authenticate(after.token)).rejects.toMatchObject({ code: "unauthorized" });
  expect(await directory.authenticate(again.token)).toMatchObject({ id });
});

test("only the owner gets a token, and what is no application is unknown", async () => {
  const { directory } = await testDirectory();
  const [owner, other] = [
    await directory.createUser({ username: "ada" }),
    await directory.createUser({ username: "bo" }),
  ];
  const { id } = await directory.createApplication(owner.id, { name: "Harbor" });
  for (const call of [directory.createBot, directory.resetBotToken]) {
    await expect(call(other.id, id)).rejects.toMatchObject({ code: "not-application-owner" });
    await expect(call(owner.id, "123")).rejects.toMatchObject({ code: "unknown-application" });
    await expect(call(owner.id, "' or 1=1")).rejects.toMatchObject({ code: "unknown-application" });
  }
});

test("a token ends with its user's revocation or disabling, and with the secret", async () => {
  const { directory, settings } = await testDirectory();
  const { id } = await directory.createUser({ username: "ada" });
  const { token } = await directory.issueUserToken(id, { expiresInSeconds: 60 });
  expect(await directory.authenticate(`Bearer ${token}`)).toMatchObject({ id, bot: false });
  await expect(directory.authenticate(`Bot ${token}`)).rejects.toMatchObject({ code: "unauthorized" });

  await directory.setUserDisabled(id, true);
  await expect(directory.authenticate(token)).rejects.toMatchObject({ code: "unauthorized" });
  await directory.setUserDisabled(id, false);
  expect(await directory.authenticate(token)).toMatchObject({ id });

  await directory.revokeUserTokens(id);
  await expect(directory.authenticate(token)).rejects.toMatchObject({ code: "unauthorized" });
  const fresh = await directory.issueUserToken(id);
  expect(fresh.expiresAt).toBeNull();
  expect(await directory.authenticate(fresh.token)).toMatchObject({ id });

  settings["security.jwtSecret"] = "another secret of more than thirty-two bytes";
  await expect(directory.authenticate(fresh.token)).rejects.toMatchObject({ code: "unauthorized" });
});
