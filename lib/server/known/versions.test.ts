import { expect, it } from "vitest";
import type { Version } from "@/lib/server/config-file";
import { VirtualClock } from "@/testing/simulator/clock";
import { SimulatedFile } from "@/testing/simulator/file";
import { createVersions } from "./versions";

const old = { general: { instanceName: "Harbor" } };
const edited = { ...old, register: { requireInvite: true } };
/** What an instance makes of `old` when it rewrites the file. */
const rewritten = { ...old, register: { requireInvite: false } };

type Label = "old" | "new" | "older";

/** `written` and the others are times (ms) after the start of a process. */
interface Change {
  by?: "outside" | "operator";
  text: string;
  written: number;
  recorded?: number;
  modified?: number;
}

const saved = (written: number, document: object = edited): Change => ({
  ...{ by: "operator", text: JSON.stringify(document), written },
});
const changed = (written: number, document: object = edited, further: Partial<Change> = {}): Change => ({
  ...{ text: JSON.stringify(document), written },
  ...further,
});

/** Saves `old` a minute before a process starts, and makes the changes. */
async function history(changes: readonly Change[], isWholeSecond = true) {
  const clock = new VirtualClock();
  const file = new SimulatedFile(clock);
  file.save(JSON.stringify(old));
  const start = clock.now() + 60_000 + (isWholeSecond ? 0 : 1);
  const until = (offset: number) => clock.wait(start + offset - clock.now());
  for (const { by = "outside", text, written, recorded = written, modified } of changes) {
    await until(written);
    if (by === "operator") file.save(text);
    file.write(text, modified === undefined ? clock.now() : start + modified);
    await until(recorded);
    file.notice();
  }
  await until(120_000);
  return { file, start, versions: createVersions({ config: file.config }) };
}

const labelOf = (version: Version): Label => {
  if (version.rawOf("general.instanceName") === undefined) return "older";
  return version.rawOf("register.requireInvite") === undefined ? "old" : "new";
};
const shown = (version: Version | null) => version && labelOf(version);

it.each<[string, boolean, Change[], Label]>([
  ["a save in the second of the start", true, [saved(1_000)], "new"],
  ["a save after that second", true, [saved(1_001)], "old"],
  ["a save at an exact start", false, [saved(0)], "new"],
  ["a save after an exact start", false, [saved(1)], "old"],
  ["an edit that the panel may have noticed late", true, [changed(2_500)], "new"],
  ["an edit after that", true, [changed(2_501)], "old"],
  ["an edit that the panel may have noticed late, with an exact start", false, [changed(1_500)], "new"],
  ["an edit after that, with an exact start", false, [changed(1_501)], "old"],
  ["an edit that the panel found later", true, [changed(2_500, edited, { recorded: 50_000 })], "new"],
  ["an edit of a file that was touched later", true, [changed(0, edited, { modified: 50_000 })], "new"],
  [
    "an edit before a save whose file has an old date",
    true,
    [changed(5_000), { ...saved(9_000, { ...edited, mine: 1 }), modified: -1_000 }],
    "old",
  ],
  ["a rewrite after the start", true, [changed(1_000, rewritten)], "old"],
  ["a rewrite at the start", true, [changed(0, rewritten)], "new"],
  ["a rewrite before the start", true, [changed(-1_000, rewritten)], "new"],
  ["an edit right after the start", true, [changed(1_000)], "new"],
  ["a file that cannot be used", true, [changed(-1_000, edited, { text: "{" })], "old"],
])("finds the version that a process read: %s", async (_, isWholeSecond, changes, expected) => {
  const { versions, start } = await history(changes, isWholeSecond);
  expect(shown(await versions.readAt(start))).toBe(expected);
});

it("finds no version that a process read before the first one", async () => {
  const { versions, start } = await history([saved(5_000)]);
  expect(await versions.readAt(start - 100_000)).toBeNull();
});

type Reported = Record<"reported" | "fully", Label[]>;
const nothing: Reported = { reported: [], fully: [] };
const all: Label[] = ["old", "new"];
const reported: Reported = { reported: all, fully: [] };
const fully: Reported = { reported: all, fully: all };

