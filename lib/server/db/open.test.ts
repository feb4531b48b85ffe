import { sql } from "kysely";
import { expect, test } from "vitest";
import { closeDatabase, db, stopBeforeClose } from ".";
import { panelProcess } from "@/testing/panel-process";

panelProcess();

const query = () => sql<{ one: number }>`select 1 as one`.execute(db()).then(({ rows }) => rows);

test("background work is stopped before the database is closed, even work that starts during shutdown", async () => {
  const stopped: string[] = [];
  stopBeforeClose(async () => {
    expect(await query()).toEqual([{ one: 1 }]);
    stopBeforeClose(() => void stopped.push("backup"));
    stopped.push("schedule");
  });
  stopBeforeClose(() => void stopped.push("watcher"));
  await closeDatabase();
  expect(stopped).toEqual(["watcher", "schedule", "backup"]);
  await expect(query()).rejects.toThrow();
});

test("the database is closed even if some work cannot be stopped", async () => {
  stopBeforeClose(() => {
    throw new Error("does not stop");
  });
  stopBeforeClose(() => Promise.reject(new Error("does not stop either")));
  await query();
  await closeDatabase();
  await expect(query()).rejects.toThrow();
});
