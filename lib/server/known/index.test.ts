import { describe, expect, it } from "vitest";
import type { ApplyCheck } from "@/lib/shared/contract/running";
import { openScenes } from "@/testing/simulator/scene";
import type { ProcessStarts } from "./starts";
import { createKnownStore } from "./store";

const open = openScenes();
type Scene = Awaited<ReturnType<typeof open>>;

/** Writes what is known: the version, its source, the claim, the start, and the ages (ms) of process, record and evidence. */
async function seen({ room, clock, file }: Scene, isSample = true) {
  room.known.forget();
  const parts = await room.instance.parts(await room.config.settings(), AbortSignal.abort());
  await room.known.observe(isSample ? { parts } : {});
  const known = (await room.known.running())!;
  const version = file.etag === known.etag ? "current" : "older";
  const ages = [known.processSeenAt, known.recordedAt, known.at].map((at) =>
    at === null ? "-" : clock.now() - at,
  );
  const further = [known.startedBytes && "started", known.olderBytes && "older"].filter(Boolean);
  return [version, known.by, known.claim, known.start, ...ages, ...further].join(" ");
}

const all = "api,gateway,cdn,client:signed-in";

it.each([
  [
    "that reports its starts and values",
    {},
    [
      "current told works same 3040 0 2020",
      "current told works same 33060 0 32040",
      "older told works same 33080 20 32060",
    ],
    ["current told loaded same 0 0 0", "current told loaded same 20 0 0", "current told works same 1040 0 0"],
    "current told until-restart other 3060 0 0 started",
    ["current applied works same 20 0 20", "current applied works same 40 20 40"],
    ["works", "works", "works"],
  ],
  [
    "that does not report its starts",
    { hasMetrics: false },
    [
      "current told loaded unknown - 2020 2020",
      "current told loaded unknown - 32040 32040",
      "older told loaded unknown - 32060 32060",
    ],
    [
      "current told loaded unknown - 0 0",
      "current told loaded unknown - 20 20",
      "current told loaded unknown - 1040 1040",
    ],
    "current told loaded unknown - 0 0",
    ["current applied works same - 20 20", "current applied works same - 40 40"],
    ["works"],
  ],
  [
    "whose gateway goes on running",
    { isSplit: true, onlyApi: true },
    [
      "current told works same 3040 0 2020",
      "current told works same 33060 0 32040",
      "older told works same 33080 20 32060",
    ],
    ["current told loaded same 0 0 0", "current told loaded same 20 0 0", "current told works same 1040 0 0"],
    "current told until-restart other 3060 0 0 started",
    [
      "current applied until-restart other 20 0 20 started older",
      "current applied until-restart other 40 20 40 started older",
    ],
    ["works", "works"],
  ],
  [
    "that reports only some values",
    { hasToken: false },
    [
      "current told presumed same 2020 0 0",
      "current told presumed same 32040 0 30020",
      "older told presumed same 32060 20 30040",
    ],
    [
      "current told reported same 0 0 0",
      "current told reported same 20 0 0",
      "current told presumed same 1040 0 0",
    ],
    "current told reported other 3060 0 0 started",
    ["current applied presumed same 20 0 20", "current applied presumed same 40 20 40"],
    ["presumed", "presumed", "presumed"],
  ],
] as const)(
  "records what is known of an instance %s",
  async (_, habits, begun, restarted, reloaded, applied, claims) => {
    const scene = await open(habits);
    const { clock, process, save, room } = scene;
    expect(await seen(scene)).toBe(begun[0]);
    await clock.wait(30_000);
    expect(await seen(scene)).toBe(begun[1]);
    save({ instanceName: "Lagoon" });
    expect(await seen(scene)).toBe(begun[2]);
    process.start();
    await clock.wait(500);
    expect([await seen(scene), await seen(scene, false)]).toEqual(restarted.slice(0, 2));
    await clock.wait(1_000);
    expect(await seen(scene)).toBe(restarted[2]);
    save({ instanceName: "Reef" }, { limits: { rate: { enabled: true } } });
    process.reload();
    await clock.wait(2_000);
    expect(await seen(scene)).toBe(reloaded);
    save({ instanceName: "Cove" });
    expect((await scene.applied()).view.state).toBe("confirmed");
    expect(await seen(scene)).toBe(applied[0]);
    process.stop();
    expect(await seen(scene)).toBe(applied[1]);
    expect((await room.known.targets([])).map(({ claim, parts }) => [claim, parts.join()])).toEqual(
      claims.map((claim) => [claim, all]),
    );
  },
);