it.each<[string, boolean, Change[], Reported, Label | null]>([
  ["a save a second before the start", true, [saved(-1_000)], nothing, "new"],
  ["a later save that is not reported", true, [saved(-999)], nothing, "old"],
  ["a later save that may be reported", true, [saved(-999)], reported, null],
  ["a later save that is fully reported", true, [saved(-999)], fully, "new"],
  ["a save at an exact start", false, [saved(0)], nothing, "new"],
  ["a save after an exact start", false, [saved(1)], fully, "old"],
  ["a rewrite before the start", true, [changed(-500, rewritten)], reported, "new"],
  ["a rewrite after the start", true, [changed(5_000, rewritten)], reported, "new"],
  ["a rewrite that is not reported", true, [changed(5_000, rewritten)], nothing, "old"],
  ["an edit after the start that is fully reported", true, [changed(5_000)], fully, "old"],
  ["the latest rewrite", true, [changed(15_000, rewritten)], reported, "new"],
  ["a later rewrite", true, [changed(15_001, rewritten)], reported, "old"],
  ["a save that adds a default after the start", true, [saved(5_000, rewritten)], reported, "old"],
  ["a file that cannot be used", true, [changed(-5_000, edited, { text: "{" })], nothing, "old"],
])(
  "finds the version with which a process started: %s",
  async (_, isWholeSecond, changes, tests, expected) => {
    const { versions, start } = await history(changes, isWholeSecond);
    const found = await versions.at(start, {
      isReported: (version) => tests.reported.includes(labelOf(version)),
      isFullyReported: (version) => tests.fully.includes(labelOf(version)),
    });
    expect(shown(found)).toBe(expected);
  },
);

it("looks only for versions that were recorded after a time", async () => {
  const { versions, start } = await history([saved(-5_000)]);
  const tests = { isReported: () => false, isFullyReported: () => false };
  expect(shown(await versions.at(start, tests, start - 5_001))).toBe("new");
  expect(await versions.at(start, tests, start - 5_000)).toBeNull();
});

it("takes no version as a rewrite of an earlier version that is not stored", async () => {
  const clock = new VirtualClock();
  const file = new SimulatedFile(clock);
  file.write(JSON.stringify(rewritten));
  file.notice();
  const { at, readAt } = createVersions({ config: file.config });
  const start = clock.now() - 1_000;
  const tests = { isReported: () => true, isFullyReported: () => false };
  expect(await at(start, tests)).toBeNull();
  expect(shown(await readAt(start))).toBe("new");
});

it("finds the newest version that passes a test", async () => {
  const further = changed(3_000, { ...edited, mine: 1 });
  const { versions } = await history([saved(1_000), further, changed(5_000, old, { text: "{" })]);
  const newest = async (test: (version: Version) => boolean) => (await versions.newestWith(test))?.bytes;
  expect((await newest(() => true))?.toString()).toBe(further.text);
  expect(shown(await versions.newestWith((version) => labelOf(version) === "old"))).toBe("old");
  expect(await newest(() => false)).toBeUndefined();
});

it("lists the settings that are unchanged since a version", async () => {
  const { versions, file } = await history([saved(1_000)]);
  const [, first] = await file.config.history.find({ limit: 9 });
  const paths = ["general.instanceName", "register.requireInvite"];
  expect(await versions.unchangedSince(first!.etag, paths)).toEqual(["general.instanceName"]);
  expect(await versions.unchangedSince(file.etag, paths)).toEqual(paths);
  expect(await versions.unchangedSince("unknown", paths)).toEqual([]);
  file.write("{");
  expect(await versions.unchangedSince(first!.etag, paths)).toEqual([]);
});

it.each<[string, Change[], boolean]>([
  ["the same version", [], true],
  ["the instance rewrote it", [changed(2_000, rewritten)], true],
  ["somebody edited it", [changed(2_000)], false],
  ["an operator added a default", [saved(2_000, rewritten)], false],
  [
    "an operator added a default, and then the instance rewrote it",
    [saved(2_000, rewritten), changed(3_000, { ...rewritten, mine: 1 })],
    false,
  ],
  ["it cannot be used", [changed(2_000, old, { text: "{" })], false],
])("says whether the file is still a version: %s", async (_, changes, isStill) => {
  const { file, versions } = await history([
    changed(0, { ...old, general: {} }),
    saved(1_000, old),
    ...changes,
  ]);
  const rows = await file.config.history.find({ limit: 9 });
  expect(await versions.isStill(rows[changes.length]!.etag)).toBe(isStill);
});

it("a file that cannot be used is still itself, and no version that is not stored", async () => {
  const { file, versions } = await history([]);
  expect(await versions.isStill("unknown")).toBe(false);
  file.write("{");
  expect(await versions.isStill(file.etag)).toBe(true);
});
