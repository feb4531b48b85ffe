import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { placeMigrated } from "@/testing/test-database";
import { archiveOf } from "./backup/archive";
import { makeBackup } from "./backup/make";
import {
  cancelRestore,
  lastRestore,
  makePlannedRestore,
  markFinished,
  plannedRestore,
  planRestore,
} from "./backup/planned-restore";

const start = { log: pino({ level: "silent" }), now: () => 7 };

async function machine() {
  const dataDir = mkdtempSync(join(tmpdir(), "planned-restore-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  await placeMigrated(join(dataDir, "instance.db"));
  const places = { dataDir, configPath: join(dataDir, "config.json"), databaseUrl: undefined };
  writeFileSync(places.configPath, "earlier");
  writeFileSync(join(dataDir, "nextauth-secret"), "s".repeat(40));
  const folder = join(dataDir, "backups", "first");
  await makeBackup(places, folder);
  writeFileSync(places.configPath, "later");
  writeFileSync(join(dataDir, "nextauth-secret"), "t".repeat(40));
  return { places, plan: { folder, backupAt: 1, by: "ada", withConfig: true, before: "/before" } };
}

test("the next start makes a planned restore once, and stores how it ended", async () => {
  const { places, plan } = await machine();
  expect(await makePlannedRestore(places, start)).toBeNull();
  await planRestore(places.dataDir, plan);
  expect(await plannedRestore(places.dataDir)).toEqual(plan);
  const ended = { ...plan, at: 7, problem: null, isFinished: false };
  expect(await makePlannedRestore(places, start)).toEqual(ended);
  expect(readFileSync(places.configPath, "utf8")).toBe("earlier");
  expect(readFileSync(join(places.dataDir, "nextauth-secret"), "utf8")).toBe("s".repeat(40));
  expect(await lastRestore(places.dataDir)).toEqual(ended);
  expect(await plannedRestore(places.dataDir)).toBeNull();
  // A start that fails leaves the sign-out and the audit entry to the next one.
  writeFileSync(places.configPath, "later");
  expect(await makePlannedRestore(places, start)).toEqual(ended);
  expect(readFileSync(places.configPath, "utf8")).toBe("later");
  await markFinished(places.dataDir, ended);
  expect(await makePlannedRestore(places, start)).toBeNull();
  expect(await lastRestore(places.dataDir)).toEqual({ ...ended, isFinished: true });
});

test("a restore without the configuration file leaves the file, and a canceled one changes nothing", async () => {
  const { places, plan } = await machine();
  await planRestore(places.dataDir, plan);
  await cancelRestore(places.dataDir);
  expect(await makePlannedRestore(places, start)).toBeNull();
  await planRestore(places.dataDir, { ...plan, withConfig: false });
  await makePlannedRestore(places, start);
  expect(readFileSync(places.configPath, "utf8")).toBe("later");
  expect(readFileSync(join(places.dataDir, "nextauth-secret"), "utf8")).toBe("s".repeat(40));
});

test("a start with a damaged backup changes nothing, and stores the reason", async () => {
  const { places, plan } = await machine();
  appendFileSync(join(plan.folder, "instance.db"), " ");
  await planRestore(places.dataDir, plan);
  const ended = await makePlannedRestore(places, start);
  expect(ended?.isFinished).toBe(true);
  expect(ended?.problem).toMatch(/instance\.db was changed since the backup was made/);
  expect(readFileSync(places.configPath, "utf8")).toBe("later");
  expect(readdirSync(places.dataDir).filter((name) => /before-restore|\.new$/.test(name))).toEqual([]);
  expect(await plannedRestore(places.dataDir)).toBeNull();
});

test("a start with an unreadable plan removes the plan", async () => {
  const { places } = await machine();
  await writeFile(join(places.dataDir, "restore.json"), "{");
  expect(await makePlannedRestore(places, start)).toBeNull();
  expect(existsSync(join(places.dataDir, "restore.json"))).toBe(false);
});

test("the archive of a backup contains its files, as tar reads them", async () => {
  const { places, plan } = await machine();
  // One byte below a block of tar, a whole block, and an empty file.
  for (const size of [511, 512, 0]) writeFileSync(join(plan.folder, `of-${size}`), "x".repeat(size));
  const parts: Buffer[] = [];
  for await (const part of archiveOf(plan.folder)) parts.push(part as Buffer);
  const to = join(places.dataDir, "extracted");
  execFileSync("mkdir", [to]);
  execFileSync("tar", ["-xzf", "-", "-C", to], { input: Buffer.concat(parts) });
  const names = readdirSync(plan.folder);
  expect(readdirSync(join(to, "first"))).toEqual(names);
  for (const name of names)
    expect(await readFile(join(to, "first", name))).toEqual(await readFile(join(plan.folder, name)));
});

test("the archive of a backup that is deleted meanwhile fails, and nothing else does", async () => {
  const { plan } = await machine();
  const archive = archiveOf(plan.folder);
  rmSync(plan.folder, { recursive: true });
  await expect(archive.toArray()).rejects.toMatchObject({ code: "ENOENT" });
});

test("a start that cannot store why nothing was restored leaves the plan", async () => {
  const { places, plan } = await machine();
  appendFileSync(join(plan.folder, "instance.db"), " ");
  await planRestore(places.dataDir, plan);
  mkdirSync(join(places.dataDir, "last-restore.json.new"));
  expect(await makePlannedRestore(places, start)).toBeNull();
  expect(await plannedRestore(places.dataDir)).toEqual(plan);
});
