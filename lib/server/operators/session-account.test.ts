import { expect, test } from "vitest";
import { testDatabase } from "@/testing/test-database";
import { testRoom } from "@/testing/test-operators";
import { createOperator, verifyCredentials } from "./operators";
import { readSessionAccount, writeSessionAccount } from "./session-account";
import { createSeals } from "./seals";
import { beginSession, endSession, sessionKey } from "./session-store";

const password = "a lantern on the pier";
const caller = { address: "203.0.113.7", userAgent: "" };

test("a session's connected account is stored encrypted", async () => {
  const db = await testDatabase();
  const room = testRoom(db);
  await createOperator(db, { username: "ada", password, userId: null });
  const operator = (await verifyCredentials(room, { username: "ada", password }))!;
  const begin = async () => ({ id: sessionKey(await beginSession(db, operator, caller)) });
  const [own, other] = [await begin(), await begin()];
  await writeSessionAccount(room, own, "the token");
  expect(await readSessionAccount(room, own)).toBe("the token");
  expect(await readSessionAccount(room, other)).toBeNull();

  const rows = await db.selectFrom("sessions").select(["id", "account"]).execute();
  expect(JSON.stringify(rows)).not.toContain("the token");
  // If the ciphertext is copied to another session's row, it cannot be decrypted.
  const account = rows.find(({ id }) => id === own.id)!.account;
  await db.updateTable("sessions").set({ account }).where("id", "=", other.id).execute();
  expect(await readSessionAccount(room, other)).toBeNull();

  await endSession(db, operator.id, own.id);
  expect(await readSessionAccount(room, own)).toBeNull();
});

test("an encrypted string that was altered cannot be decrypted", () => {
  const { seal, unseal } = createSeals("a secret");
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
