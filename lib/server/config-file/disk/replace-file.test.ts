import {
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { giveToFolderOwner, replaceFile } from "./replace-file";

function scene() {
  const folder = mkdtempSync(join(tmpdir(), "replace-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const place = { path: join(folder, "below", "config.json"), dataDir: folder };
  return { folder, place, replace: (text: string) => replaceFile(place, Buffer.from(text)) };
}

test("replaces a file, and returns its previous content", async () => {
  const { place, replace } = scene();
  expect(await replace("one")).toBeNull();
  expect(String(await replace("two"))).toBe("one");
  expect(readFileSync(place.path, "utf8")).toBe("two");
});

test("replaces the file behind a link", async () => {
  const { folder, place, replace } = scene();
  mkdirSync(join(folder, "below"));
  writeFileSync(join(folder, "real.json"), "one");
  symlinkSync("../real.json", place.path);
  expect(String(await replace("two"))).toBe("one");
  expect(readFileSync(join(folder, "real.json"), "utf8")).toBe("two");
});

test("refuses a folder at the file's path", async () => {
  const { place, replace } = scene();
  mkdirSync(place.path, { recursive: true });
  await expect(replace("two")).rejects.toMatchObject({ code: "EISDIR" });
});

test.skipIf(process.geteuid?.() !== 0)("gives a new file to the owner of its folder", async () => {
  const { folder, place, replace } = scene();
  mkdirSync(join(folder, "below"));
  chownSync(join(folder, "below"), 12_345, 23_456);
  await replace("one");
  expect(statSync(place.path)).toMatchObject({ uid: 12_345, gid: 23_456 });
  chownSync(place.path, 12_346, 23_457);
  await replace("two");
  expect(statSync(place.path)).toMatchObject({ uid: 12_346, gid: 23_457 });
});

test.skipIf(process.geteuid?.() !== 0)("another user than root cannot give a file to an owner", async () => {
  const { folder } = scene();
  const path = join(folder, "config.json");
  writeFileSync(path, "one");
  const { uid, gid } = statSync(path);
  chownSync(folder, 12_345, 23_456);
  const user = vi.spyOn(process, "geteuid").mockReturnValue(1_000);
  onTestFinished(() => user.mockRestore());
  await giveToFolderOwner(path);
  expect(statSync(path)).toMatchObject({ uid, gid });
});
