import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { closeRooms, db, operators, theRooms } from "@/testing/rooms";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { migrate } from "@/lib/server/db";
import { createOperator } from "@/lib/server/operators";

const folder = mkdtempSync(join(tmpdir(), "first-run-"));

beforeAll(async () => {
  vi.stubEnv("DATA_DIR", folder);
  writeFileSync(join(folder, "config.json"), '{"limits": {"user": {"maxUsername": 8}}}');
  await migrate(db());
});
afterAll(async () => {
  await closeRooms();
  rmSync(folder, { recursive: true });
});

test("if the instance refuses an operator's name, startup still creates the other operators' users", async () => {
  for (const username of ["harbour master", "mara"])
    await createOperator(db(), { username, password: "lantern on the pier", userId: null });
  await theRooms().panel.operatorUsers.adopt();
  const [master, mara] = await operators().listOperators();
  expect(theRooms().panel.operatorUsers.localUserId(mara!)).toMatch(/^\d+$/);
  expect(() => theRooms().panel.operatorUsers.localUserId(master!)).toThrow(/maxUsername.*restart the panel/);
});

test("invalid values for the first operator are refused with the name of the environment variable", async () => {
  await db().deleteFrom("operators").execute();
  for (const [operatorPassword, sentence] of [
    [undefined, "Set both OPERATOR_USERNAME and OPERATOR_PASSWORD, or neither"],
    ["short", "OPERATOR_PASSWORD: Use at least 8 characters"],
    // Other weak passwords are covered by password.test.ts.
    ["keeperkeeper", "OPERATOR_PASSWORD: Use a password that does not contain the username"],
  ] as const) {
    const made = theRooms().panel.firstRun.createOperatorFromEnvironment({
      operatorUsername: "keeper",
      operatorPassword,
    });
    await expect(made).rejects.toThrow(sentence);
  }
  expect(await operators().listOperators()).toEqual([]);
});
