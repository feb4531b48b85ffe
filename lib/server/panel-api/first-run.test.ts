import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { db, migrate } from "@/lib/server/db";
import { createOperator, listOperators } from "@/lib/server/operators";
import { adoptOperators } from "./first-run";
import { localUserId } from "./local-user";

beforeAll(async () => {
  process.env.DATA_DIR = mkdtempSync(join(tmpdir(), "first-run-"));
  writeFileSync(join(process.env.DATA_DIR, "config.json"), '{"limits": {"user": {"maxUsername": 8}}}');
  await migrate(db());
});
afterAll(async () => {
  await db().destroy();
  rmSync(process.env.DATA_DIR ?? "", { recursive: true });
});

test("an operator whose name the store refuses keeps neither the panel nor the others from starting", async () => {
  for (const username of ["harbour master", "mara"])
    await createOperator(db(), { username, password: "lantern on the pier", userId: null });
  await adoptOperators();
  const [master, mara] = await listOperators(db());
  expect(localUserId(mara!)).toMatch(/^\d+$/);
  expect(() => localUserId(master!)).toThrow(/maxUsername.*restart the panel/);
});
