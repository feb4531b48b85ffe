import { describe, expect, it } from "vitest";
import { Version } from "@/lib/server/config-file";
import { editionOf } from "@/lib/shared/settings/editions";
import { VirtualClock } from "@/testing/simulator/clock";
import { SimulatedFile } from "@/testing/simulator/file";
import { readReported } from "./compare";
import { judge } from "./judge";
import type { ProcessPart, ProcessStarts } from "./starts";
import type { KnownVersion } from "./store";
import { createVersions } from "./versions";

const bytesOf = (document: object) => Buffer.from(JSON.stringify(document));

function versionOf(document: object): Version {
  const version = Version.parse(bytesOf(document), "branded");
  if (!version.usable) throw new Error("The file is usable.");
  return version;
}

const name = (instanceName: string) => ({ general: { instanceName } });
const limited = (enabled: boolean) => ({ limits: { rate: { enabled } } });
const closed = (disabled: boolean) => ({ register: { disabled } });
const host = (address: string) => ({ rabbitmq: { host: `amqp://${address}` } });
const mine = (a: unknown) => ({ mine: { a } });

/** Times are in ms after the API's start, which is a whole second. Saves are made by an operator. */
interface Scene {
  saves?: [at: number, document: object][];
  report: object;
  isWhole?: boolean;
  starts?: Partial<Record<ProcessPart, number>>;
  stored?: Partial<Record<"loaded" | "started" | "older", object>> & {
    process?: Scene["starts"];
    start?: KnownVersion["start"];
  };
}

async function judged({ saves = [], report, isWhole = true, starts = { api: 0 }, stored }: Scene) {
  const clock = new VirtualClock();
  const start = clock.now() + 200_000;
  const file = new SimulatedFile(clock);
  for (const [at, document] of saves) {
    await clock.wait(start + at - clock.now());
    file.save(JSON.stringify(document));
  }
  const startsOf = (parts: Scene["starts"] = {}): ProcessStarts =>
    Object.fromEntries(
      Object.entries(parts).map(([part, at]) => [part, { reported: start + at, at: start + at }]),
    );
  const optional = (document: object | undefined) => (document ? bytesOf(document) : null);
  const known: KnownVersion | null = stored
    ? {
        ...{ etag: "stored", bytes: bytesOf(stored.loaded ?? {}), by: "told", claim: "works" },
        ...{ start: stored.start ?? "same", at: start, recordedAt: start + 20_000 },
        ...{ startedBytes: optional(stored.started), olderBytes: optional(stored.older) },
        process: stored.process ? startsOf(stored.process) : null,
        processSeenAt: stored.process ? start : null,
      }
    : null;
  const reported = readReported(editionOf("branded"), bytesOf(report), { isWhole });
  return judge(
    { report: { reported, isWhole }, starts: startsOf(starts), stored: known },
    { versions: createVersions({ config: file.config }), fromEnvironment: new Map() },
  );
}

const etagOf = (version: Version | null) => version?.bytes.toString();
const textOf = (document: object) => JSON.stringify(document);
/** The API's process, which the panel has seen before. */
const seen = { api: 0 };
const earlier = { api: -100_000 };

describe("the version with which a process started", () => {
  it.each<[string, Scene, object | undefined]>([
    ["the last save before the start", { saves: [[-9_000, name("A")]], report: name("A") }, name("A")],
    [
      "no save in the second of the start whose value the instance does not report",
      {
        saves: [
          [-9_000, host("a")],
          [500, host("b")],
        ],
        report: host("a"),
      },
      host("a"),
    ],
    [
      "unknown if a save in that second changed a setting that is not reported",
      {
        saves: [
          [-9_000, { ...name("A"), ...closed(false) }],
          [500, { ...name("A"), ...closed(true) }],
        ],
        ...{ report: name("A"), isWhole: false },
        stored: { loaded: { ...name("A"), ...closed(false) }, process: earlier },
      },
      undefined,
    ],
    [
      "what was found out before about the same process",
      {
        saves: [[-9_000, name("B")]],
        ...{ report: name("A"), stored: { loaded: name("A"), process: seen } },
      },
      name("A"),
    ],
    [
      "what the history has, if nothing was found out before",
      {
        saves: [[-9_000, name("B")]],
        report: name("B"),
        stored: { loaded: name("A"), process: seen, start: "unknown" },
      },
      name("B"),
    ],
    [
      "the version before a reload",
      { report: limited(true), stored: { loaded: limited(true), started: limited(false), process: seen } },
      limited(false),
    ],
    [
      "nothing that was known of an earlier process",
      { report: limited(true), stored: { loaded: limited(true), process: earlier } },
      undefined,
    ],
  ])("is %s", async (_, scene, expected) => {
    const { startedWith } = await judged(scene);
    expect(etagOf(startedWith)).toBe(expected && textOf(expected));
  });
});

