import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { testDatabase } from "@/testing/test-database";
import { createOperator, verifyCredentials } from "./operators";
import { readSessionAccount, seal, unseal, writeSessionAccount } from "./session-account";
import { beginSession, endSession, sessionKey } from "./session-store";

const folder = mkdtempSync(join(tmpdir(), "session-account-"));
beforeAll(() => void vi.stubEnv("DATA_DIR", folder));
afterAll(() => rmSync(folder, { recursive: true }));

const password = "a lantern on the pier";
const caller = { address: "203.0.113.7", userAgent: "" };

test("a session's connected account is stored encrypted", async () => {
  const db = await testDatabase();
  await createOperator(db, { username: "ada", password, userId: null });
  const operator = (await verifyCredentials(db, { username: "ada", password }))!;
  const begin = async () => ({ id: sessionKey(await beginSession(db, operator, caller)) });
  const [own, other] = [await begin(), await begin()];
  await writeSessionAccount(db, own, "the token");
  expect(await readSessionAccount(db, own)).toBe("the token");
  expect(await readSessionAccount(db, other)).toBeNull();

  const rows = await db.selectFrom("sessions").select(["id", "account"]).execute();
  expect(JSON.stringify(rows)).not.toContain("the token");
  // If the ciphertext is copied to another session's row, it cannot be decrypted.
  const account = rows.find(({ id }) => id === own.id)!.account;
  await db.updateTable("sessions").set({ account }).where("id", "=", other.id).execute();
  expect(await readSessionAccount(db, other)).toBeNull();

  await endSession(db, operator.id, own.id);
  expect(await readSessionAccount(db, own)).toBeNull();
});

test("an encrypted string that was altered cannot be decrypted", () => {
  const sealed = seal("the token", "a purpose");
  expect(unseal(sealed, "a purpose")).toBe("the token");
  expect(unseal(sealed, "another purpose")).toBeNull();
  for (let at = 0; at < sealed.length - 1; at += 7) {
    const changed = `${sealed.slice(0, at)}${sealed[at] === "A" ? "B" : "A"}${sealed.slice(at + 1)}`;
    expect(unseal(changed, "a purpose")).not.toBe("the token");
  }
  for (const text of ["", "A", "not base64url at all !"]) expect(unseal(text, "a purpose")).toBeNull();
  expect(seal("the token", "a purpose")).not.toBe(sealed);
});
