import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { AppError } from "@/lib/errors";
import { audit, theRooms } from "@/testing/rooms";
import { testInstanceStore } from "@/testing/test-instance-store";
import { inTransaction, settingsOrDefaults } from "./context";

test("the defaults count only while the file cannot be read", async () => {
  const from = (error: Error) => settingsOrDefaults({ settings: () => Promise.reject(error) });
  expect((await from(new AppError("config-unreadable"))).get("limits.user.maxUsername")).toBe(32);
  for (const error of [new AppError("unavailable"), new Error("Not an AppError")])
    await expect(from(error)).rejects.toBe(error);
});

test("a transaction begins after the settings have been read, even if that fails", async () => {
  const { db, snowflakes } = await testInstanceStore();
  await snowflakes.ready();
  let isRead = false;
  async function settings(): Promise<never> {
    await setImmediate();
    isRead = true;
    throw new AppError("config-unreadable");
  }
  const local = {
    db,
    snowflakes,
    audit: audit(),
    log: theRooms().log,
    settings,
    jwtSecret: async () => null,
  };
  await inTransaction(local, async (_tx, inside) => {
    expect(isRead).toBe(true);
    await expect(inside.settings()).rejects.toMatchObject({ code: "config-unreadable" });
  });
});
