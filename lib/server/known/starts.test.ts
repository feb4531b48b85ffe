import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { systemClock } from "@/lib/clock";
import { Version } from "@/lib/server/config-file";
import type { Settings } from "@/lib/shared/settings/values";
import {
  exposedMetrics,
  fetchStarts,
  fetchTraffic,
  hasRestarted,
  isPublicHost,
  oldestOf,
  oldestStart,
  startIn,
} from "./starts";

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
  expect(oldestStart({ api: at(5), gateway: at(3), cdn: at(4) })).toBe(3);
  expect(oldestStart({ gateway: at(3) })).toBeNull();
  // Clocks differ, so the same time may be reported differently. A part that started with the API is not older.
  expect(oldestOf({ api: at(3), gateway: { reported: 9, at: 3 } })).toEqual(at(3));
  expect(oldestStart({})).toBeNull();
});

const host = (listening: Server) => `127.0.0.1:${(listening.address() as AddressInfo).port}`;

async function serve(respond: (response: ServerResponse, path?: string) => void): Promise<Server> {
  const server = createServer(({ url }, response) => respond(response, url)).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return server;
}

function settingsOf(file: object, naming: "branded" | "neutral" = "branded"): Settings {
  const version = Version.parse(Buffer.from(JSON.stringify(file)), naming);
  if (!version.usable) throw new Error("The file is usable.");
  return version.settings;
}

const asks = (instanceApiUrl?: string, now = Date.now()) => ({
  env: { checkAllow: [], instanceApiUrl },
  clock: { ...systemClock, now: () => now },
  signal: AbortSignal.timeout(5_000),
});

const started = "spacebar_process_start_time_seconds 1787400000";

it("does not take the gateway's start from a host that it shares with the API", async () => {
  const address = host(await serve((response) => response.end(started)));
  const partsAt = async (gateway: object) => {
    const settings = settingsOf({ api: { endpointPublic: `http://${address}` }, gateway });
    return Object.keys(await fetchStarts(settings, asks())).toSorted();
  };
  expect(await partsAt({ endpointPublic: `ws://${address}` })).toEqual(["api"]);
  const other = `http://localhost:${address.split(":")[1]}`;
  expect(await partsAt({ endpointPublic: `ws://${address}`, endpointPrivate: other })).toEqual([
    "api",
    "gateway",
  ]);
});

it.each([
  [2_000, 0],
  [3_000, 3_000],
  [-2_000, 0],
  [-3_000, -3_000],
  [null, 0],
])("a clock that is %s ms ahead moves a start by %s ms", async (ahead, moved) => {
  const now = Date.UTC(2026, 10, 28);
  const server = await serve((response) => {
    if (ahead === null) response.sendDate = false;
    else response.setHeader("date", new Date(now + ahead).toUTCString());
    response.end(started);
  });
  const starts = await fetchStarts(settingsOf({}), asks(`http://${host(server)}/api`, now));
  expect(starts).toEqual({ api: { reported: 1_787_400_000_000, at: 1_787_400_000_000 - moved } });
});

it("counts the requests of a part, and nothing from an answer that is no success", async () => {
  let status = 200;
  const server = await serve((response) => {
    response.writeHead(status).end(`${started}\nhttp_requests_total{path="/gifs",status="500"} 3\n`);
  });
  const settings = settingsOf({ cdn: { endpointPrivate: `http://${host(server)}` } });
  const cdn = { requests: 3, failures: 3, duration: 0, measured: 0 };
  expect(await fetchTraffic(settings, asks())).toEqual({ cdn });
  status = 503;
  expect(await fetchTraffic(settings, asks())).toEqual({});
});

it("finds metrics that answer at a public address, and asks no internal one", async () => {
  const asked: (string | undefined)[] = [];
  const server = await serve((response, path) => {
    asked.push(path);
    response.end(asked.length === 1 ? started : "");
  });
  const origin = `http://${host(server)}`;
  const settings = settingsOf({ api: { endpointPublic: origin }, cdn: { endpointPublic: "ftp://cdn" } });
  expect(await exposedMetrics(settings, asks())).toEqual([]);
  expect(asked).toEqual([]);
  const isPublic = (name: string) => name === "127.0.0.1";
  expect(await exposedMetrics(settings, { ...asks(), isPublic })).toEqual([`${origin}/metrics`]);
  expect(await exposedMetrics(settings, { ...asks(), isPublic })).toEqual([]);
});

it("asks an instance for nothing whose edition has no metrics", async () => {
  const server = await serve((response) => response.end(started));
  const settings = settingsOf({ api: { endpointPublic: `http://${host(server)}` } }, "neutral");
  expect(await fetchStarts(settings, asks())).toEqual({});
  expect(await exposedMetrics(settings, { ...asks(), isPublic: () => true })).toEqual([]);
});

it.each([
  ["127.0.0.1", false],
  ["[::1]", false],
  ["8.8.8.8", true],
  ["[2001:4860:4860::8888]", true],
  ["cdn", false],
  ["cdn.internal", false],
  ["cdn.home.arpa", false],
  ["cdn.local.example.org", true],
])("whether %s is public: %s", (name, isPublic) => {
  expect(isPublicHost(name)).toBe(isPublic);
});
