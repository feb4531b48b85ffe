import { describe, expect, it } from "vitest";
import { hasRabbitmq, startRabbitmq } from "@/testing/rabbitmq";
import { applied, outcome, Scene } from "@/testing/running-instance/scene";

/* In these tests, the instance does not restart: an apply sends it a reload event over the message broker. */

describe.skipIf(!hasRabbitmq("applying the file by a reload"))("an apply through the message broker", () => {
  it("is confirmed or rolled back without a restart of the instance", async ({ onTestFinished }) => {
    const broker = await startRabbitmq();
    onTestFinished(() => broker.stop());
    const scene = await Scene.open(onTestFinished, {
      file: { rabbitmq: { host: broker.address() } },
      env: { INSTANCE_RELOAD: "broker", INSTANCE_HEALTH_TIMEOUT: "5" },
    });
    await scene.instance.said("subscribed");
    await applied(scene);
    const { starts } = scene.instance;

    scene.change("instanceName", "Harbor");
    const confirmed = await outcome(scene.panel());
    expect(confirmed.state).toBe("confirmed");
    expect(confirmed.checks.filter(({ hasRestarted }) => hasRestarted)).toEqual([]);
    expect(await scene.name()).toBe("Harbor");

    const before = scene.read();
    scene.change("instanceDescription", "no gateway");
    const rolledBack = await outcome(scene.panel());
    expect(rolledBack.steps.map(({ state }) => state)).toEqual([
      "requested",
      "applying",
      "confirming",
      "asking",
      "rolling-back",
      "reapplying",
      "reconfirming",
    ]);
    expect([rolledBack.state, scene.read(), scene.instance.starts]).toEqual(["rolled-back", before, starts]);
  }, 120_000);
});
