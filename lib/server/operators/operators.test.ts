import { expect, test } from "vitest";
import { writeMeta } from "@/lib/server/db";
import { testDatabase } from "@/testing/test-database";
import { testRoom } from "@/testing/test-operators";
import { changeOperator, removeOperator } from "./operator-changes";
import {
  createOperator,
  endSessions,
  linkUser,
  listOperators,
  requirePassword,
  verifiedOperator,
  verifyCredentials,
} from "./operators";
import { createApiToken, listApiTokens } from "./api-tokens";
import { createInvitation, listInvitations, takeInvitation } from "./invitations";
import { removePasskey, removeTotp } from "./factors";
import { resetPassword } from "./reset";
import type { OperatorsRoom } from "./room";
import { beginSession, findSession, sessionKey } from "./session-store";

const password = "a lantern on the pier";
const caller = { address: "203.0.113.7", userAgent: "" };

async function twoOwners() {
  const db = await testDatabase();
  const room = testRoom(db);
  const add = (username: string) => createOperator(db, { username, password, userId: null });
  return { db, room, ada: await add("ada"), bo: await add("bo") };
}

test.each([
  ["disable", { disabled: true }, { disabled: false }],
  ["demote", { role: "editor" }, { role: "owner" }],
] as const)("if two owners %s each other concurrently, one owner remains", async (_, change, back) => {
  const { room, ada, bo } = await twoOwners();
  for (let round = 0; round < 10; round += 1) {
    const results = await Promise.allSettled([ada, bo].map(({ id }) => changeOperator(room, id, change)));
    const refused = results.filter((result) => result.status === "rejected");
    expect(refused).toMatchObject([{ reason: { code: "conflict" } }]);
    for (const { id } of [ada, bo]) await changeOperator(room, id, back);
  }
});

test("if two second factors are removed concurrently, and one is required, one remains", async () => {
  const { db, ada } = await twoOwners();
  const own = { operator_id: ada.id, created_at: 0 };
  await writeMeta(db, "second-factor-required", "1");
  for (let round = 0; round < 10; round += 1) {
    const passkey = { ...own, id: "key", name: "key", public_key: "", counter: 0, transports: "[]" };
    await db
      .insertInto("passkeys")
      .values(passkey)
      .onConflict((one) => one.doNothing())
      .execute();
    const app = { ...own, secret: "", last_step: 0 };
    await db
      .insertInto("totp")
      .values(app)
      .onConflict((one) => one.doNothing())
      .execute();
    const results = await Promise.allSettled([removePasskey(db, ada.id, "key"), removeTotp(db, ada.id)]);
    const refused = results.filter((result) => result.status === "rejected");
    expect(refused).toMatchObject([{ reason: { code: "conflict" } }]);
  }
});

test("of two people who use an invitation concurrently, one may join", async () => {
  const { db, ada } = await twoOwners();
  for (let round = 0; round < 10; round += 1) {
    const facts = { role: "editor", note: "", expiresAt: Date.now() + 60_000 } as const;
    const { token } = await createInvitation(db, ada, facts);
    const take = () => db.transaction().execute((tx) => takeInvitation(tx, token));
    const results = await Promise.allSettled([take(), take()]);
    const refused = results.filter((result) => result.status === "rejected");
    expect(refused).toMatchObject([{ reason: { code: "forbidden" } }]);
  }
});

test("the last owner cannot be disabled, demoted or removed", async () => {
  const { db, room, ada, bo } = await twoOwners();
  await createOperator(db, { username: "cy", password, userId: null, role: "viewer" });
  await changeOperator(room, bo.id, { role: "editor" });
  const refusal = { code: "conflict", message: expect.stringContaining("last owner") };
  for (const change of [{ disabled: true }, { role: "viewer" }] as const)
    await expect(changeOperator(room, ada.id, change)).rejects.toMatchObject(refusal);
  await expect(removeOperator(room, ada.id)).rejects.toMatchObject(refusal);
  // A disabled owner cannot sign in, so this owner does not count.
  await changeOperator(room, bo.id, { role: "owner" });
  await changeOperator(room, bo.id, { disabled: true });
  await expect(removeOperator(room, ada.id)).rejects.toMatchObject(refusal);
  await changeOperator(room, bo.id, { disabled: false });
  await removeOperator(room, ada.id);
  expect((await listOperators(db)).map(({ username, role }) => [username, role])).toEqual([
    ["bo", "owner"],
    ["cy", "viewer"],
  ]);
});

