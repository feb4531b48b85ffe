import { describe, expect, it } from "vitest";
import { onPostgres } from "@/testing/test-database";
import { applied, Scene } from "@/testing/running-instance/scene";

/*
 * The panel is killed with the apply in each of its states, one process after the other. Each process continues
 * where the previous one was killed.
 */

/** Kills every process as soon as the apply has reached the process's state. */
async function killInEach(scene: Scene, states: readonly string[]): Promise<void> {
  for (const state of states) expect([state, await scene.panel(state).end()]).toEqual([state, null]);
}

describe.concurrent("an apply whose process is killed", () => {
  it("resumes from each state before confirmation", async ({ onTestFinished }) => {
    const scene = await Scene.open(onTestFinished);
    await applied(scene);
    scene.change("instanceName", "Harbor");
    await killInEach(scene, ["requested", "applying", "confirming"]);
    const next = scene.panel();
    expect(await next.line("ended")).toBe("ended confirmed");
    await next.end();
    expect(await scene.name()).toBe("Harbor");
  }, 90_000);

  // PostgreSQL uses the same table and the same claims.
  it.skipIf(onPostgres())(
    "rolls back from each state after a failure, restoring every byte",
    async ({ onTestFinished }) => {
      const scene = await Scene.open(onTestFinished);
      await applied(scene);
      const before = scene.read();
      scene.change("instanceDescription", "crash");
      await killInEach(scene, ["applying", "rolling-back", "reapplying", "reconfirming"]);
      const next = scene.panel();
      expect(await next.line("ended")).toBe("ended rolled-back");
      await next.end();
      expect(scene.read()).toBe(before);
      expect(await scene.name()).toBe("Started Once");
    },
    90_000,
  );
});
