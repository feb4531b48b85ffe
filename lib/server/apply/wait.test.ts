import { once } from "node:events";
import { expect, it } from "vitest";
import type { ApplyCheck } from "@/lib/shared/contract/running";
import { openScenes } from "@/testing/simulator/scene";
import type { Habits } from "@/testing/simulator/world";
import { NOT_LISTENING } from "@/lib/server/checks/trail";
import type { TrafficOfParts } from "@/lib/server/known/traffic";
import { LostClaim } from "./store";

const open = openScenes();
type Further = NonNullable<Parameters<typeof open>[1]>;

/** Opens a scene that calls `look` at each look of the state `confirming`. The instance does not answer a look at which it returns true. */
async function looking(
  look: (nth: number, signal: AbortSignal) => Promise<boolean>,
  further: Further = () => ({}),
) {
  let nth = -1;
  let hang = new AbortController();
  const scene = await open({}, (usual) => {
    const { clock, instance } = { ...usual, ...further(usual) };
    return {
      ...further(usual),
      clock: {
        ...clock,
        alarm(ms) {
          const end = clock.elapsed() + ms;
          return once(hang.signal, "abort").then(() => clock.wait(Math.max(0, end - clock.elapsed())));
        },
      },
      instance: {
        ...instance,
        async parts(settings, signal): Promise<ApplyCheck[]> {
          if (nth >= 0 && (await look((nth += 1), signal))) {
            hang.abort();
            return new Promise(() => undefined);
          }
          return instance.parts(settings, signal);
        },
      },
    };
  });
  const reached = (state: string) => {
    hang = new AbortController();
    nth = state === "confirming" ? 0 : -1;
  };
  return { ...scene, reached };
}

it.each([20_000, 1_500])("an instance that hangs for %i ms is rolled back", async (timeout) => {
  const signals: AbortSignal[] = [];
  const left: unknown[] = [];
  const look = async (_: number, signal: AbortSignal) => {
    const row = await scene.room.db.selectFrom("applies").selectAll().executeTakeFirstOrThrow();
    left.push(row.deadline! - scene.clock.now());
    return signals.push(signal) > 0;
  };
  const scene = await looking(look, ({ env }) => ({ env: { ...env, instanceHealthTimeout: timeout } }));
  const { save, applied, reached } = scene;
  save({ instanceName: "Lagoon" });
  const { view, steps } = await applied({ reached });
  expect(view.state).toBe("rolled-back");
  expect(steps[2]).toBe(
    `confirming ${timeout} ms failed: The instance was not healthy after ${timeout / 1_000} seconds.\nAPI: No response. Check the instance's log. [!api]`,
  );
  expect(left).toEqual([timeout]);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
});

/** Opens a scene whose looks take no time. Parts that fail give `reason`. */
async function lookingAtOnce(
  habits: Partial<Habits>,
  timeout: number,
  { reason = "It does not answer.", usual = {} }: { reason?: string; usual?: TrafficOfParts } = {},
) {
  let isReady = false;
  const sent: string[] = [];
  const scene = await open(habits, ({ instance, env, reload }) => ({
    env: { ...env, instanceHealthTimeout: timeout },
    instance: {
      ...instance,
      traffic: async () => usual,
      async parts(settings, signal): Promise<ApplyCheck[]> {
        if (!isReady) return instance.parts(settings, signal);
        const { hasCdn, isAnswering } = scene.process;
        return (["api", "gateway", "cdn"] as const).map((name) => {
          const isUp = name === "cdn" ? hasCdn : isAnswering;
          return { name, isUp, ...(!isUp && { reason }) };
        });
      },
    },
    reload: {
      ...reload,
      send(way, print) {
        sent.push(way);
        return reload.send(way, print);
      },
    },
  }));
  isReady = true;
  return { ...scene, sent };
}