test.each([
  ["it refuses", null, "https://id.example.org", "https://id.example.org"],
  ["are of another provider", "sealed", "https://old.example.org", "https://id.example.org"],
  ["are of a provider that is gone", "sealed", "https://id.example.org", null],
])("an owner cannot be removed if all other owners %s", async (_, grant, issuer, present) => {
  const { db, room, ada, bo } = await twoOwners();
  const provider = (at: string | null) =>
    testRoom(db, { oidc: at === null ? null : ({ issuer: at } as OperatorsRoom["env"]["oidc"]) });
  await db
    .updateTable("operators")
    .set({ oidc_issuer: issuer, oidc_subject: "bo", oidc_grant: grant })
    .where("id", "=", bo.id)
    .execute();
  const refusal = { code: "conflict", message: expect.stringContaining("last owner") };
  await expect(changeOperator(provider(present), ada.id, { role: "viewer" })).rejects.toMatchObject(refusal);
  await expect(removeOperator(room, ada.id)).rejects.toMatchObject(refusal);
  await db.updateTable("operators").set({ oidc_grant: "sealed" }).where("id", "=", bo.id).execute();
  await changeOperator(provider(issuer), ada.id, { role: "viewer" });
});

test("a new role applies to the operator's existing sessions", async () => {
  const { db, room, ada, bo } = await twoOwners();
  const verified = await verifyCredentials(room, { username: "bo", password });
  const key = sessionKey(await beginSession(db, verified!, caller));
  expect((await findSession(room, key))?.role).toBe("owner");
  await changeOperator(room, bo.id, { role: "viewer" });
  expect((await findSession(room, key))?.role).toBe("viewer");
  await removeOperator(room, bo.id);
  expect(await findSession(room, key)).toBeUndefined();
  expect(await verifyCredentials(room, { username: "bo", password })).toBeUndefined();
  await expect(changeOperator(room, bo.id, { role: "owner" })).rejects.toMatchObject({ code: "not-found" });
  expect(await listOperators(db)).toMatchObject([{ id: ada.id }]);
});

test("an operator can be renamed, but not to another operator's name", async () => {
  const { room, bo } = await twoOwners();
  await expect(changeOperator(room, bo.id, { username: "ADA" })).rejects.toMatchObject({ code: "conflict" });
  await changeOperator(room, bo.id, { username: "Bo" });
  await changeOperator(room, bo.id, { username: "Beatrix" });
  expect(await verifyCredentials(room, { username: "beatrix", password })).toMatchObject({ id: bo.id });
  expect(await verifyCredentials(room, { username: "bo", password })).toBeUndefined();
});

test.each(["requiring a new password", "a reset on the command line"])(
  "%s deletes the operator's API tokens and invitations",
  async (how) => {
    const { db, room, ada, bo } = await twoOwners();
    const token = { name: "script", role: "owner", confirmed: true, expiresAt: Date.now() + 60_000 } as const;
    for (const operator of [ada, bo]) {
      await createApiToken(db, { operator, role: "owner" }, token);
      await createInvitation(db, operator, { ...token, note: "" });
    }
    await (how.startsWith("requiring") ? requirePassword(room, ada, bo.id) : resetPassword(room, "bo"));
    expect((await listApiTokens(db)).map(({ operator }) => operator)).toEqual(["ada"]);
    expect((await listInvitations(db)).map(({ invitedBy }) => invitedBy)).toEqual(["ada"]);
  },
);

