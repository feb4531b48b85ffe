import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { once } from "node:events";
import { expect, it } from "vitest";
import { systemClock } from "@/lib/clock";
import { Version } from "@/lib/server/config-file";
import { exposedMetrics, fetchStarts, hasRestarted, oldestStart, startIn } from "./starts";

it.each([
  ["spacebar_process_start_time_seconds 1787400000", 1_787_400_000],
  ["# HELP a\nprocess_start_time_seconds 1.7874e+9\nb 1", 1_787_400_000],
  ['x_process_start_time_seconds{app="api"} 1787400000.25\n', 1_787_400_000.25],
  ["spacebar_process_start_time_seconds", null],
  ["spacebar_process_start_time_seconds NaN", null],
  ["spacebar_process_start_time_seconds 0", null],
  ["# spacebar_process_start_time_seconds 5", null],
  ["process_start_time_seconds_total 5", null],
])("reads the start of a process from its metrics: %s", (metrics, seconds) => {
  expect(startIn(metrics)).toBe(seconds);
});

const at = (ms: number) => ({ reported: ms, at: ms });

it("an instance has restarted if any of its processes has", () => {
  expect(hasRestarted({}, { api: at(1) })).toBeNull();
  expect(hasRestarted({ api: at(1) }, { gateway: at(2) })).toBeNull();
  expect(hasRestarted({ api: at(1), cdn: at(1) }, { api: at(1) })).toBe(false);
  expect(hasRestarted({ api: at(1), gateway: at(1) }, { api: at(1), gateway: at(2) })).toBe(true);
});

it("the oldest process determines the start, if the API's start is known", () => {
  expect(oldestStart({ api: at(5), gateway: at(3) })).toBe(3);
  expect(oldestStart({ gateway: at(3) })).toBeNull();
  expect(oldestStart({})).toBeNull();
});

it("does not take the gateway's start from a host that it shares with the API", async () => {
  const server = createServer((_, response) => {
    response.end("spacebar_process_start_time_seconds 1787400000");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const partsAt = async (gateway: object) => {
    const version = Version.parse(
      Buffer.from(JSON.stringify({ api: { endpointPublic: `http://${host}` }, gateway })),
      "branded",
    );
    if (!version.usable) throw new Error("The file is usable.");
    const starts = await fetchStarts(version.settings, {
      env: { checkAllow: [], instanceApiUrl: undefined },
      clock: systemClock,
      signal: AbortSignal.timeout(5_000),
    });
    return Object.keys(starts).toSorted();
  };
  expect(await partsAt({ endpointPublic: `ws://${host}` })).toEqual(["api"]);
  const other = `http://localhost:${host.split(":")[1]}`;
  expect(await partsAt({ endpointPublic: `ws://${host}`, endpointPrivate: other })).toEqual([
    "api",
    "gateway",
  ]);
  server.close();
});

it("finds metrics that answer at a public address, and asks no internal one", async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.end("spacebar_process_start_time_seconds 1787400000");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const file = { api: { endpointPublic: `http://127.0.0.1:${port}` }, cdn: { endpointPublic: "http://cdn" } };
  const version = Version.parse(Buffer.from(JSON.stringify(file)), "branded");
  if (!version.usable) throw new Error("The file is usable.");
  const { settings } = version;
  const asks = {
    env: { checkAllow: [], instanceApiUrl: undefined },
    clock: systemClock,
    signal: AbortSignal.timeout(5_000),
  };
  expect(await exposedMetrics(settings, asks)).toEqual([]);
  expect(asked).toEqual([]);
  const isPublic = (host: string) => host === "127.0.0.1";
  expect(await exposedMetrics(settings, { ...asks, isPublic })).toEqual([`http://127.0.0.1:${port}/metrics`]);
  server.close();
});
