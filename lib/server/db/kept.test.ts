import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { migrate, openSqlite, whyNotKept } from "./index";

const newFolder = () => mkdtempSync(join(tmpdir(), "kept-"));

async function database(folder = newFolder()) {
  const path = join(folder, "instance.db");
  const db = openSqlite(path);
  onTestFinished(async () => {
    await db.destroy();
    rmSync(folder, { recursive: true, force: true });
  });
  await migrate(db);
  const write = () => db.insertInto("meta").values({ key: "k", value: "v" }).execute();
  return { db, folder, path, write };
}

test("the storage check finds no problem in a working data folder and leaves no file behind", async () => {
  const { db, folder, write } = await database();
  expect(await whyNotKept(db, folder)).toBeNull();
  await write();
  const { stdout } = spawnSync("ls", ["-A", folder], { encoding: "utf8" });
  expect(stdout.split("\n").filter((name) => !name.startsWith("instance.db"))).toEqual([""]);
});

test.each<[string, (folder: string, path: string) => void]>([
  ["deleted with its folder", (folder) => rmSync(folder, { recursive: true })],
  [
    "deleted, and whose folder was created again",
    (folder) => {
      rmSync(folder, { recursive: true });
      mkdirSync(folder);
    },
  ],
  [
    "replaced by a copy of itself",
    (_, path) => {
      copyFileSync(path, `${path}.copy`);
      renameSync(`${path}.copy`, path);
    },
  ],
])("the database refuses every change to a file that was %s", async (_, change) => {
  const { db, folder, path, write } = await database();
  change(folder, path);
  const gone = { code: "unavailable", message: expect.stringContaining("deleted or replaced") };
  await expect(write()).rejects.toMatchObject(gone);
  await expect(db.transaction().execute(() => Promise.resolve())).rejects.toMatchObject(gone);
  expect(await db.selectFrom("meta").select("key").execute()).toEqual([]);
  expect(await whyNotKept(db, folder)).toContain("deleted or replaced");
});

test("a transaction during which the file is replaced is refused as a whole", async () => {
  const { db, folder, path } = await database();
  const replaced = db.transaction().execute(async (tx) => {
    copyFileSync(path, `${path}.copy`);
    renameSync(`${path}.copy`, path);
    await tx.insertInto("meta").values({ key: "k", value: "v" }).execute();
  });
  await expect(replaced).rejects.toMatchObject({ code: "unavailable" });
  expect(await db.selectFrom("meta").select("key").execute()).toEqual([]);
  expect(await whyNotKept(db, folder)).toContain("deleted or replaced");
});

const canMount = process.geteuid?.() === 0 && tryMount();
if (!canMount) console.warn("SKIPPED: a full disk needs root and the right to mount.");

function tryMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), "kept-mount-"));
  const mounted = spawnSync("mount", ["-t", "tmpfs", "tmpfs", folder]).status === 0;
  if (mounted) spawnSync("umount", [folder]);
  rmSync(folder, { recursive: true });
  return mounted;
}

test.skipIf(!canMount)("the storage check reports a full disk", async () => {
  const folder = newFolder();
  expect(spawnSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", folder]).status).toBe(0);
  const { db } = await database(folder);
  onTestFinished(() => void spawnSync("umount", ["-l", folder]));
  spawnSync("sh", ["-c", `cat /dev/zero > ${join(folder, "ballast")}`]);
  expect(existsSync(join(folder, "ballast"))).toBe(true);
  expect(await whyNotKept(db, folder)).toMatch(/^The disk of the data folder \(DATA_DIR\) is full/);
});
