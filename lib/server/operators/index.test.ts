import { expect, test } from "vitest";
import { testDatabase } from "@/testing/test-database";
import { testDeps } from "@/testing/test-operators";
import { createOperators } from "./index";

test("the operators of a panel have its database, secret and address", async () => {
  const db = await testDatabase();
  const operators = createOperators(testDeps(db, { publicUrl: "http://192.0.2.1" }));
  expect(operators.whyNoPasskeys()).toContain("192.0.2.1");
  expect(createOperators(testDeps(db)).whyNoPasskeys()).toBeNull();
  expect(await operators.countOperators()).toBe(0);
  expect(await operators.listInvitations()).toEqual([]);
  expect(await operators.listApiTokens()).toEqual([]);
  expect(await operators.listSessions(1)).toMatchObject({ total: 0 });
  expect(await operators.countRecoveryCodes(1)).toBe(0);
  await expect(operators.endSessions(1)).rejects.toMatchObject({ code: "not-found" });
  await expect(operators.checkInvitation("unknown")).rejects.toMatchObject({ code: "forbidden" });
  expect(await operators.findSession("unknown")).toBeUndefined();
  expect(await operators.readSessionAccount({ id: "unknown" })).toBeNull();
  expect(await operators.ownFactors(1)).toMatchObject({ passkeys: [], recoveryCodes: 0 });
  await expect(operators.passkeyToSignIn()).rejects.toMatchObject({ code: "conflict" });
});
