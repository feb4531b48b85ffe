import { rmSync, writeFileSync } from "node:fs";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { changeEnv, db, env, theRooms } from "@/testing/rooms";
import type { ReloadWay } from "@/lib/shared/contract/running";
import { command, openApplies } from "@/testing/running-instance/apply-stories";
import type { ApplyNotice, PlanNotice } from "./drive";
import { createApplies } from "./index";
import { applyById } from "./store";
import type { Reload } from "@/lib/env";

const { instance, change, save, begin, write } = openApplies();

const broken = command("/no/such/program");
const stateOf = async (id: number) => (await applyById(theRooms().applyRoom, id))?.state;
/** Waits until an apply has failed. How long this takes depends on the machine's load. */
const ended = (id: number) => expect.poll(() => stateOf(id), { interval: 5, timeout: 20_000 }).toBe("failed");
const request = async (own: { etag?: string; way?: ReloadWay } = {}) =>
  theRooms().applies.request({ etag: (await theRooms().known.versions.now()).etag, actor: "keeper", ...own });

beforeEach(() => {
  // Each apply fails immediately, because this command does not exist.
  changeEnv({ instanceReload: [broken] });
});

describe("a replica", () => {
  /** Lets another replica look for applies to continue. @returns whether it has claimed the apply */
  async function looked(id: number, reach: { instanceReload?: Reload[]; instanceApiUrl?: string } = {}) {
    const { instanceReload = [broken], instanceApiUrl = theRooms().applyRoom.env.instanceApiUrl } = reach;
    let looks = 0;
    let finish = () => undefined as void;
    // The second look begins after the first look has ended.
    const hasLooked = new Promise<void>((resolve) => (finish = resolve));
    const replica = createApplies({
      ...theRooms().applyRoom,
      measureClock: async () => void ((looks += 1) === 2 && finish()),
      env: { ...theRooms().applyRoom.env, instanceApiUrl },
      reload: { ...theRooms().applyRoom.reload, ways: () => instanceReload },
      notify: async () => undefined,
      roleOf: async () => "owner",
    });
    replica.start();
    await hasLooked;
    await replica.stop();
    return (await applyById(theRooms().applyRoom, id))?.holder !== null;
  }

  it.each<[string, Parameters<typeof looked>[1]]>([
    ["without INSTANCE_RELOAD", { instanceReload: [] }],
    ["with another command", { instanceReload: [command("/other/program")] }],
    ["of another instance", { instanceApiUrl: "http://localhost:9" }],
  ])("%s does not take over an apply", async (_, reach) => {
    change({ instanceName: "Lagoon" });
    expect(await looked(await begin(), reach)).toBe(false);
  });

  it("with the same settings takes over an apply", async () => {
    change({ instanceName: "Lagoon" });
    const id = await begin();
    expect(await looked(id)).toBe(true);
    await ended(id);
  });
});

