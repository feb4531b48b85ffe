import { expect, test, vi } from "vitest";
import { openTestPanel } from "@/testing/test-panel";
import { configFile, db, theRooms } from "@/testing/rooms";
import { realFileOps } from "@/lib/server/config-file";
import { fileFor } from "./file-for-role";

const panel = openTestPanel({ general: { instanceName: "Harbor" } });

/** Reads what `/settings/limits` shows. Its layouts and the page share one reading of the file. */
async function readPage() {
  const session = (await panel.session())!;
  const { monitoring, sessionInstances } = theRooms().panel;
  const file = await configFile().read();
  await sessionInstances.view(session, file);
  await configFile().history.newest();
  fileFor("owner", await file.summary());
  fileFor("owner", await file.pageDocument());
  await file.undone();
  (await file.edition()).registry.sectionById("limits");
  await monitoring.readStatus();
}

test("a settings page opens the file once, and repeats no query", async () => {
  const operations = [{ op: "set", path: "limits.user.maxBio", value: 90 }];
  await panel.get("saveConfig", { body: { operations } });
  await readPage();
  const opened = vi.spyOn(realFileOps, "open");
  const asked = vi.spyOn(db().getExecutor(), "executeQuery");
  await readPage();
  expect(opened.mock.calls.map(([path]) => path)).toEqual([panel.configPath]);
  const queries = asked.mock.calls.map(([{ sql, parameters }]) => `${sql} ${JSON.stringify(parameters)}`);
  expect(queries).toHaveLength(5);
  expect(new Set(queries).size).toBe(5);
});
