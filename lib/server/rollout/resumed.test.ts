import { describe, expect, it } from "vitest";
import { applied, notice, outcome, Scene } from "@/testing/running-instance/scene";

/* Between the process that was killed and the next one, something has changed. */

describe.concurrent("an application whose process is killed", () => {
  it("ends where the next panel does not know any more how to tell the instance", async ({
    onTestFinished,
  }) => {
    const scene = await Scene.open(onTestFinished);
    await applied(scene);
    scene.change("instanceName", "Harbor");
    const saved = scene.read();
    await scene.panel("applying").end();
    const view = await outcome(scene.panel(undefined, { INSTANCE_RELOAD: "" }));
    expect(view).toMatchObject({
      state: "failed",
      reason: expect.stringMatching(/^INSTANCE_RELOAD is not set.+The file was left as it is\.$/) as unknown,
    });
    expect(scene.read()).toBe(saved);
  }, 60_000);

  it("what somebody saves meanwhile is not rolled back over", async ({ onTestFinished }) => {
    const scene = await Scene.open(onTestFinished);
    await applied(scene);
    scene.change("instanceDescription", "crash");
    await scene.panel("rolling-back").end();
    scene.change("instanceName", "Somebody else's");
    const meanwhile = scene.read();
    const next = scene.panel();
    const { event, from, to, reason } = await notice(next);
    expect([event, Number(to) - Number(from)]).toEqual(["apply-failed", 1]);
    expect(reason).toContain("The file was changed meanwhile");
    expect(await next.line("ended")).toBe("ended failed");
    await next.end();
    expect(scene.read()).toBe(meanwhile);
  }, 60_000);
});
