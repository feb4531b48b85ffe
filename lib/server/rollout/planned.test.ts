import { describe, expect, it } from "vitest";
import { freePort } from "@/e2e/support/free-port";
import { applied, outcome, Scene } from "@/testing/running-instance/scene";

const minute = 60_000;
const later = (minutes: number) => ({ PLANNED: String(minutes * minute) });

describe.concurrent("a planned apply", () => {
  it("is announced, started by only one of several replicas, and reported when it has ended", async ({
    onTestFinished,
  }) => {
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

  it("is canceled before any restart if the preflight is red", async ({ onTestFinished }) => {
    const scene = await Scene.open(onTestFinished);
    await applied(scene);
    await scene.panel(undefined, later(0)).end();
    scene.set("rabbitmq", { host: `amqp://127.0.0.1:${await freePort()}` });
    const { starts } = scene.instance;
    const saved = scene.read();
    const child = scene.panel(undefined, later(2));
    expect(await outcome(child)).toMatchObject({
      state: "failed",
      reason: expect.stringMatching(/^Message broker: .+nothing was restarted\.$/) as unknown,
    });
    expect(child.lines.join("\n")).toContain('"event":"apply-failed"');
    expect([scene.read(), scene.instance.starts]).toEqual([saved, starts]);
  }, 60_000);

  it("is canceled if the panel was not running at the planned time", async ({ onTestFinished }) => {
    const scene = await Scene.open(onTestFinished);
    await applied(scene);
    await scene.panel(undefined, later(0)).end();
    const child = scene.panel(undefined, later(30));
    expect(await child.line("notice ")).toContain("could not start it within 15 minutes");
    expect(await child.line("ended")).toBe("ended without an apply");
  }, 60_000);
});