it("an operator's word counts for an instance that does not report its start", async () => {
  const scene = await open({ hasMetrics: false });
  await scene.room.known.mark();
  expect((await scene.room.known.running())!.by).toBe("marked");
  expect(await seen(scene)).toBe("current marked loaded same - 20 20");
  await scene.clock.wait(2_000);
  expect(await seen(scene)).toBe("current told works same - 0 0");
});

const up: ApplyCheck[] = (["api", "gateway", "cdn"] as const).map((name) => ({ name, isUp: true }));

const inWords = async ({ room, file }: Scene) => {
  const { etag, by, claim, start, startedBytes, olderBytes } = (await room.known.running())!;
  const version = file.etag === etag ? "current" : "older";
  return [version, by, claim, start, startedBytes && "started", olderBytes && "older"]
    .filter(Boolean)
    .join(" ");
};

const targetsOf = async ({ room }: Scene) => (await room.known.targets([])).map(({ etag }) => etag);

describe("values from the environment", () => {
  const broker = [["broker.host", "RABBITMQ_HOST"]];
  const file = (host: string) => ({ rabbitmq: { host: `amqp://${host}` } });

  it("are learned at a start, and end when the instance uses another value of the file", async () => {
    const { room, save, process, clock } = await open({ broker: "amqp://env" });
    const restarted = async () => {
      await clock.wait(5_000);
      process.start();
      await clock.wait(5_000);
      await room.known.observe();
      return [...(await room.known.environment())];
    };
    save({}, file("a"));
    expect(await restarted()).toEqual(broker);
    save({}, { rabbitmq: {} });
    expect(await restarted()).toEqual(broker);
    save({}, file("a"));
    expect(await restarted()).toEqual(broker);
    process.habits.broker = null;
    expect(await restarted()).toEqual(broker);
    save({}, file("b"));
    expect(await restarted()).toEqual([]);
  });

  it("are not learned from what the instance reloaded", async () => {
    const { room, save, process, clock } = await open();
    save({}, file("a"));
    await clock.wait(5_000);
    process.start();
    await clock.wait(5_000);
    await room.known.observe();
    save({}, file("b"));
    process.reload();
    await clock.wait(5_000);
    await room.known.observe();
    expect([...(await room.known.environment())]).toEqual([]);
  });

  it("are not learned from a report of some values", async () => {
    const { room, save, process, clock } = await open({ broker: "amqp://env", hasToken: false });
    save({}, file("a"));
    await clock.wait(5_000);
    process.start();
    await clock.wait(5_000);
    await room.known.observe();
    expect([...(await room.known.environment())]).toEqual([]);
  });
});

