import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { realFileOps } from "./disk";
import { createDisk, isInControlledVolume, statTarget, unreachable } from "./resolve-path";

/** A folder with these links, the file `real/file`, and `linked` and `short` as links to folders. */
function scene(links: Record<string, string>) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "path-")));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "real", "below"), { recursive: true });
  writeFileSync(join(folder, "real", "file"), "");
  symlinkSync("real", join(folder, "linked"));
  symlinkSync("real/below", join(folder, "short"));
  for (const [name, to] of Object.entries(links)) symlinkSync(to, join(folder, name));
  const disk = (name: string) =>
    createDisk({ path: join(folder, name), dataDir: folder, readOnly: false, ops: realFileOps });
  return { folder, disk };
}

const links = {
  one: "two",
  two: "linked/file",
  new: "linked/new",
  far: "new",
  "real/below/above": "../new2",
  "real/beside": "new2",
  absolute: "/no/such/folder/file",
};

test.each([
  ["a file", "real/file", "real/file"],
  ["a missing file", "real/none", "real/none"],
  ["a missing file in a linked folder", "linked/none", "real/none"],
  ["a file in a missing folder", "none/none", "none/none"],
  ["a link to a link to a file", "one", "real/file"],
  ["a link to a missing file", "new", "real/new"],
  ["a link to a link to a missing file", "far", "real/new"],
  ["a link in a linked folder to a missing file beside", "linked/beside", "real/new2"],
  ["a link in a linked folder to a missing file above", "short/above", "real/new2"],
  ["a link to an absolute path", "absolute", "/no/such/folder/file"],
])("the target of %s is found", (_, name, target) => {
  const { folder, disk } = scene(links);
  expect(disk(name).target()).toBe(target.startsWith("/") ? target : join(folder, target));
});

/** Makes a chain of links to a missing file. */
function chain(length: number) {
  const names = Array.from({ length }, (_, index) => [`link${index}`, `link${index + 1}`] as const);
  return scene(Object.fromEntries(names));
}

test("chains of up to 40 links are followed, and longer ones count as loops", () => {
  const { folder, disk } = chain(40);
  expect(disk("link0").target()).toBe(join(folder, "link40"));
  expect(() => chain(41).disk("link0").target()).toThrow(/form a loop/);
});

test.each([
  [
    "links that form a loop",
    "a",
    /^The symbolic links at .*\/a form a loop\. Point .*Nothing was changed\.$/,
  ],
  ["a file as folder", "real/file/config.json", /cannot be reached \(ENOTDIR\).*Nothing was changed\.$/],
  ["a name that is too long", "n".repeat(300), /cannot be reached \(ENAMETOOLONG\)/],
  ["an impossible name", "\0", /cannot be reached \(.*null bytes/],
])("%s cannot be a target", (_, name, message) => {
  const { disk } = scene({ a: "b", b: "a" });
  expect(() => disk(name).target()).toThrow(expect.objectContaining({ code: "config-unusable" }));
  expect(() => disk(name).target()).toThrow(message);
});

test.each([
  ["ELOOP", /^The symbolic links at \/x form a loop/],
  ["EACCES", /^The panel's user \(uid \d+\) is not allowed to enter one of the folders of \/x/],
  ["EIO", /^The file \/x cannot be reached \(EIO\)/],
])("the reason why a path cannot be resolved is described: %s", (code, message) => {
  expect(unreachable("/x", Object.assign(new Error("injected"), { code }))).toMatch(message);
});

test("a missing file has no state", () => {
  const { folder } = scene({});
  expect(statTarget(join(folder, "real", "file"))?.isFile()).toBe(true);
  expect(statTarget(join(folder, "real", "none"))).toBeNull();
  expect(statTarget(join(folder, "none", "none"))).toBeNull();
});

test.each([
  ["/etc/..data/config.json", true],
  ["/etc/..2026_11_28/config.json", true],
  ["/etc/..a", true],
  ["/etc/../config.json", false],
  ["/etc/data../config.json", false],
  ["/etc/.data/config.json", false],
])("whether %s is in a Kubernetes volume: %s", (target, expected) => {
  expect(isInControlledVolume(target)).toBe(expected);
});
