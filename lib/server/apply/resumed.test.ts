import { describe, expect, it } from "vitest";
import { applied, notice, outcome, Scene } from "@/testing/running-instance/scene";

/* In these tests, the environment or the file changes after the panel was killed and before it is started again. */

describe.concurrent("an apply whose process is killed", () => {
  it("fails without changing the file if INSTANCE_RELOAD is no longer set", async ({ onTestFinished }) => {
    const scene = await Scene.open(onTestFinished);
    await applied(scene);
    scene.change("instanceName", "Harbor");
    const saved = scene.read();
    await scene.panel("applying").end();
    const view = await outcome(scene.panel(undefined, { INSTANCE_RELOAD: "" }));
    expect(view).toMatchObject({
      state: "failed",
      reason: expect.stringMatching(/^INSTANCE_RELOAD is not set.+The file was not changed\.$/) as unknown,
    });
    expect(scene.read()).toBe(saved);
  }, 60_000);

  it("is rolled back without changing settings that were saved later", async ({ onTestFinished }) => {
    const scene = await Scene.open(onTestFinished);
    scene.change("instanceDescription", "calm");
    await applied(scene);
    scene.change("instanceDescription", "crash");
    await scene.panel("rolling-back").end();
    scene.change("instanceName", "Somebody else's");
    const meanwhile = scene.read();
    const next = scene.panel();
    const { event, from, to } = await notice(next);
    expect([event, Number(to) - Number(from)]).toEqual(["rolled-back", 2]);
    expect(await outcome(next)).toMatchObject({
      state: "rolled-back",
      takenBack: [{ path: "general.instanceDescription", before: "calm", after: "crash" }],
    });
    expect(scene.read()).toBe(meanwhile.replace('"crash"', '"calm"'));
    expect(await scene.name()).toBe("Somebody else's");
  }, 60_000);

  it("offers rolled-back values only to the operator who started it", async ({ onTestFinished }) => {
    const scene = await Scene.open(onTestFinished);
    await applied(scene);
    scene.set("general", { instanceName: "Haven", instanceDescription: "crash" });
    expect(await outcome(scene.panel())).toMatchObject({ state: "rolled-back", areDraftsOffered: false });
    scene.change("instanceName", "Harbor");
    const offered = async (operator: string) => {
      const child = scene.panel(undefined, { DRAFTS: operator });
      return JSON.parse((await child.line("drafts ")).slice("drafts ".length)) as unknown;
    };
    expect(await offered("somebody")).toEqual([]);
    expect(await offered("keeper")).toEqual([
      { op: "set", path: "general.instanceDescription", value: "crash" },
    ]);
    expect(await offered("keeper")).toEqual([]);
  }, 60_000);

  it.for([
    ["newer", "stormy"],
    ["older", "calm"],
  ] as const)(
    "lets the operator choose the %s of two saved values",
    { timeout: 60_000 },
    async ([answer, description], { onTestFinished }) => {
      const scene = await Scene.open(onTestFinished);
      scene.set("general", { instanceName: "Harbor", instanceDescription: "calm" });
      await applied(scene);
      scene.set("general", { instanceName: "Haven", instanceDescription: "crash" });
      await scene.panel("rolling-back").end();
      scene.change("instanceDescription", "stormy");
      await scene.panel("contested").end();
      const view = await outcome(scene.panel(undefined, { ANSWER: answer }));
      expect(view).toMatchObject({
        state: "rolled-back",
        contested: [
          {
            change: { path: "general.instanceDescription", before: "calm", after: "stormy" },
            author: "outside the panel",
          },
        ],
      });
      expect(view.takenBack.map(({ path }) => path)).toEqual(
        answer === "older"
          ? ["general.instanceName", "general.instanceDescription"]
          : ["general.instanceName"],
      );
      expect(scene.get("general", "instanceDescription")).toBe(description);
      expect(await scene.name()).toBe("Harbor");
    },
  );
});