test("nobody gets the name of a removed operator, or a name that looks like an operator's", async () => {
  const { db, room, ada, bo } = await twoOwners();
  const add = (username: string) => createOperator(db, { username, password, userId: null });
  const conflict = (words: RegExp) => ({
    code: "conflict",
    message: expect.stringMatching(words) as unknown,
    problems: [{ path: "username", message: "This username is taken." }],
  });
  await expect(add("aԁa")).rejects.toMatchObject(conflict(/looks like the name of the operator "ada"/));
  await expect(add("ADA")).rejects.toMatchObject(conflict(/already an operator named/));
  await expect(changeOperator(room, bo.id, { username: "аԁа" })).rejects.toMatchObject(
    conflict(/looks like/),
  );
  expect(await changeOperator(room, bo.id, { username: "Bo" })).toMatchObject({ username: "Bo" });
  await removeOperator(room, ada.id);
  for (const username of ["ada", "Ada", "аԁа"]) {
    await expect(add(username)).rejects.toMatchObject(conflict(/who was removed/));
    await expect(changeOperator(room, bo.id, { username })).rejects.toMatchObject(
      conflict(/who was removed/),
    );
  }
  expect(await add("adam")).toMatchObject({ username: "adam" });
  // A capital I looks like a small L.
  const ida = await add("ida");
  await expect(add("IDA")).rejects.toMatchObject(conflict(/already an operator named/));
  await removeOperator(room, ida.id);
  await expect(add("IDA")).rejects.toMatchObject(conflict(/who was removed/));
});

test("an operator of a provider has no password, also if others sign in with one", async () => {
  const db = await testDatabase();
  const room = testRoom(db);
  await createOperator(db, { username: "ada", password, userId: null });
  const linked = { oidc_issuer: "https://login.example.org", oidc_subject: "ada", oidc_grant: "sealed" };
  await db.updateTable("operators").set(linked).execute();
  expect(await verifyCredentials(room, { username: "ada", password })).toBeUndefined();
});

test("sessions that end are removed", async () => {
  const { db, room, ada, bo } = await twoOwners();
  for (const { id } of [ada, bo]) await beginSession(db, (await verifiedOperator(db, id))!, caller);
  await endSessions(room, ada.id);
  const rows = await db.selectFrom("sessions").select("operator_id").execute();
  expect(rows).toEqual([{ operator_id: bo.id }]);
});

test("an operator gets a user once", async () => {
  const { db, ada, bo } = await twoOwners();
  await linkUser(db, ada.id, "5");
  await linkUser(db, ada.id, "6");
  expect((await listOperators(db)).map(({ id, userId }) => [id, userId])).toEqual([
    [ada.id, "5"],
    [bo.id, null],
  ]);
});

test("operators are listed with what others may know of them", async () => {
  const { db, ada, bo } = await twoOwners();
  await db
    .updateTable("operators")
    .set({ user_id: "5", role: "captain", sections: '["general"]', disabled: 1, must_change_password: 1 })
    .set({ oidc_subject: "bo", created_at: 7 })
    .where("id", "=", bo.id)
    .execute();
  const no = { disabled: false, mustChangePassword: false, isProvided: false };
  expect(await listOperators(db)).toEqual([
    { id: ada.id, username: "ada", userId: null, role: "owner", ...no, createdAt: expect.any(Number) },
    {
      ...{ id: bo.id, username: "bo", userId: "5", role: "viewer", sections: ["general"], createdAt: 7 },
      ...{ disabled: true, mustChangePassword: true, isProvided: true },
    },
  ]);
});

test("the provider decides about the role of its operators, and the only owner can become owner again", async () => {
  const { db, room, ada, bo } = await twoOwners();
  await db.updateTable("operators").set({ oidc_subject: "bo" }).where("id", "=", bo.id).execute();
  await expect(changeOperator(room, bo.id, { role: "viewer" })).rejects.toMatchObject({
    ...{ code: "conflict", message: expect.stringContaining("The sign-in provider manages") as unknown },
  });
  expect(await changeOperator(room, bo.id, { sections: ["general"] })).toMatchObject({
    sections: ["general"],
  });
  expect(await changeOperator(room, bo.id, { sections: null })).not.toHaveProperty("sections");
  expect(await changeOperator(room, ada.id, { role: "owner" })).toMatchObject({ role: "owner" });
  await expect(requirePassword(room, ada, ada.id)).rejects.toMatchObject({ code: "conflict" });
  await expect(requirePassword(room, ada, bo.id)).rejects.toMatchObject({ code: "conflict" });
  await expect(requirePassword(room, ada, 99)).rejects.toMatchObject({ code: "not-found" });
});
