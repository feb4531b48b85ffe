import { expect, it } from "vitest";
import { systemClock } from "@/lib/clock";
import { openConfigFile } from "@/lib/server/config-file";
import { bareOptions } from "@/lib/server/config-file/open-file";
import { testFile } from "@/testing/config-file/test-file";
import type { ServerVersion } from "@/lib/shared/contract/running";
import { createRunningInstance, type RunningInstance } from "./instance";
import { createKnown } from "./index";
import { createKnownStore } from "./store";

const version = { implementation: "spacebar-server-ts", rev: "1", date: null };

async function scene() {
  const file = await testFile();
  file.write("{}");
  const config = openConfigFile({
    ...bareOptions(file.config.path, file.dataDir, file.config.db),
    announcements: { send() {}, listen() {} },
  });
  let now = 1_000_000;
  const clock = { ...systemClock, elapsed: () => now, now: () => now };
  const env = {
    instanceApiUrl: "http://127.0.0.1:1/api",
    instanceOperatorToken: undefined,
    instanceApiTimeout: 5_000,
    checkAllow: [],
    probeChannel: undefined,
    probeMail: undefined,
  };
  const asked: string[] = [];
  const state = {
    isConnected: true,
    addresses: ["https://a.example/metrics"],
    version: (): ServerVersion | null => ({ ...version, rev: `${asked.length}` }),
  };
  const instance: RunningInstance = {
    ...createRunningInstance({ config, env, clock }),
    isConnected: () => state.isConnected,
    starts: () => Promise.resolve({ api: { reported: asked.push("starts"), at: 1 } }),
    version: () => Promise.resolve(asked.push("version") > 0 ? state.version() : null),
    exposedMetrics: () => Promise.resolve(asked.push("metrics") ? state.addresses : []),
  };
  const known = createKnown({
    ...{ db: file.config.db, config, instance, clock },
    fileId: () => config.id(),
    isApplying: () => Promise.resolve(false),
  });
  const store = createKnownStore({ db: file.config.db, clock, fileId: () => config.id() });
  const servers = () => file.config.db.selectFrom("server_versions").select("rev").execute();
  return { known, store, asked, state, config, servers, pass: (ms: number) => void (now += ms) };
}

it("asks for the starts of the processes every three seconds, and again after a change", async () => {
  const { known, asked, state, config, pass } = await scene();
  const settings = await config.settings();
  const first = await known.startsNow(settings);
  pass(2_999);
  expect(await known.startsNow(settings)).toBe(first);
  pass(1);
  expect(await known.startsNow(settings)).toEqual({ api: { reported: 2, at: 1 } });
  known.forget();
  await known.startsNow(settings);
  expect(asked).toHaveLength(3);
  expect(await known.startsNow(null)).toEqual({});
  state.isConnected = false;
  expect(await known.startsNow(settings)).toEqual({});
  expect(asked).toHaveLength(3);
});

it("asks for the server's version every minute", async () => {
  const { known, asked, state, pass } = await scene();
  expect(await known.server()).toMatchObject({ rev: "1" });
  pass(59_999);
  expect(await known.server()).toMatchObject({ rev: "1" });
  pass(1);
  expect(await known.server()).toMatchObject({ rev: "2" });
  state.isConnected = false;
  expect(await known.server()).toBeNull();
  expect(asked).toHaveLength(2);
});

it("notes no version of a server that does not answer, or whose version changes meanwhile", async () => {
  const { known, state, servers } = await scene();
  state.version = () => null;
  await known.noteServer();
  let asked = 0;
  state.version = () => ({ ...version, rev: `${(asked += 1)}` });
  await known.noteServer();
  expect(await servers()).toEqual([]);
  state.version = () => version;
  await known.noteServer();
  expect(await servers()).toEqual([{ rev: "1" }]);
});

it("has a report only of an instance whose address is known", async () => {
  const { known, state } = await scene();
  expect(await known.report()).toMatchObject({ reported: null, isWhole: false });
  state.isConnected = false;
  expect(await known.report()).toBeNull();
});

it("looks for public metrics every ten minutes, in the background", async () => {
  const { known, asked, state, pass } = await scene();
  expect(known.exposedMetrics()).toEqual([]);
  await expect.poll(() => known.exposedMetrics()).toEqual(["https://a.example/metrics"]);
  pass(599_999);
  known.exposedMetrics();
  state.addresses = [];
  pass(1);
  expect(known.exposedMetrics()).toEqual(["https://a.example/metrics"]);
  await expect.poll(() => known.exposedMetrics()).toEqual([]);
  state.isConnected = false;
  pass(600_000);
  known.exposedMetrics();
  await new Promise(setImmediate);
  expect(asked).toEqual(["metrics", "metrics"]);
});

it("goes back to the newest version that works, and to a presumed one only if no other works", async () => {
  const { known, store, pass } = await scene();
  expect(await known.target()).toBeNull();
  for (const [etag, claim] of [
    ["a", "works"],
    ["b", "works"],
    ["c", "presumed"],
  ] as const) {
    await store.addWorking({ etag, claim, bytes: Buffer.from("{}"), parts: [] });
    pass(1);
  }
  const targets = async (...except: string[]) => (await known.targets(except)).map(({ etag }) => etag);
  expect(await targets()).toEqual(["b", "a"]);
  expect((await known.target())?.etag).toBe("b");
  expect(await targets("b")).toEqual(["a"]);
  expect(await targets("a", "b")).toEqual(["c"]);
});
