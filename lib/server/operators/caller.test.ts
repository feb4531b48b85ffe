import { expect, test } from "vitest";
import { testDatabase } from "@/testing/test-database";
import { rememberAddress } from "./caller";

test("reports each new address of an operator except the first, and stores at most 100 addresses", async () => {
  const db = await testDatabase();
  const [row] = await db
    .insertInto("operators")
    .values({
      username: "mara",
      username_key: "mara",
      password_hash: "",
      user_id: "",
      sessions_valid_since: 0,
      disabled: 0,
      role: "owner",
      created_at: 0,
    })
    .returning("id")
    .execute();
  const id = Number(row?.id);
  expect(await rememberAddress(db, id, "unknown")).toBe(false);
  expect(await rememberAddress(db, id, "203.0.113.7")).toBe(false);
  expect(await rememberAddress(db, id, "2001:db8::1")).toBe(true);
  // Neither address is new: the first is in a known address's network, and the second is a known address in
  // another notation.
  expect(await rememberAddress(db, id, "2001:db8::2")).toBe(false);
  expect(await rememberAddress(db, id, "::ffff:203.0.113.7")).toBe(false);
  for (let nth = 0; nth < 110; nth += 1)
    await rememberAddress(db, id, `198.51.100.${nth}`, Date.now() + nth + 1);
  const kept = await db.selectFrom("sign_in_addresses").select("address").execute();
  expect(kept).toHaveLength(100);
  expect(await rememberAddress(db, id, "203.0.113.7")).toBe(true);

  // A sign-in from the address that was used longest ago keeps that address.
  const oldest = await db
    .selectFrom("sign_in_addresses")
    .select("address")
    .orderBy("last_seen_at")
    .executeTakeFirstOrThrow();
  expect(await rememberAddress(db, id, oldest.address, Date.now() + 1_000)).toBe(false);
  expect(await rememberAddress(db, id, oldest.address, Date.now() + 1_000)).toBe(false);
});
