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
  expect(await operators.readSessionAccount({ id: "unknown" })).toBeNull();
});
