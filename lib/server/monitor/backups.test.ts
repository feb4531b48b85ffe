import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { db } from "@/lib/server/db";
import { placeMigrated } from "@/testing/test-database";
import { backupState, beginBackup, listBackups, stopBackup } from "./backups";

/* These tests run the real backup program. */

const folder = mkdtempSync(join(tmpdir(), "backups-"));
const backups = join(folder, "backups");
const record = join(folder, "last-backup.json");

beforeAll(async () => {
  await placeMigrated(join(folder, "instance.db"));
  writeFileSync(join(folder, "config.json"), "{}");
  vi.stubEnv("DATA_DIR", folder);
  vi.stubEnv("CONFIG_PATH", join(folder, "config.json"));
  vi.stubEnv("BACKUP_DIR", backups);
});
afterAll(async () => {
  await db().destroy();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await db().deleteFrom("backups").execute();
  for (const path of [backups, record]) rmSync(path, { recursive: true, force: true });
});

/** Makes a backup, and waits for it to finish. */
async function made(by: string | null, options: Parameters<typeof beginBackup>[1]) {
  expect(await beginBackup(by, options)).toBe(true);
  await vi.waitFor(async () => expect((await listBackups())[0]?.state).not.toBe("running"), 20_000);
  const [newest] = await listBackups();
  if (newest === undefined) throw new Error("The backup is not listed.");
  return newest;
}

describe("a backup", () => {
  it("prevents other backups while it runs", async () => {
    const before = Date.now();
    expect(await beginBackup("ada", { keep: 3 })).toBe(true);
    expect(await beginBackup("bo", { keep: 3 })).toBeNull();
    expect(await listBackups()).toMatchObject([{ by: "ada", state: "running", size: null, problem: null }]);
    expect(await backupState()).toEqual({ backup: null, backupProblem: null });
    await vi.waitFor(async () => expect((await listBackups())[0]?.state).toBe("done"), 20_000);
    const [backup] = await listBackups();
    expect(backup?.at).toBeGreaterThanOrEqual(before);
    const files = readdirSync(backup?.folder ?? "");
    expect(files.toSorted()).toEqual(["config.json", "instance.db"]);
    const sizes = files.map((file) => statSync(join(backup?.folder ?? "", file)).size);
    expect(backup?.size).toBe(sizes.reduce((sum, size) => sum + size, 0));
    expect(backup?.folder).toMatch(/\/\d{8}T\d{6}Z-[\da-f]{8}$/);
    expect(await backupState()).toEqual({
      backup: { at: backup?.at, folder: backup?.folder },
      backupProblem: null,
    });
    // The program also writes a record, but the same backup must not be listed twice.
    expect(existsSync(record)).toBe(true);
    expect(await listBackups()).toHaveLength(1);
  });

  it("is made only once for each scheduled time", async () => {
    const dueAt = Date.parse("2026-11-22T03:00:00Z");
    expect(await made(null, { dueAt, keep: 3 })).toMatchObject({ by: null, state: "done" });
    expect(await beginBackup(null, { dueAt, keep: 3 })).toBe(false);
    expect(await made(null, { dueAt: dueAt + 1, keep: 3 })).toMatchObject({ state: "done" });
    expect(await listBackups()).toHaveLength(2);
  });

  it("deletes older backups only in the same folder of the same machine", async () => {
    const first = await made("ada", { keep: 2 });
    const elsewhere = join(folder, "elsewhere");
    mkdirSync(elsewhere);
    await db()
      .insertInto("backups")
      .values([
        {
          at: 2,
          actor: "",
          due_at: null,
          host: "another",
          folder: "/there",
          ended_at: 2,
          size: 1,
          problem: null,
        },
        {
          at: 3,
          actor: "",
          due_at: null,
          host: hostname(),
          folder: elsewhere,
          ended_at: 3,
          size: 1,
          problem: null,
        },
      ])
      .execute();
    const second = await made("ada", { keep: 2 });
    expect(existsSync(first.folder)).toBe(false);
    const third = await made("ada", { keep: 2 });
    expect((await listBackups()).map((backup) => backup.folder)).toEqual([
      third.folder,
      second.folder,
      "/there",
    ]);
    // This backup is not deleted, because it is outside the backup folder. It was made before BACKUP_DIR changed.
    expect(existsSync(elsewhere)).toBe(true);
    expect(existsSync(second.folder)).toBe(true);
  });

  it("is listed with its error output if it fails", async () => {
    writeFileSync(backups, "not a folder");
    const failed = await made("ada", { keep: 3 });
    expect(failed).toMatchObject({
      state: "failed",
      size: null,
      problem: expect.stringMatching(/\S/) as unknown,
    });
    expect(await backupState()).toEqual({
      backup: null,
      backupProblem: { at: failed.at, reason: failed.problem },
    });
    rmSync(backups);
    const done = await made("ada", { keep: 3 });
    expect((await listBackups()).map(({ state }) => state)).toEqual(["done", "failed"]);
    expect(await backupState()).toEqual({
      backup: { at: done.at, folder: done.folder },
      backupProblem: null,
    });
  });

  it("is stopped together with the panel", async () => {
    expect(await beginBackup("ada", { keep: 3 })).toBe(true);
    await stopBackup();
    const [ended] = await listBackups();
    expect(ended).toMatchObject({ state: "failed", problem: "The backup stopped before it was complete." });
    expect(existsSync(ended?.folder ?? folder)).toBe(false);
    await stopBackup();
  });

  it("counts as failed if the panel was killed", async () => {
    const [mine, other] = [join(folder, "mine"), join(folder, "other")];
    for (const [host, path] of [
      [hostname(), mine],
      ["another", other],
    ] as const) {
      mkdirSync(path);
      await db()
        .insertInto("backups")
        .values({ at: Date.now(), actor: "ada", due_at: null, host, folder: path })
        .execute();
    }
    const problem = "The panel stopped during this backup.";
    expect(await listBackups()).toMatchObject([
      { state: "failed", problem },
      { state: "failed", problem },
    ]);
    await made("ada", { keep: 3 });
    expect((await listBackups()).map(({ state }) => state)).toEqual(["done", "failed", "failed"]);
    expect([existsSync(mine), existsSync(other)]).toEqual([false, true]);
  });
});