it("an instance may become healthy until the deadline, and no later", async () => {
  const failing = await lookingAtOnce({}, 20_000);
  failing.save({ instanceDescription: "no cdn" });
  expect((await failing.applied({ answer: "keep" })).steps[2]).toMatch(/^confirming 20000 ms failed: /);
  const slow = await lookingAtOnce({ slowMs: 12_000 }, 15_000, {
    usual: { api: { requests: 1_000, failures: 0, duration: 0, measured: 0 } },
  });
  slow.save({ instanceName: "Lagoon" });
  await slow.clock.wait(12_000);
  expect((await slow.applied()).steps[2]).toMatch(/^confirming 15000 ms \[/);
});

it("a process that is not there is started again when exactly a third of the time has passed", async () => {
  const { save, applied, process, sent } = await lookingAtOnce({}, 21_000, { reason: NOT_LISTENING });
  save({ instanceName: "Lagoon" });
  process.races = 1;
  expect((await applied()).steps[2]).toMatch(/^confirming 10500 ms \[/);
  expect(sent).toEqual(["command", "command"]);
});

it.each([
  ["after a reload through the broker", "broker", ["broker", "broker"]],
  ["during a rollback", "command", ["command", "command", "command"]],
] as const)("a process that ends %s is not started again", async (_, way, requests) => {
  const { save, applied, process, sent } = await lookingAtOnce({}, 20_000, { reason: NOT_LISTENING });
  save({ instanceDescription: way === "broker" ? "calm" : "refused", instanceName: "Lagoon" });
  const { view } = await applied({
    way,
    reached(state) {
      if (state === "confirming" && way === "broker") process.stop();
      if (state === "reapplying" && way === "command") process.races = 1;
    },
  });
  expect([view.state, sent]).toEqual(["failed", requests]);
});

it("an instance is not started again if only another part does not listen", async () => {
  const { save, applied, sent } = await lookingAtOnce({}, 20_000, { reason: NOT_LISTENING });
  save({ instanceDescription: "no cdn" });
  expect((await applied({ answer: "keep" })).view.state).toBe("kept");
  expect(sent).toEqual(["command"]);
});

it("an operator's time to confirm ends to the millisecond, also in another process", async () => {
  const { save, begin, driven, clock, room } = await open();
  save({ instanceName: "Lagoon" });
  const id = await begin({ checkIn: 2 });
  await driven(id, {
    reached(state) {
      if (state === "checking-in") throw new LostClaim("The process ends.");
    },
  });
  await clock.wait(60_000);
  const taken = clock.now();
  await room.db
    .updateTable("applies")
    .set({ deadline: taken + 30_500 })
    .execute();
  let ended = 0;
  await driven(id, { reached: (state) => void (state === "rolling-back" && (ended = clock.now())) });
  expect(ended - taken).toBe(30_500);
});

it.each([
  [17_001, "The instance did not stay healthy for long enough within 20 seconds.", "asking"],
  [
    17_000,
    "The instance was not healthy after 20 seconds.\nAPI: No response. Check the instance's log.",
    "rolling-back",
  ],
])(
  "a look that the deadline interrupts after less than two seconds proves nothing: %i",
  async (ms, reason, next) => {
    const { save, applied, reached, clock } = await looking(async (nth) => {
      // The look takes 20 ms more, and the next one begins a second later.
      if (nth === 1) await clock.wait(ms - 20);
      return nth === 2;
    });
    save({ instanceName: "Lagoon" });
    const { view } = await applied({ reached });
    expect(view.steps[2]).toMatchObject({ isOk: false, note: reason });
    expect(view.steps[3]!.state).toBe(next);
  },
);

it.each([
  [20_000, -1, 10_000],
  [20_000, 12_000, 12_000],
  [20_000, 90_000, 20_000],
  [5_000, -1, 5_000],
])(
  "with %i ms for each apply, a process that takes it over with %i ms left waits %i ms",
  async (whole, left, waits) => {
    const { save, begin, driven, clock, room } = await open({}, ({ env }) => ({
      env: { ...env, instanceHealthTimeout: whole },
    }));
    save({ instanceDescription: "no cdn" });
    const id = await begin();
    await driven(id, {
      reached(state) {
        if (state === "confirming") throw new LostClaim("The process ends.");
      },
    });
    await clock.wait(60_000);
    const taken = clock.now();
    await room.db
      .updateTable("applies")
      .set({ deadline: taken + left })
      .execute();
    let asked = 0;
    const { view } = await driven(id, {
      reached: (state) => void (state === "asking" && (asked = clock.now())),
    });
    expect([asked - taken, view.steps[2]!.note]).toEqual([
      waits + 20,
      `The instance was not healthy after ${whole / 1_000} seconds.\nCDN: It does not answer.`,
    ]);
  },
);

/** Opens a scene whose instance has counted `usual` requests and then counts as `now` decides at each look. */
const counting = (usual: TrafficOfParts, now: (nth: number) => TrafficOfParts, timeout = 60_000) => {
  let nth = -1;
  return {
    reached: (state: string) => void (nth = state === "confirming" ? 0 : -1),
    scene: open({}, ({ instance, env }) => ({
      env: { ...env, instanceHealthTimeout: timeout },
      instance: { ...instance, traffic: async () => (nth < 0 ? usual : now((nth += 1))) },
    })),
  };
};

const traffic = (requests: number, failures = 0) => ({ requests, failures, duration: 0, measured: 0 });

it.each([
  ["until each part has answered 50 requests", 60_000, (nth: number) => (nth < 5 ? 49 : 50), 4_100],
  ["for 15 seconds otherwise", 60_000, () => 49, 15_320],
  ["for a third of the time of an apply", 21_000, () => 49, 7_160],
  ["until two looks have succeeded", 60_000, () => 50, 1_040],
])("a healthy instance is watched %s", async (_, timeout, requests, length) => {
  const { scene, reached } = counting(
    { api: traffic(1_000), cdn: traffic(1_000) },
    (nth) => ({ api: traffic(1_050), cdn: traffic(1_000 + requests(nth)) }),
    timeout,
  );
  const { save, applied } = await scene;
  save({ instanceName: "Lagoon" });
  const { view, steps } = await applied({ reached });
  expect(view.state).toBe("confirmed");
  expect(steps[2]).toBe(`confirming ${length} ms [api* gateway cdn pending client:signed-in]`);
});

it("a part that does not count its requests anymore is watched, and one that fails more of them is not healthy", async () => {
  const { scene, reached } = counting({ api: traffic(1_000) }, () => ({}));
  const { save, applied } = await scene;
  save({ instanceName: "Lagoon" });
  expect((await applied({ reached })).steps[2]).toMatch(/^confirming 15320 ms/);
  const worse = counting({ api: traffic(1_000), cdn: traffic(1_000) }, () => ({
    ...{ api: traffic(1_100, 0), cdn: traffic(1_100, 50) },
  }));
  const { save: saveAgain, applied: appliedAgain } = await worse.scene;
  saveAgain({ instanceName: "Reef" });
  const { view, steps } = await appliedAgain({ reached: worse.reached });
  expect(steps[2]).toBe(
    "confirming 60020 ms failed: The instance was not healthy after 60 seconds.\nCDN: It fails 50% of 100 requests since the apply, and failed 0.0% before. Check the instance's log. [api* gateway !cdn* pending]",
  );
  expect(view.steps[3]!.state).toBe("asking");
});

it("the requests after a rollback are not judged", async () => {
  const { scene, reached } = counting({ api: traffic(1_000) }, () => ({ api: traffic(1_100, 50) }));
  const { save, applied } = await scene;
  save({ instanceName: "Lagoon" });
  const { view, steps } = await applied({ reached });
  expect(view.state).toBe("rolled-back");
  expect(steps.at(-1)).toMatch(/^reconfirming 1040 ms \[/);
});

it("an instance whose first start failed is started once more, after a third of the time", async () => {
  const { save, applied, process } = await open();
  save({ instanceName: "Lagoon" });
  process.races = 1;
  expect((await applied()).steps.slice(2)).toEqual([
    "confirming 10700 ms [api* gateway* cdn* pending client:signed-in]",
  ]);
  save({ instanceName: "Reef" });
  process.races = 2;
  const { steps, view } = await applied();
  expect(steps[2]).toMatch(/^confirming 28680 ms failed: /);
  expect(view.state).toBe("rolled-back");
});

it("a process that ignores the command or its part that goes on running are not restarted", async () => {
  const ignores = await open({ onlyReloads: true });
  ignores.save({ instanceName: "Lagoon" });
  const reason = "The API's process has not restarted since the command. Check that the command restarts it.";
  expect((await ignores.applied()).steps[2]).toBe(
    `confirming 20020 ms failed: The instance was not healthy after 20 seconds.\nSettings: ${reason} [${"api gateway cdn !pending"}]`,
  );
  const split = await open({ isSplit: true, onlyApi: true });
  split.save({ instanceName: "Lagoon" });
  expect((await split.applied()).steps[2]).toBe(
    "confirming 1040 ms [api* gateway cdn pending client:signed-in]",
  );
  const whole = await open({ isSplit: true });
  whole.save({ instanceName: "Lagoon" });
  expect((await whole.applied()).steps[2]).toBe(
    "confirming 1040 ms [api* gateway* cdn pending client:signed-in]",
  );
});
