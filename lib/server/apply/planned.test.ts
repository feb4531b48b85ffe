import { describe, expect, it } from "vitest";
import { applied, outcome, Scene } from "@/testing/running-instance/scene";

const minute = 60_000;
const later = (minutes: number) => ({ PLANNED: String(minutes * minute) });

describe.concurrent("a planned apply", () => {
  it("is started and reported by only one of several replicas", async ({ onTestFinished }) => {
    const scene = await Scene.open(onTestFinished);
    await applied(scene);
    scene.change("instanceName", "Harbor");
    const { starts } = scene.instance;
    const first = scene.panel(undefined, later(0));
    expect(await first.line("notice ")).toContain('"event":"apply-planned"');
    expect(await first.line("ended")).toBe("ended without an apply");
    const replicas = [1, 2].map(() => scene.panel(undefined, later(2)));
    const views = await Promise.all(replicas.map(outcome));
    expect(views.map(({ id, state }) => [id, state])).toEqual([
      [views[0]?.id, "confirmed"],
      [views[0]?.id, "confirmed"],
    ]);
    expect(views[0]?.plannedAt).not.toBeNull();
    const notices = replicas.flatMap(({ lines }) => lines.filter((line) => line.startsWith("notice ")));
    expect(notices).toEqual([expect.stringContaining('"event":"planned-apply-done"')]);
    expect([await scene.name(), scene.instance.starts]).toEqual(["Harbor", starts + 1]);
  }, 60_000);
});