describe("a request to apply the file", () => {
  it("starts the apply, and returns it without waiting for the end", async () => {
    change({ instanceName: "Lagoon" });
    const view = await request();
    expect(view).toMatchObject({ state: "requested", actor: "keeper", way: "command", canRollBack: true });
    expect(view.changes).toMatchObject([{ path: "general.instanceName", before: "Harbor", after: "Lagoon" }]);
    expect(view.version).toBeGreaterThan(view.fromVersion!);
    await ended(view.id);
  });

  it("announces its end, when its state is stored, so that the instance is measured again", async () => {
    change({ instanceName: "Lagoon" });
    const { applies } = theRooms();
    let stop = () => undefined as void;
    const states: unknown[] = [];
    const announced = new Promise<void>((resolve) => {
      stop = applies.onEnded(() => {
        states.push("announced");
        resolve();
      });
    });
    const { id } = await request();
    await announced;
    expect(await stateOf(id)).toBe("failed");
    stop();
    await ended((await request()).id);
    expect(states).toEqual(["announced"]);
  });

  it.each<[string, () => unknown, Parameters<typeof request>[0], string]>([
    ["if INSTANCE_RELOAD is not set", () => changeEnv({ instanceReload: [] }), {}, "conflict"],
    ["for a way that INSTANCE_RELOAD does not name", () => undefined, { way: "broker" }, "conflict"],
    ["for an old version of the file", () => undefined, { etag: "0".repeat(64) }, "config-changed"],
    ["for a file that cannot be parsed", () => write("{"), { etag: "0".repeat(64) }, "config-unusable"],
  ])("is refused %s", async (_, prepare, own, code) => {
    prepare();
    await expect(request(own)).rejects.toMatchObject({ code });
    expect((await theRooms().applies.readRunning()).apply).toBeNull();
  });

  it("is refused if the file breaks a rule of the operator's that the running version does not break", async () => {
    const { path } = env().configRules;
    onTestFinished(() => rmSync(path));
    const rule = {
      id: "name",
      expression: 'general.instanceName == "Harbor"',
      message: "The name is registered.",
    };
    writeFileSync(path, JSON.stringify({ rules: [rule] }));
    change({ instanceName: "Lagoon" });
    await expect(request()).rejects.toMatchObject({
      code: "invalid-settings",
      message: "The name is registered. (rule “name”) Nothing was applied.",
    });
    const { preflight } = await theRooms().applies.preview(new AbortController().signal);
    expect(preflight.parts.find(({ name }) => name === "settings")).toMatchObject({ level: "red" });
    change({ instanceName: "Harbor", description: "Other" });
    await ended((await request()).id);
  });

  it("is refused while another apply is in progress", async () => {
    await begin();
    await expect(request()).rejects.toMatchObject({ code: "conflict" });
  });

  it("uses the least disruptive way to reload if the operator names none", async () => {
    changeEnv({ instanceReload: [{ way: "broker" }, broken] });
    save("rabbitmq", { host: "amqp://127.0.0.1:5672" });
    instance.restart();
    change({ instanceName: "Lagoon" });
    const byBroker = await begin();
    expect(await applyById(theRooms().applyRoom, byBroker)).toMatchObject({ way: "broker" });
    await db().deleteFrom("applies").execute();
    expect(await applyById(theRooms().applyRoom, await begin({ way: "command" }))).toMatchObject({
      way: "command",
    });
  });
});

it("accepts an operator's decision only while the apply waits for one", async () => {
  const id = await begin();
  await expect(theRooms().applies.answer(id, "newer")).rejects.toMatchObject({ code: "conflict" });
  expect(await theRooms().applies.answer(id, "keep")).toMatchObject({ id, state: "requested" });
  expect(await applyById(theRooms().applyRoom, id)).toMatchObject({ answer: "keep" });
});

/** Fakes intervals until the end of the test. `openApplies` fakes only `performance`. */
function fakeIntervals(): void {
  vi.useFakeTimers({ toFake: ["performance", "setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useFakeTimers({ toFake: ["performance"] }));
}

it("checks every second for applies whose process has ended", async () => {
  fakeIntervals();
  const notices: (ApplyNotice | PlanNotice)[] = [];
  const notify = async (notice: ApplyNotice | PlanNotice) => void notices.push(notice);
  const first = await begin();
  const watching = createApplies({ ...theRooms().applyRoom, notify, roleOf: async () => "owner" });
  watching.start();
  onTestFinished(() => watching.stop());
  await ended(first);
  expect(notices).toMatchObject([{ event: "apply-failed" }]);

  const second = await begin();
  // Calling this again must not start another timer.
  watching.start();
  vi.advanceTimersByTime(1_000);
  await ended(second);
  expect(notices).toHaveLength(2);
});

it("stops polling for unfinished applies before the database closes", async () => {
  fakeIntervals();
  const watching = createApplies({
    ...theRooms().applyRoom,
    notify: () => Promise.resolve(),
    roleOf: async () => "owner",
  });
  watching.start();
  watching.start();
  expect(vi.getTimerCount()).toBe(1);
  await watching.stop();
  expect(vi.getTimerCount()).toBe(0);
});