describe("a claim", () => {
  it("begins again when the process restarts with the same file", async () => {
    const scene = await open();
    await scene.clock.wait(30_000);
    scene.process.start();
    await scene.clock.wait(500);
    expect(await seen(scene, false)).toBe("current told loaded same 0 0 0");
  });

  it("begins again when the process reloads another file, however long it has been running", async () => {
    const scene = await open();
    await scene.clock.wait(30_000);
    scene.save({ instanceName: "Lagoon" });
    scene.process.reload();
    await seen(scene, false);
    expect(await inWords(scene)).toBe("current told loaded same");
    await seen(scene);
    expect(await inWords(scene)).toBe("current told works same");
  });

  it("needs a process that has been running for a second", async () => {
    const scene = await open();
    const { process, clock, room } = scene;
    process.start();
    await clock.wait(10);
    await seen(scene, false);
    await clock.wait(999);
    await room.known.observe({ parts: up });
    expect(await inWords(scene)).toBe("current told loaded same");
    await clock.wait(1);
    await room.known.observe({ parts: up });
    expect(await inWords(scene)).toBe("current told works same");
  });

  it("is recorded again within 15 seconds of a start, when the instance may rewrite its file", async () => {
    const scene = await open();
    const { clock, room, process } = scene;
    const recorded = async () => {
      await room.known.observe();
      return clock.now() - (await room.known.running())!.recordedAt;
    };
    await clock.wait(process.startedAt + 15_000 - clock.now());
    expect(await recorded()).toBe(0);
    await clock.wait(10);
    expect(await recorded()).toBe(0);
    await clock.wait(10);
    expect(await recorded()).toBe(10);
  });

  it("gets a new date when the instance begins to report its whole configuration", async () => {
    const scene = await open({ hasToken: false });
    await seen(scene);
    scene.process.habits.hasToken = true;
    await scene.clock.wait(100);
    expect(await seen(scene, false)).toMatch(/^current told works same \d+ 0 0$/);
  });

  it("of a version that was only reloaded becomes no target when the instance reports less", async () => {
    const scene = await open();
    const { save, process, clock } = scene;
    save({}, { limits: { rate: { enabled: true } } });
    process.reload();
    await clock.wait(2_000);
    await seen(scene);
    expect(await inWords(scene)).toBe("current told until-restart other started");
    process.habits.hasToken = false;
    await seen(scene, false);
    expect(await inWords(scene)).toBe("current told reported other started");
  });

  it("of an apply is the apply's when its parts work later", async () => {
    const scene = await open();
    const { room, file, clock } = scene;
    const checks: ApplyCheck[] = [{ name: "cdn", isUp: false }];
    await room.known.recordApplied({ etag: file.etag, isRestart: true, checks });
    expect(await inWords(scene)).toBe("current applied loaded same");
    await clock.wait(2_000);
    await seen(scene);
    expect(await inWords(scene)).toBe("current applied works same");
  });

  it("names only probes that ran", async () => {
    const scene = await open({}, ({ instance }) => ({
      instance: {
        ...instance,
        client: async (settings, known, signal) => [
          ...known,
          ...(await instance.client(settings, known, signal)),
        ],
      },
    }));
    expect((await scene.room.known.target())?.parts.join()).toBe(all);
  });

  /** Writes checks as names: `!` marks checks that failed, and `?` those that the apply ignored. */
  it.each([
    ["api cdn", "api cdn", "works"],
    ["api cdn", "api !cdn", "loaded"],
    ["api cdn", "api ?cdn", "loaded"],
    ["api", "api !cdn", "works"],
    ["cdn", "!api cdn", "loaded"],
    ["cdn", "?api cdn", "loaded"],
    [null, "api ?cdn", "works"],
    [null, "api !cdn", "loaded"],
    [null, "?api cdn", "loaded"],
  ])("counts parts that worked last with %s: %s", async (last, texts, claim) => {
    const { room, file, clock } = await open();
    const store = createKnownStore(room);
    await clock.wait(1);
    if (last === null) await room.db.deleteFrom("working_versions").execute();
    else
      await store.addWorking({
        ...{ etag: "last", bytes: Buffer.from("{}"), claim: "works" },
        parts: last.split(" "),
      });
    await clock.wait(1);
    const checks = texts.split(" ").map((text) => {
      const name = text.replace(/^\W/, "") as "api" | "cdn";
      return { name, isUp: name === text, ...(text.startsWith("?") && { isIgnored: true as const }) };
    });
    await room.known.recordApplied({ etag: file.etag, isRestart: true, checks });
    expect((await room.known.running())!.claim).toBe(claim);
    const [newest] = await store.working();
    const worked = checks.filter(({ isUp }) => isUp).map(({ name }) => name);
    expect(newest?.parts.join(" ")).toBe(claim === "works" ? worked.join(" ") : (last ?? undefined));
  });
});

describe("an operator's word", () => {
  it("counts until a client was served", async () => {
    const scene = await open({ hasToken: false });
    await scene.clock.wait(30_000);
    await scene.room.known.mark();
    await seen(scene, false);
    expect(await inWords(scene)).toBe("current marked presumed same");
    await seen(scene);
    expect(await inWords(scene)).toBe("current told presumed same");
  });

  it("makes no version a target whose probes fail", async () => {
    const scene = await open({ hasToken: false });
    await seen(scene);
    const before = await targetsOf(scene);
    expect(before).toHaveLength(1);
    scene.save({ instanceDescription: "no sign-in" });
    scene.process.start();
    await scene.clock.wait(1_000);
    await scene.room.known.mark();
    await scene.clock.wait(1_000);
    await seen(scene);
    expect(await inWords(scene)).toBe("current marked presumed same");
    expect(await targetsOf(scene)).toEqual(before);
  });

  it("stands if nobody knows with which version the process started", async () => {
    const scene = await open({ hasToken: false }, ({ instance }) => ({
      instance: { ...instance, starts: async () => ({ api: { reported: 1_000, at: 1_000 } }) },
    }));
    await scene.room.known.mark();
    await scene.clock.wait(2_000);
    await seen(scene);
    expect(await inWords(scene)).toBe("current marked presumed unknown");
  });

  it("stands after a client was served, if the process started with another version", async () => {
    const scene = await open({ hasToken: false });
    scene.save({}, { limits: { rate: { enabled: true } } });
    scene.process.reload();
    await scene.clock.wait(2_000);
    await scene.room.known.mark();
    for (const by of ["told", "told"]) {
      await seen(scene);
      expect(await inWords(scene)).toBe(`current ${by} presumed other started`);
    }
  });

  it("stands if the instance reports less afterwards", async () => {
    const scene = await open();
    await scene.room.known.mark();
    expect(await inWords(scene)).toBe("current marked loaded same");
    scene.process.habits.hasToken = false;
    await seen(scene, false);
    expect(await inWords(scene)).toBe("current marked presumed same");
  });

  it("is refused if the instance reports other values", async () => {
    const scene = await open();
    scene.save({ instanceName: "Lagoon" });
    await expect(scene.room.known.mark()).rejects.toMatchObject({ code: "conflict" });
    expect(await inWords(scene)).toBe("older told works same");
  });
});

