import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { stoppedAudit, testAudit } from "@/testing/test-audit";
import { openKey } from "./key";
import { verifyAudit } from "./verify";

test("a panel with another key does not start on the log, and verification with it says so", async () => {
  const { db } = await stoppedAudit("a");
  const keyed = openKey({ given: "x".repeat(32), dataDir: "/nowhere" });
  await expect(testAudit({ db, keyed })).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining("On every replica, set AUDIT_KEY to the same value"),
  });
  expect((await verifyAudit({ db, keyed, dataDir: "/nowhere" })).fault).toMatch(/begun with another key/);
});

test.each([
  [31, false],
  [32, true],
])("a stored key of %i characters is accepted: %j", (length, isAccepted) => {
  const dataDir = mkdtempSync(join(tmpdir(), "key-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  writeFileSync(join(dataDir, "audit-key"), "k".repeat(length));
  const open = () => openKey({ given: undefined, dataDir })("text");
  if (isAccepted) expect(open()).toMatch(/^[0-9a-f]{64}$/);
  else expect(open).toThrow(`${join(dataDir, "audit-key")} contains no usable key.`);
});
