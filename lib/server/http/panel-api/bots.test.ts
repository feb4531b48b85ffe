import { describe, expect, test } from "vitest";
import { instances } from "@/testing/rooms";
import { openTestPanel } from "@/testing/test-panel";

const panel = openTestPanel();

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** Creates a bot and issues its first token. */
async function newBot(name = "Buoy"): Promise<{ id: string; token: string }> {
  const { id } = await panel.get("createApplication", { body: { name } });
  return { id, token: (await panel.get("issueToken", { params: { id } })).token };
}

const accepts = (token: string) =>
  instances()
    .store()
    .authenticate(`Bot ${token}`)
    .then(
      ({ bot }) => bot,
      () => false,
    );

test("a bot is created, listed, searched and shown", async () => {
  const { id } = await newBot("Lighthouse");
  expect((await panel.get("listApplications")).find((one) => one.id === id)).toMatchObject({
    name: "Lighthouse",
  });
  expect((await panel.get("listBots", { query: { search: "lightho" } })).bots).toMatchObject([{ id }]);
  expect((await panel.get("listBots", { query: { search: "no bot" } })).bots).toEqual([]);
  expect(await panel.get("getBot", { params: { id } })).toMatchObject({
    name: "Lighthouse",
    owner: { username: "keeper" },
    guilds: [],
    invite: { url: `http://localhost:3000/oauth2/authorize?client_id=${id}`, at: "panel-here" },
  });
  expect(await panel.ask("getBot", { params: { id: "1" } })).toMatchObject({ status: 404 });
});

describe("editing a bot", () => {
  test("stores the changes and records one audit entry", async () => {
    const { id } = await newBot();
    const body = { name: "Bell buoy", description: "Rings", public: false };
    expect(await panel.get("editBot", { params: { id }, body })).toMatchObject({ id, ...body });
    expect(await panel.get("getBot", { params: { id } })).toMatchObject(body);
    expect(await panel.entries()).toMatchObject([{ action: "bot.edit", actor: "keeper", outcome: "done" }]);
  });

  test("transfers the bot to another user if the request changes only the owner", async () => {
    const { id } = await newBot();
    const { userId: ownerId } = (await panel.visitor({ username: "mara" })).operator;
    const both = await panel.ask("editBot", { params: { id }, body: { ownerId, name: "Bell" } });
    expect(both).toMatchObject({
      status: 400,
      body: { code: "invalid-input", detail: expect.stringContaining("separate request") },
    });
    expect(await panel.get("getBot", { params: { id } })).toMatchObject({
      name: "Buoy",
      owner: { username: "keeper" },
    });
    await panel.get("editBot", { params: { id }, body: { ownerId } });
    expect(await panel.get("getBot", { params: { id } })).toMatchObject({ owner: { username: "mara" } });
    expect((await panel.entries())[0]).toMatchObject({ action: "bot.transfer" });
  });

  test("needs proof of identity only for a transfer", async () => {
    const { id } = await newBot();
    const visitor = panel.as({ isProved: false });
    const { userId: ownerId } = (await panel.visitor({})).operator;
    expect(await visitor.ask("editBot", { params: { id }, body: { ownerId } })).toMatchObject({
      status: 403,
      body: { code: "proof-required", detail: expect.stringContaining("The bot was not transferred") },
    });
    expect(await visitor.get("editBot", { params: { id }, body: { name: "Bell" } })).toMatchObject({
      name: "Bell",
    });
  });
});

describe("a bot's token", () => {
  test("stops working when it is reset", async () => {
    const { id, token } = await newBot();
    expect(await accepts(token)).toBe(true);
    const { token: next } = await panel.get("resetToken", { params: { id }, body: {} });
    expect([await accepts(token), await accepts(next)]).toEqual([false, true]);
    expect((await panel.entries())[0]).toMatchObject({ action: "bot.reset" });
  });

  test("can be replaced only with proof of identity", async () => {
    const visitor = panel.as({ isProved: false });
    const { id } = await panel.get("createApplication", { body: { name: "Lamp" } });
    const { token } = await visitor.get("issueToken", { params: { id } });
    expect(await accepts(token)).toBe(true);
    const again = await visitor.ask("issueToken", { params: { id } });
    expect(again).toMatchObject({
      status: 403,
      body: { code: "proof-required", detail: expect.stringContaining("No token was created") },
    });
    expect(await accepts(token)).toBe(true);
    // The panel cannot determine whether an unknown application has a bot, so issuing a token needs proof of
    // identity.
    expect(await visitor.ask("issueToken", { params: { id: "1" } })).toMatchObject({ status: 403 });
    expect(await panel.ask("issueToken", { params: { id: "1" } })).toMatchObject({ status: 404 });
  });
});

test("deleting a bot makes its token invalid", async () => {
  const { id, token } = await newBot();
  expect(await panel.get("deleteBot", { params: { id }, body: {} })).toEqual({ deleted: id });
  expect(await accepts(token)).toBe(false);
  expect(await panel.ask("getBot", { params: { id } })).toMatchObject({ status: 404 });
  expect((await panel.entries())[0]).toMatchObject({ action: "bot.delete" });
});

test("a bot can be added to a guild and removed from it", async () => {
  const { id } = await newBot();
  const { id: guildId } = await panel.get("createGuild", { body: { name: "Harbor" } });
  const params = { id, guildId };
  expect(await panel.get("authorizeBot", { params, body: { permissions: "1024" } })).toEqual({
    kind: "added",
    granted: "1024",
  });
  expect(await panel.get("botGuilds", { params: { id } })).toMatchObject({
    guilds: [{ id: guildId, name: "Harbor", permissions: "1024" }],
  });
  expect(await panel.get("removeBot", { params })).toEqual({ removed: guildId });
  expect(await panel.get("botGuilds", { params: { id } })).toMatchObject({ guilds: [] });
  expect((await panel.entries(2)).map(({ action }) => action)).toEqual(["bot.remove", "bot.authorize"]);
  expect(await panel.ask("authorizeBot", { params, body: { permissions: "many" } })).toMatchObject({
    status: 422,
  });
});

describe("a bot's picture", () => {
  test("can be set, shown and removed", async () => {
    const { id } = await newBot();
    const { icon: hash } = await panel.get("setPicture", { params: { id }, body: PNG });
    expect(hash).not.toBeNull();
    const params = { id, hash: hash! };
    const shown = await panel.ask("picture", { params });
    expect(shown.status).toBe(200);
    expect(shown.headers).toMatchObject({
      etag: `"${hash}"`,
      "content-type": "image/png",
      "cache-control": "private, max-age=31536000, immutable",
    });
    expect(Buffer.from(shown.body as Uint8Array)).toEqual(PNG);
    const known = await panel.ask("picture", { params, headers: { "if-none-match": `"${hash}"` } });
    expect(known).toMatchObject({ status: 304, headers: { etag: `"${hash}"` }, body: undefined });
    const changed = await panel.ask("picture", { params, headers: { "if-none-match": '"earlier"' } });
    expect(changed.status).toBe(200);
    expect(await panel.get("removePicture", { params: { id } })).toMatchObject({ icon: null });
    expect(await panel.ask("picture", { params })).toMatchObject({
      status: 404,
      body: { detail: expect.stringContaining("no longer exists") },
    });
  });

  test("is refused if the request contains no picture", async () => {
    const { id } = await newBot();
    expect(await panel.ask("setPicture", { params: { id } })).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining("no picture in the request") },
    });
    expect(await panel.ask("setPicture", { params: { id }, body: "not a picture" })).toMatchObject({
      status: 415,
    });
  });
});
