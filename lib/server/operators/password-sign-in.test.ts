import { expect, onTestFinished, test, vi } from "vitest";
import type { OperatorsRoom } from "./room";
import { testDatabase } from "@/testing/test-database";
import { testRoom } from "@/testing/test-operators";
import { changeOperator } from "./operator-changes";
import { createOperator } from "./operators";
import { resetPassword } from "./reset";
import { findSession, sessionKey } from "./session-store";
import { signIn } from "./sign-in";

/* In these tests, password sign-in is turned off. */

const caller = { address: "203.0.113.7", userAgent: "" };
const enter = (room: OperatorsRoom, password: string) => signIn(room, { username: "ada", password }, caller);
const password = "a lantern on the pier";

test("if password sign-in is off, only a temporary password is accepted", async () => {
  const db = await testDatabase();
  const room = testRoom(db, { passwordSignIn: false });
  const { id } = await createOperator(db, { username: "ada", password, userId: null });
  expect(await enter(room, password)).toEqual({ error: "wrong" });
  const reset = await resetPassword(room, "ada");
  expect(await enter(room, reset.password)).toMatchObject({ operator: { id } });
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  await db
    .updateTable("operators")
    .set({ password_until: Date.now() + 1 })
    .execute();
  expect(await enter(room, reset.password)).toMatchObject({ operator: { id } });
  await db.updateTable("operators").set({ password_until: Date.now() }).execute();
  expect(await enter(room, reset.password)).toEqual({ error: "wrong" });
});

test("a password reset lets an operator sign in without the OpenID Connect provider", async () => {
  const db = await testDatabase();
  const room = testRoom(db, { passwordSignIn: false });
  await createOperator(db, { username: "ada", password, userId: null });
  // The OpenID Connect provider has refused this operator, so there is no grant.
  const linked = { oidc_issuer: "https://login.example.org", oidc_subject: "ada", oidc_grant: null };
  await db.updateTable("operators").set(linked).execute();
  const reset = await resetPassword(room, "ada");
  const entered = await enter(room, reset.password);
  expect(entered).toHaveProperty("sessionId");
  if (!("sessionId" in entered)) return;
  expect(await findSession(room, sessionKey(entered.sessionId))).toMatchObject({
    operator: { username: "ada", isProvided: true },
  });
});

test("if password sign-in is off, the last owner who can still sign in cannot be disabled", async () => {
  const db = await testDatabase();
  const room = testRoom(db, { passwordSignIn: false });
  const add = (username: string) => createOperator(db, { username, password, userId: null });
  const [ada, bo] = [await add("ada"), await add("bo")];
  const linked = { oidc_issuer: "https://login.example.org", oidc_subject: "ada", oidc_grant: "sealed" };
  await db.updateTable("operators").set(linked).where("id", "=", ada.id).execute();
  await expect(changeOperator(room, ada.id, { disabled: true })).rejects.toMatchObject({ code: "conflict" });
  const passkey = { id: "key", name: "Laptop", public_key: "", counter: 0, transports: "[]" };
  await db
    .insertInto("passkeys")
    .values({ ...passkey, operator_id: bo.id, created_at: 0, last_used_at: null })
    .execute();
  await changeOperator(room, ada.id, { disabled: true });
});
