import { expect, test } from "vitest";
import { type Event, type Observed, type Save, unexplained } from "./explain";

const saved = (value: number, base: string, further: Partial<Save> = {}): Save => ({
  kind: "save",
  where: "A",
  began: value * 10,
  ended: value * 10 + 5,
  base,
  setting: "a",
  value,
  answer: { etag: `v${value}` },
  ...further,
});
const version = (value: number) => ({ etag: `v${value}`, settings: { a: value } });
const read = (value: number, began: number): Event => ({
  kind: "read",
  where: "B",
  began,
  ended: began + 1,
  etag: `v${value}`,
  settings: { a: value },
});

function observed(events: Event[], further: Partial<Observed> = {}): Observed {
  const confirmed = events.filter((event) => event.kind === "save" && typeof event.answer === "object");
  return {
    events,
    versions: [version(0), version(1), version(2)],
    file: "v2",
    audited: { a: confirmed.length },
    ...further,
  };
}
const two = [saved(1, "v0"), saved(2, "v1")];

test("explains two saves, and reads before, between and after them", () => {
  const events = [...two, read(0, 9), read(1, 16), read(2, 26)];
  expect(unexplained(observed(events))).toEqual([]);
});

test("explains a read during a save that returns the old or the new version", () => {
  expect(unexplained(observed([...two, read(1, 22), read(2, 22)]))).toEqual([]);
});

test("reports a confirmed save that is in no version", () => {
  const versions = [version(0), version(2)];
  expect(unexplained(observed([saved(1, "v0"), saved(2, "v0")], { versions }))).toEqual([
    "the save of a = 1 at A was confirmed, but is not in the history",
  ]);
});

test("reports a save that lost another setting's change", () => {
  const versions = [
    { ...version(0), settings: { a: 0, b: 1 } },
    { ...version(1), settings: { a: 1, b: 0 } },
  ];
  expect(unexplained(observed([saved(1, "v0")], { versions, file: "v1" }))).toEqual([
    "the version v1 is not its base with a = 1",
  ]);
});

test("reports a refused save that is in the history", () => {
  expect(unexplained(observed([saved(1, "v0", { answer: "refused" }), saved(2, "v1")]))).toEqual([
    "the save of a = 1 was refused, but is in the history",
  ]);
});

test("explains a save without an answer, whether it is in the history or not", () => {
  const lost = { answer: "unknown", ended: Infinity } as const;
  expect(unexplained(observed([saved(1, "v0", lost), saved(2, "v1"), saved(3, "v2", lost)]))).toEqual([]);
});

test("reports a save that is recorded before one that was confirmed earlier", () => {
  const events = [saved(1, "v0", { began: 30, ended: 35 }), saved(2, "v1", { began: 20, ended: 25 })];
  expect(unexplained(observed(events))).toEqual([
    "the save of a = 1 comes before one that was confirmed earlier",
  ]);
});

test("reports a read of the previous version after a confirmed save", () => {
  expect(unexplained(observed([...two, read(1, 26)]))).toEqual([
    "a read at B returned v1, although v2 was confirmed before it",
  ]);
});

test("reports a read from the future", () => {
  expect(unexplained(observed([...two, read(2, 17)]))).toEqual([
    "a read at B returned v2 before anybody began to write it",
  ]);
});

test("reports a read of a version that nobody wrote", () => {
  expect(unexplained(observed([...two, read(7, 26)]))).toEqual([
    "a read at B returned v7, which nobody wrote",
  ]);
});

test("reports a save that the audit log lacks", () => {
  expect(unexplained(observed(two, { audited: { a: 1 } }))).toEqual([
    "the audit log has 1 saves of a, and 2 were confirmed",
  ]);
});

test("explains an audit entry of a save without an answer, and reports one too many", () => {
  const events = [...two, saved(3, "v2", { answer: "unknown", ended: Infinity })];
  expect(unexplained(observed(events, { audited: { a: 3 } }))).toEqual([]);
  expect(unexplained(observed(events, { audited: { a: 4 } }))).toEqual([
    "the audit log has 4 saves of a, and 2 were confirmed",
  ]);
});

test("reports a file that is not the newest version", () => {
  expect(unexplained(observed(two, { file: "v1" }))).toEqual([
    "the file is not the newest version in the history",
  ]);
});

test("explains an edit from outside that no version records, because another edit replaced it", () => {
  const outside: Event = {
    kind: "outside",
    where: "editor",
    began: 26,
    ended: 27,
    etag: "out",
    settings: { a: 9 },
  };
  const seen: Event = { ...read(9, 28), etag: "out" } as Event;
  expect(unexplained(observed([...two, outside, seen]))).toEqual([]);
});