describe("a backup by `npm run backup`", () => {
  const at = "2026-11-22T03:00:00.000Z";

  it("is listed with its size among the panel's backups", async () => {
    const made = join(folder, "by-hand");
    mkdirSync(made, { recursive: true });
    writeFileSync(join(made, "instance.db"), "12345");
    writeFileSync(record, JSON.stringify({ at, folder: made }));
    const command = { id: "command", at: Date.parse(at), by: "npm run backup", state: "done", problem: null };
    expect(await listBackups()).toEqual([{ ...command, folder: made, size: 5 }]);
    const rows = [Date.parse(at) - 1, Date.parse(at) + 1].map((when) => ({
      at: when,
      actor: "ada",
      due_at: null,
      host: "another",
      folder: `/there/${when}`,
      ended_at: when,
      size: 1,
      problem: null,
    }));
    await db().insertInto("backups").values(rows).execute();
    expect((await listBackups()).map(({ by }) => by)).toEqual(["ada", "npm run backup", "ada"]);
    rmSync(made, { recursive: true });
    expect((await listBackups())[1]).toMatchObject({ size: null });
  });

  it.each([
    ["of another database", JSON.stringify({ at, folder: "/there", database: "postgres" })],
    ["with an unreadable record", "{"],
    ["with a record that lacks its time", JSON.stringify({ folder: "/there" })],
  ])("%s is not listed", async (_case, text) => {
    writeFileSync(record, text);
    expect(await listBackups()).toEqual([]);
  });
});
