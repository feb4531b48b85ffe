import { expect, it } from "vitest";
import { openScenes } from "@/testing/simulator/scene";

const open = openScenes();

/** Writes what is known: the version, its source, the claim, the start, and the ages (ms) of process, record and evidence. */
async function seen({ room, clock, file }: Awaited<ReturnType<typeof open>>, isSample = true) {
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
