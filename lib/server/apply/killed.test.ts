import { describe, expect, it } from "vitest";
import { onPostgres } from "@/testing/test-database";
import { applied, Scene } from "@/testing/running-instance/scene";

/*
 * These tests kill the panel's process in each state of an apply. Every process continues where the previous one was
 * killed.
 */

/** Starts one process per state, and kills each process as soon as the apply reaches that state. */
async function killInEach(scene: Scene, states: readonly string[]): Promise<void> {
  for (const state of states) expect([state, await scene.panel(state).end()]).toEqual([state, null]);
}

describe.concurrent("an apply whose process is killed", () => {
  it("is continued by another process, and confirmed", async ({ onTestFinished }) => {
    const scene = await Scene.open(onTestFinished);
    await applied(scene);
    scene.change("instanceName", "Harbor");
    await killInEach(scene, ["requested", "applying", "confirming"]);
    const next = scene.panel();
    expect(await next.line("ended")).toBe("ended confirmed");
    await next.end();
    expect(await scene.name()).toBe("Harbor");
  }, 90_000);

  // Applies are stored and claimed in the same way on PostgreSQL, so testing this on SQLite is enough.
  it.skipIf(onPostgres())(
    "is rolled back by another process if the instance crashes",
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