describe("the starts of the parts", () => {
  /** `state.change` changes the starts that the parts report. */
  async function partScene() {
    const state: { change: (starts: ProcessStarts) => ProcessStarts } = { change: (starts) => starts };
    const scene = await open({ isSplit: true }, ({ instance }) => ({
      instance: {
        ...instance,
        starts: async (...request) => state.change(await instance.starts(...request)),
      },
    }));
    const observed = async () => {
      scene.room.known.forget();
      return Object.keys((await scene.room.known.observe()).starts).toSorted();
    };
    return { scene, state, observed };
  }

  it("include a part that does not answer, until another one restarts", async () => {
    const { scene, state, observed } = await partScene();
    state.change = ({ gateway: _, ...rest }) => rest;
    expect(await observed()).toEqual(["api", "gateway"]);
    state.change = ({ api: _, ...rest }) => rest;
    expect(await observed()).toEqual(["gateway"]);
    state.change = ({ gateway: _, ...rest }) => rest;
    scene.process.start();
    await scene.clock.wait(1_000);
    expect(await observed()).toEqual(["api"]);
  });

  it("are recorded when a part begins to report its start", async () => {
    const { scene, state, observed } = await partScene();
    const parts = async () => Object.keys((await scene.room.known.running())!.process!).toSorted();
    state.change = ({ gateway: _, ...rest }) => rest;
    scene.process.start();
    await scene.clock.wait(30_000);
    await observed();
    expect(await parts()).toEqual(["api"]);
    state.change = (starts) => starts;
    await observed();
    expect(await parts()).toEqual(["api", "gateway"]);
  });

  it("carry no probes over to a part that turns out to be older", async () => {
    const { scene, state } = await partScene();
    const { gateway } = await scene.room.instance.starts(
      await scene.room.config.settings(),
      AbortSignal.abort(),
    );
    state.change = ({ gateway: _, ...rest }) => rest;
    scene.save({ instanceName: "Lagoon" });
    await scene.clock.wait(5_000);
    scene.process.start();
    for (const wait of [500, 2_000]) {
      await scene.clock.wait(wait);
      await seen(scene);
    }
    expect(await inWords(scene)).toBe("current told works same");
    state.change = (starts) => ({ ...starts, gateway });
    await seen(scene, false);
    expect(await inWords(scene)).toBe("current told loaded other started older");
    await seen(scene);
    expect(await inWords(scene)).toBe("current told until-restart other started older");
  });
});

describe("of several versions with the same values", () => {
  async function sameScene() {
    const scene = await open();
    /** Saves the file once more with the same values. Returns the version's etag. */
    const saveAgain = (space: string) => {
      scene.file.save(`${scene.file.text}${space}`);
      return scene.file.etag;
    };
    const running = async () => {
      await seen(scene, false);
      return (await scene.room.known.running())!.etag;
    };
    return { ...scene, saveAgain, running };
  }

  it("the known version stays while the process runs", async () => {
    const { save, saveAgain, process, running, file } = await sameScene();
    save({ instanceName: "Lagoon" });
    process.reload();
    const reloaded = await running();
    expect(reloaded).toBe(file.etag);
    saveAgain(" ");
    save({ instanceName: "Reef" });
    expect(await running()).toBe(reloaded);
  });

  it("a restarted process runs the version with which it started", async () => {
    const { save, saveAgain, process, running, clock } = await sameScene();
    const started = saveAgain(" ");
    await clock.wait(5_000);
    process.start();
    await clock.wait(5_000);
    saveAgain("  ");
    save({ instanceName: "Reef" });
    expect(await running()).toBe(started);
  });
});

