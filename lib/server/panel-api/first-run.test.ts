import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { db, migrate } from "@/lib/server/db";
import { createOperator, listOperators } from "@/lib/server/operators";
import { adoptOperators } from "./first-run";
import { localUserId } from "./local-user";

const folder = mkdtempSync(join(tmpdir(), "first-run-"));

beforeAll(async () => {
  vi.stubEnv("DATA_DIR", folder);
  writeFileSync(join(folder, "config.json"), '{"limits": {"user": {"maxUsername": 8}}}');
  await migrate(db());
});
afterAll(async () => {
  await db().destroy();
  rmSync(folder, { recursive: true });
});

test("an operator whose name the store refuses keeps neither the panel nor the others from starting", async () => {
  for (const username of ["harbour master", "mara"])
    await createOperator(db(), { username, password: "lantern on the pier", userId: null });
  await adoptOperators();
  const [master, mara] = await listOperators(db());
  expect(localUserId(mara!)).toMatch(/^\d+$/);
  expect(() => localUserId(master!)).toThrow(/maxUsername.*restart the panel/);
});
