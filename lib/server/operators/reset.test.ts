import { expect, test } from "vitest";
import { testDatabase } from "@/testing/test-database";
import { testRoom } from "@/testing/test-operators";
import { listAudit } from "@/lib/server/audit";
import { changeOperator } from "./operator-changes";
import { countRecoveryCodes, makeRecoveryCodes } from "./factors";
import { createOperator, verifyCredentials } from "./operators";
import { resetFactors, resetPassword } from "./reset";
import { beginSession, findSession, sessionKey } from "./session-store";
import { signIn } from "./sign-in";

const password = "a lantern on the pier";
const caller = { address: "203.0.113.200", userAgent: "" };

test("a password reset ends sessions and lockouts, but does not enable a disabled operator", async () => {
  const db = await testDatabase();
  const room = testRoom(db);
  for (const username of ["Ada Reset", "bo"]) await createOperator(db, { username, password, userId: null });
  const ada = await verifyCredentials(room, { username: "ada reset", password });
  const key = sessionKey(await beginSession(db, ada!, caller));
  const enter = (typed: string) =>
    signIn(room, { username: "ada reset", password: typed }, { ...caller, address: "203.0.113.201" });
  for (let count = 0; count < 11; count += 1) await enter("a wrong guess");
  await changeOperator(room, ada!.id, { disabled: true });

  const reset = await resetPassword(room, "ADA ＲＥＳＥＴ");
  expect(reset).toMatchObject({ operator: { username: "Ada Reset", disabled: true } });
  expect(reset.password).toMatch(/^([a-z2-9]{5}-){5}[a-z2-9]{5}$/);
  expect((await resetPassword(room, "bo")).password).not.toBe(reset.password);
  expect(await findSession(room, key)).toBeUndefined();
  expect(await enter(reset.password)).toEqual({ error: "wrong" });
  await changeOperator(room, ada!.id, { disabled: false });
  expect(await enter(password)).toEqual({ error: "wrong" });
  expect(await enter(reset.password)).toMatchObject({ operator: { username: "Ada Reset" } });
  const entries = (await listAudit(db)).filter(({ action }) => action === "operator.reset");
  expect(entries).toMatchObject([
    { actor: "command line", target: "bo" },
    { actor: "command line", target: "Ada Reset" },
  ]);
});

test("a reset of an operator's second factors also ends the operator's sessions", async () => {
  const db = await testDatabase();
  const room = testRoom(db);
  const signedIn = async (username: string) => {
    const { id } = await createOperator(db, { username, password, userId: null });
    await makeRecoveryCodes(room, id);
    const operator = await verifyCredentials(room, { username, password });
    return { id, key: sessionKey(await beginSession(db, operator!, caller)) };
  };
  const [ada, bo] = [await signedIn("ada"), await signedIn("bo")];

  expect(await resetFactors(room, "ADA")).toMatchObject({ id: ada.id });
  expect([await countRecoveryCodes(db, ada.id), await countRecoveryCodes(db, bo.id)]).toEqual([0, 10]);
  expect(await findSession(room, ada.key)).toBeUndefined();
  expect(await findSession(room, bo.key)).toBeDefined();
  expect(await verifyCredentials(room, { username: "ada", password })).toBeDefined();
  expect((await listAudit(db))[0]).toMatchObject({
    action: "operator.reset-factor",
    actor: "command line",
    target: "ada",
  });
});

test("resetting the password of an unknown operator fails with a list of all operators", async () => {
  const db = await testDatabase();
  const room = testRoom(db);
  await expect(resetPassword(room, "ada")).rejects.toThrow("There is no operator yet.");
  await createOperator(db, { username: "bo", password, userId: null });
  for (const name of ["ada", "<", "x".repeat(5000)]) {
    await expect(resetPassword(room, name)).rejects.toThrow(/There is no operator named .*Operators: bo\.$/);
  }
});