describe("after an apply", () => {
  const rate = (enabled: boolean) => ({ limits: { rate: { enabled } } });

  it("a reload proves no start of an instance that does not report it", async () => {
    const scene = await open({ hasMetrics: false });
    const applied = async (way: "command" | "broker") => {
      expect((await scene.applied({ way })).view.state).toBe("confirmed");
      return inWords(scene);
    };
    scene.save({ instanceName: "Lagoon" });
    expect(await applied("broker")).toBe("current applied loaded unknown");
    scene.save({ instanceName: "Reef" });
    expect(await applied("command")).toBe("current applied works same");
    scene.save({ instanceName: "Cove" });
    expect(await applied("broker")).toBe("current applied works same");
    scene.save({}, rate(true));
    expect(await applied("broker")).toBe("current applied until-restart other started");
    scene.save({ instanceName: "Bay" });
    expect(await applied("broker")).toBe("current applied until-restart other started");
  });

  it("a reload of the values of the start works", async () => {
    const scene = await open();
    scene.save({}, rate(true));
    scene.process.reload();
    await scene.clock.wait(2_000);
    await seen(scene);
    expect(await inWords(scene)).toBe("current told until-restart other started");
    scene.save({ instanceName: "Lagoon" }, rate(false));
    expect((await scene.applied({ way: "broker" })).view.state).toBe("confirmed");
    expect(await inWords(scene)).toBe("current applied works same");
  });

  it("a reload event ends the use of older values by an older part", async () => {
    const scene = await open({ isSplit: true, onlyApi: true });
    scene.save({ instanceName: "Lagoon" }, rate(true));
    await scene.clock.wait(5_000);
    scene.process.start({ isWhole: false });
    await scene.clock.wait(2_000);
    await seen(scene);
    await scene.clock.wait(30_000);
    await seen(scene);
    expect(await inWords(scene)).toBe("current told until-restart other started older");
    expect((await scene.applied({ way: "broker" })).view.state).toBe("confirmed");
    expect(await inWords(scene)).toBe("current applied until-restart other started");
  });

  it("the version that the instance rewrote is known", async () => {
    const scene = await open({ rewrites: true });
    scene.save({ instanceName: "Lagoon" });
    const { etag } = scene.file;
    expect((await scene.applied()).view.state).toBe("confirmed");
    expect(scene.file.etag).not.toBe(etag);
    expect(await inWords(scene)).toBe("current applied works same");
  });

  it("the applied version is known if somebody added a key that the instance does not report", async () => {
    const scene = await open({ hasMetrics: false });
    const { file, process, clock, room, save } = scene;
    save({ instanceName: "Lagoon" });
    const { etag } = file;
    process.start();
    await clock.wait(1_000);
    file.write(JSON.stringify({ ...(JSON.parse(file.text) as object), mine: 1 }));
    await room.known.recordApplied({ etag, isRestart: true, checks: up });
    expect((await room.known.running())!.etag).toBe(etag);
    expect(await inWords(scene)).toBe("older applied works same");
  });

  it.each([
    ["a restart after which the file changed", true],
    ["a reload", false],
  ])("%s proves nothing about a key that the instance does not report", async (_, isRestart) => {
    const scene = await open({ hasMetrics: false }, ({ instance }) => {
      const report = async () => {
        const { reported, isWhole } = await instance.report();
        return { reported: reported && { ...reported, keys: new Map() }, isWhole };
      };
      return { instance: { ...instance, report, sharedReport: report } };
    });
    const { file, process, room, save } = scene;
    const before = file.etag;
    save({}, { mine: { a: 1 } });
    const { etag } = file;
    if (isRestart) process.start();
    else process.reload();
    if (isRestart) save({ instanceName: "Reef" });
    await room.known.recordApplied({ etag, isRestart, checks: up });
    expect((await room.known.running())!.etag).toBe(before);
  });

  it.each([
    ["a reload", false, false, false, "current applied presumed same"],
    ["a reload, and a later change", false, true, false, "older applied reported unknown"],
    ["a restart, and a later change", true, true, false, "older applied presumed same"],
    [
      "a reload of an instance that reports everything, and a later change",
      false,
      true,
      true,
      "older applied works same",
    ],
  ])("%s shows what it can", async (_, isRestart, isChanged, hasToken, expected) => {
    const scene = await open({ hasToken });
    const { save, file, process, clock, room } = scene;
    save({ instanceName: "Lagoon" });
    const { etag } = file;
    await clock.wait(5_000);
    if (isRestart) process.start();
    else process.reload();
    await clock.wait(5_000);
    if (isChanged) save({ instanceName: "Reef" });
    await room.known.recordApplied({ etag, isRestart, checks: up });
    expect(await inWords(scene)).toBe(expected);
  });
});

it("has the report of the instance", async () => {
  const { room } = await open();
  const report = await room.known.report();
  expect(report?.reported?.settings.get("general.instanceName")?.shown).toBe("Harbor");
});
