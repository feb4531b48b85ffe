import { describe, expect, it } from "vitest";
import type { PartName } from "@/lib/shared/contract/watch";
import type { ProbeResult } from "@/lib/server/checks/probes";
import { testFileId } from "@/testing/test-file";
import { testDatabase } from "@/testing/test-database";
import { type Change, storeParts } from "./parts";

const every = 30_000;
const start = Date.parse("2026-11-22T05:10:00Z");
const up: ProbeResult = { isUp: true, ms: 40, target: "https://chat.example.org/api/ping" };
const down: ProbeResult = { ...up, isUp: false, ms: null, reason: "No service is listening on this port." };

/** Stores samples of the API. Returns the changes after each sample, and all outages. Times are in seconds. */
async function sampled(...samples: [second: number, result: ProbeResult, isRestarting?: boolean][]) {
  const db = await testDatabase();
  const file = await testFileId(db);
  const changes: Change["kind"][][] = [];
  for (const [second, result, isRestarting = false] of samples) {
    const at = start + second * 1000;
    const results = [{ name: "api" as const, result }];
    const own = await db
      .transaction()
      .execute((tx) => storeParts(tx, file, { at, every, results, isRestarting }));
    changes.push(own.map(({ kind }) => kind));
  }
  const outages = await db.selectFrom("watch_outages").orderBy("began").selectAll().execute();
  const seconds = (at: number | null) => (at === null ? null : (at - start) / 1000);
  return { changes, outages: outages.map(({ began, ended }) => [seconds(began), seconds(ended)]) };
}

describe("an outage", () => {
  it("starts with the first of two failed samples, and ends with the next answer", async () => {
    const { changes, outages } = await sampled([0, up], [30, down], [60, down], [90, up], [120, up]);
    expect(changes).toEqual([[], [], ["down"], ["up"], []]);
    expect(outages).toEqual([[30, 90]]);
  });

  it("does not start after one failed sample, and is reported only once", async () => {
    expect(await sampled([0, down], [30, up], [60, down], [90, up])).toEqual({
      changes: [[], [], [], []],
      outages: [],
    });
    const { changes, outages } = await sampled([0, down], [30, down], [60, down], [90, down]);
    expect(changes).toEqual([[], ["down"], [], []]);
    expect(outages).toEqual([[0, null]]);
  });

  it("does not start after several failed samples in quick succession", async () => {
    const { changes, outages } = await sampled([0, up], [30, down], [32, down], [44, down], [60, up]);
    expect(changes.flat()).toEqual([]);
    expect(outages).toEqual([]);
    // The samples are half an interval apart, so both count.
    expect((await sampled([0, down], [15, down])).outages).toEqual([[0, null]]);
  });

  it("does not start if nothing is known about a long time between two failed samples", async () => {
    expect((await sampled([0, down], [90, down])).outages).toEqual([[0, null]]);
    expect((await sampled([0, down], [91, down])).outages).toEqual([]);
    expect((await sampled([0, down], [91, down], [121, down])).outages).toEqual([[91, null]]);
  });
});

describe("a restart by an apply", () => {
  it("does not start an outage, and is not reported as an outage", async () => {
    const { changes, outages } = await sampled([0, up], [30, down, true], [60, down, true], [90, up]);
    expect(changes.flat()).toEqual([]);
    expect(outages).toEqual([]);
  });

  it("does not end an earlier outage or prevent a later one", async () => {
    const before = await sampled([0, down], [30, down], [60, down, true], [90, down]);
    expect(before.outages).toEqual([[0, null]]);
    const after = await sampled([0, up], [30, down, true], [60, down], [90, down]);
    expect(after.changes.flat()).toEqual(["down"]);
    expect(after.outages).toEqual([[60, null]]);
  });
});

describe("a monitored service", () => {
  /** Stores samples of several parts, one interval apart. Returns all changes, and the stored parts and outages. */
  async function sampledParts(...samples: { [name in PartName]?: ProbeResult }[]) {
    const db = await testDatabase();
    const file = await testFileId(db);
    const changes: Change[] = [];
    for (const [nth, sample] of samples.entries()) {
      const results = Object.entries(sample).map(([name, result]) => ({ name: name as PartName, result }));
      const at = start + nth * every;
      changes.push(
        ...(await db
          .transaction()
          .execute((tx) => storeParts(tx, file, { at, every, results, isRestarting: false }))),
      );
    }
    const parts = await db.selectFrom("watch_parts").orderBy("name").selectAll().execute();
    const outages = await db.selectFrom("watch_outages").orderBy("part").selectAll().execute();
    return { changes, parts, outages };
  }
  const gatewayDown: ProbeResult = { isUp: false, ms: null, target: "wss://chat.example.org" };

  it("goes down and up independently of other services", async () => {
    const both = { api: up, gateway: gatewayDown };
    const { changes, parts, outages } = await sampledParts(both, both, both, { api: up, gateway: up });
    expect(changes).toEqual([
      {
        part: "gateway",
        kind: "down",
        from: start,
        target: "wss://chat.example.org",
        reason: "No response.",
      },
      { part: "gateway", kind: "up", from: start, to: start + 3 * every, target: up.target },
    ]);
    expect(parts).toMatchObject([
      { name: "api", failures: 0, failed_since: null, ms: 40, reason: null, at: start + 3 * every },
      { name: "gateway", failures: 0, failed_since: null },
    ]);
    expect(outages).toMatchObject([{ part: "gateway", began: start, ended: start + 3 * every }]);
  });

  it("is deleted if it is no longer probed, and its outage ends", async () => {
    const both = { api: up, gateway: gatewayDown };
    const { changes, parts, outages } = await sampledParts(both, both, { api: up }, { api: up });
    expect(changes.map(({ kind }) => kind)).toEqual(["down"]);
    expect(parts.map(({ name }) => name)).toEqual(["api"]);
    expect(outages).toMatchObject([{ part: "gateway", began: start, ended: start + 2 * every }]);
  });

  it("keeps the end of its certificate while it is down", async () => {
    const ends = async (...samples: ProbeResult[]) => {
      const { parts } = await sampledParts(...samples.map((api) => ({ api })));
      return parts[0]?.certificate_ends;
    };
    const secure = { ...up, certificateEnds: 12 };
    expect(await ends(secure)).toBe(12);
    expect(await ends(secure, down, down)).toBe(12);
    expect(await ends(secure, down, { ...up, certificateEnds: 90 })).toBe(90);
    expect(await ends(secure, up)).toBeNull();
    expect(await ends(down)).toBeNull();
  });

  it("reports the number of consecutive failures and the time of the first failure", async () => {
    const { parts } = await sampledParts({ api: up }, { api: down }, { api: down }, { api: down });
    expect(parts).toMatchObject([
      { failures: 3, failed_since: start + every, ms: null, reason: down.reason, at: start + 3 * every },
    ]);
  });
});
