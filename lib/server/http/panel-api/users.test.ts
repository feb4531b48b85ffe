import { describe, expect, test } from "vitest";
import { instances } from "@/testing/rooms";
import { openTestPanel } from "@/testing/test-panel";

const panel = openTestPanel();

const newUser = async (username: string) => (await panel.get("createUser", { body: { username } })).id;

test("users are created, listed, searched and shown", async () => {
  const id = await newUser("castaway");
  expect((await panel.entries())[0]).toMatchObject({ action: "user.create", target: "castaway" });
  const list = async (query?: Record<string, string>) =>
    (await panel.get("listUsers", { query })).users.map(({ username }) => username);
  expect(await list()).toEqual(expect.arrayContaining(["castaway", "keeper"]));
  expect(await list({ search: "cast" })).toEqual(["castaway"]);
  expect(await panel.get("getUser", { params: { id } })).toMatchObject({
    username: "castaway",
    isSelf: false,
  });
  expect(await panel.get("getUser", { params: { id: panel.operator.userId! } })).toMatchObject({
    isSelf: true,
    operator: { username: "keeper" },
  });
});

describe("a change to a user", () => {
  test("sets either the rights or whether the user is disabled", async () => {
    const id = await newUser("bosun");
    expect(await panel.get("changeUser", { params: { id }, body: { rights: "512" } })).toMatchObject({
      rights: "512",
      disabled: false,
    });
    expect(await panel.get("changeUser", { params: { id }, body: { disabled: true } })).toMatchObject({
      rights: "512",
      disabled: true,
    });
  });

  test.each([{}, { disabled: true, rights: "8" }])(
    "is refused because the body does not contain exactly one change: %j",
    async (body) => {
      const { id } = await panel.get("createUser", {
        body: { username: `mate-${Object.keys(body).length}` },
      });
      const { rights } = await panel.get("getUser", { params: { id } });
      expect(await panel.ask("changeUser", { params: { id }, body })).toMatchObject({
        status: 400,
        body: { code: "invalid-input", detail: "Send either disabled or rights." },
      });
      expect(await panel.get("getUser", { params: { id } })).toMatchObject({ disabled: false, rights });
    },
  );
});

test("a token for scripts expires after the requested days, is listed, and can be revoked", async () => {
  const id = await newUser("script-owner");
  const body = { name: "backup", expiresInDays: 3 };
  const { token, entry } = await panel.get("createToken", { params: { id }, body });
  expect(await instances().store().authenticate(token)).toMatchObject({ id });
  const days = (Date.parse(entry.endsAt) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(2.99);
  expect(days).toBeLessThan(3.01);
  expect(await panel.get("listTokens", { params: { id } })).toMatchObject({
    tokens: [{ id: entry.id, name: "backup", createdBy: "keeper", state: "active" }],
  });
  const revoked = await panel.get("revokeToken", { params: { id, tokenId: entry.id } });
  expect(revoked).toMatchObject({ id: entry.id, state: "revoked" });
  await expect(instances().store().authenticate(token)).rejects.toMatchObject({ code: "unauthorized" });
});

test("banning is not available in standalone mode", async () => {
  const id = await newUser("smuggler");
  const { status, body } = await panel.ask("banUser", { params: { id }, body: { reason: "Contraband" } });
  expect([status, body]).toMatchObject([expect.any(Number), { code: "not-offered" }]);
  expect(await panel.get("getUser", { params: { id } })).toMatchObject({ username: "smuggler" });
});
