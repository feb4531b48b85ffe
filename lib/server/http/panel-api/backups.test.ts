import { expect, test, vi } from "vitest";
import { openTestPanel, type RouteName, type Sent } from "@/testing/test-panel";

const panel = openTestPanel({}, { LOG_LEVEL: "silent" });

test.each<[RouteName, object, string, object]>([
  ["verifyBackup", {}, "backup.verify", {}],
  ["downloadBackup", {}, "backup.download", {}],
  ["restoreBackup", { withConfig: true }, "backup.restore", { withConfig: true }],
  ["deleteBackup", {}, "backup.delete", {}],
])("%s is recorded with the backup that it is about", async (name, body, action, detail) => {
  const sent: Sent = { params: { id: "2026-01-01" }, body };
  expect((await panel.ask(name, sent)).status).toBeGreaterThanOrEqual(400);
  expect(await panel.entries()).toMatchObject([{ action, target: "2026-01-01", outcome: "failed", detail }]);
});

test("the schedule of backups is recorded", async () => {
  await panel.get("saveBackupSchedule", { body: { time: "03:00", keep: 5 } });
  expect(await panel.entries()).toMatchObject([
    { action: "backup.schedule", outcome: "done", detail: { time: "03:00", keep: 5 } },
  ]);
});

test("a backup is downloaded as an archive with a name", async () => {
  await panel.get("startBackup", { body: {} });
  const done = async () => {
    const [backup] = (await panel.get("getBackups")).backups;
    expect(backup?.state).toBe("done");
    return backup!.id;
  };
  const id = await vi.waitFor(done, 20_000);
  const { status, headers, stream } = await panel.ask("downloadBackup", { params: { id }, body: {} });
  expect([status, headers["content-type"]]).toEqual([200, "application/gzip"]);
  expect(headers["content-disposition"]).toMatch(/^attachment; filename="[\w.-]+\.tar\.gz"$/);
  const bytes = new Uint8Array(
    await new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer(),
  );
  expect([...bytes.slice(0, 2)]).toEqual([0x1f, 0x8b]);
});