describe("whether the instance may run a version", () => {
  const partly = { report: name("A"), isWhole: false };
  const before = { ...name("A"), ...closed(false) };
  const after = { ...name("A"), ...closed(true) };
  const stored = { loaded: before, process: seen };

  it.each<[string, Scene, object, boolean]>([
    ["another value is reported", { report: name("A"), stored }, { ...before, ...name("B") }, false],
    ["every reported value is the same", { report: name("A"), stored }, after, true],
    ["a public value is another", { ...partly, stored }, { ...before, ...name("B") }, false],
    ["a setting changed that is not public", { ...partly, stored }, after, false],
    ["no setting changed that is not public", { ...partly, stored }, before, true],
    [
      "the environment may have set the reported value",
      { report: { ...name("A"), ...host("a") }, isWhole: false, stored: { ...stored, loaded: host("b") } },
      host("b"),
      true,
    ],
    [
      "it was loaded after the start",
      { ...partly, stored: { loaded: after, started: before, process: seen } },
      after,
      true,
    ],
    [
      "another process started with it",
      {
        ...{ ...partly, saves: [[-9_000, after]] },
        stored: { loaded: before, started: before, process: earlier },
      },
      after,
      true,
    ],
  ])("%s", async (_, scene, version, isRunning) => {
    expect((await judged(scene)).isRunning(versionOf(version))).toBe(isRunning);
  });
});

describe("the evidence for a version", () => {
  const same = { report: "equal", start: "same" };
  const restarted = { api: 0, gateway: -50_000 };
  const split = {
    ...{ report: name("B"), starts: restarted },
    stored: { loaded: name("B"), started: name("A"), older: name("A"), process: restarted },
  };

  it.each<[string, Scene, object, object]>([
    [
      "the process started with other values that a reload replaces",
      {
        saves: [
          [-9_000, name("A")],
          [9_000, name("B")],
        ],
        report: name("B"),
      },
      name("B"),
      { evidence: same, startedBytes: null, olderBytes: null },
    ],
    [
      "the process started with another value of the start",
      { report: limited(true), stored: { loaded: limited(true), started: limited(false), process: seen } },
      limited(true),
      { evidence: { ...same, start: "other" }, startedBytes: bytesOf(limited(false)), olderBytes: null },
    ],
    [
      "nothing is known of the start",
      { report: name("A") },
      name("A"),
      { evidence: { ...same, start: "unknown" }, startedBytes: null, olderBytes: null },
    ],
    [
      "a part started before the API",
      split,
      name("B"),
      {
        evidence: { ...same, start: "other" },
        startedBytes: bytesOf(name("A")),
        olderBytes: bytesOf(name("A")),
      },
    ],
    [
      "the API has other values since, so a reload event reached every part",
      { ...split, report: name("C") },
      name("C"),
      { evidence: same, startedBytes: null, olderBytes: null },
    ],
    [
      "the environment may have set a value",
      { report: host("a"), saves: [[-9_000, host("b")]] },
      host("b"),
      { evidence: same, startedBytes: null, olderBytes: null },
    ],
  ])("%s", async (_, scene, version, expected) => {
    expect((await judged(scene)).judgmentOf(versionOf(version))).toEqual(expected);
  });

  it("counts no older part after a reload event", async () => {
    const { judgmentOf } = await judged(split);
    const judgment = judgmentOf(versionOf(name("B")), null, { isReload: true });
    expect(judgment).toEqual({ evidence: same, startedBytes: null, olderBytes: null });
  });

  it.each<[string, Scene, object, string]>([
    ["the process started with it", { report: {}, saves: [[-9_000, mine(2)]] }, mine(2), "equal"],
    ["the process started with another", { report: {}, saves: [[-9_000, mine(1)]] }, mine(2), "different"],
    ["nothing is known of the start", { report: {} }, mine(2), "different"],
    ["the report is not whole", { report: {}, isWhole: false }, mine(2), "partial"],
    [
      "a newer process started with it",
      { report: {}, saves: [[-9_000, mine(2)]], stored: { loaded: mine(1), process: earlier } },
      mine(2),
      "equal",
    ],
    [
      "only the last version is known",
      { report: {}, starts: {}, stored: { loaded: mine(1) } },
      mine(2),
      "different",
    ],
  ])("of a key that is not reported depends on the start: %s", async (_, scene, version, expected) => {
    const { evidence } = (await judged(scene)).judgmentOf(versionOf(version));
    expect(evidence.report).toBe(expected);
  });

  it("takes the given version as that of the start if no start is reported", async () => {
    const { judgmentOf } = await judged({ report: {}, starts: {}, stored: { loaded: mine(1) } });
    const version = versionOf(mine(2));
    expect(judgmentOf(version, version).evidence).toEqual(same);
    const read = versionOf(mine(1));
    expect(judgmentOf(version, version, { read }).evidence).toEqual({ report: "different", start: "same" });
  });
});
