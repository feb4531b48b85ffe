import { describe, expect, it } from "vitest";
import { applied, notice, outcome, Scene } from "@/testing/running-instance/scene";

/* In these tests, an apply restarts a real process that starts slowly, hangs, or works only partly. */

/** The shortest allowed timeout, for tests whose instance never becomes healthy. */
const short = { INSTANCE_HEALTH_TIMEOUT: "5" };

describe.concurrent("an apply", () => {
  it("is confirmed when the instance is healthy again, even if it restarts slowly", async ({
    onTestFinished,
  }) => {
    const scene = await Scene.open(onTestFinished, { isAwaited: false });
    await applied(scene);
    scene.change("instanceDescription", "slow 1500");
    const { state, checks } = await outcome(scene.panel());
    const right = ["api", "gateway", "cdn", "pending", "discovery", "announced-gateway", "signed-in"];
    expect([state, checks.map(({ name, isUp }) => [name.replace("client:", ""), isUp])]).toEqual([
      "confirmed",
      right.map((name) => [name, true]),
    ]);
  }, 60_000);

  it.for([
    ["hang", /API: No response\. Check/],
    [
      "no gateway, no cdn",
      /Gateway: The gateway closed the connection.*\nCDN: The server fails with status 500/,
    ],
  ] as const)(
    "is rolled back if the new version causes a failure: %s",
    { timeout: 60_000 },
    async ([words, reason], { onTestFinished }) => {
      const scene = await Scene.open(onTestFinished);
      scene.change("instanceDescription", "calm");
      await applied(scene);
      const before = scene.read();
      scene.change("instanceDescription", words);
      const panel = scene.panel(undefined, short);
      const view = await outcome(panel);
      expect(view).toMatchObject({ state: "rolled-back", reason: expect.stringMatching(reason) as unknown });
      const { from, ...rest } = await notice(panel);
      expect(rest).toEqual({
        event: "rolled-back",
        to: Number(from) + 1,
        reason: view.reason,
        notLoaded: 0,
        isUntouched: false,
      });
      expect(view.takenBack).toEqual([
        { path: "general.instanceDescription", known: true, before: "calm", after: words },
      ]);
      expect(scene.read()).toBe(before);
    },
  );

  it("is rolled back if the instance ignores the reload and still uses the old values", async ({
    onTestFinished,
  }) => {
    const scene = await Scene.open(onTestFinished);
    await applied(scene);
    scene.change("instanceName", "Harbor");
    const ignored = { INSTANCE_RELOAD: 'command:["true"]' };
    const view = await outcome(scene.panel(undefined, { ...short, ...ignored }));
    expect(view).toMatchObject({
      state: "rolled-back",
      reason: expect.stringContaining("still uses old values for Instance name") as unknown,
    });
  }, 60_000);
});
