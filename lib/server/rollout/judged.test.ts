import { describe, expect, it } from "vitest";
import { freePort } from "@/e2e/support/free-port";
import type { ApplyView } from "@/lib/shared/contract/running";
import { applied, outcome, Scene } from "@/testing/running-instance/scene";

/* How an apply ends is decided only by what got worse, and by an operator where the panel may be wrong. */

const short = { INSTANCE_HEALTH_TIMEOUT: "5" };

const checkOf = ({ checks }: ApplyView, name: string) => checks.find((check) => check.name === name);

describe.concurrent("an apply", () => {
  it("is confirmed if the gateway is down but was already down before", async ({ onTestFinished }) => {
    const gateway = { endpointPublic: `ws://127.0.0.1:${await freePort()}` };
    const scene = await Scene.open(onTestFinished, { file: { gateway } });
    await scene.panel().end();
    scene.change("instanceName", "Harbor");
    const view = await outcome(scene.panel());
    expect(view.state).toBe("confirmed");
    expect(view.baseline.find(({ name }) => name === "gateway")).toMatchObject({ isUp: false });
    expect(checkOf(view, "gateway")).toMatchObject({ isUp: false, isIgnored: true });
    expect(checkOf(view, "api")).toMatchObject({ isUp: true, hasRestarted: true });
  }, 60_000);

  it.for([
    ["keep", "kept", "no gateway"],
    ["roll-back", "rolled-back", "calm"],
  ] as const)(
    "asks the operator if only the gateway fails: %s",
    { timeout: 60_000 },
    async ([answer, state, description], { onTestFinished }) => {
      const scene = await Scene.open(onTestFinished);
      scene.change("instanceDescription", "calm");
      await applied(scene);
      scene.change("instanceDescription", "no gateway");
      await scene.panel("asking", short).end();
      // Longer than the test, which would time out without the operator's decision.
      const view = await outcome(scene.panel(undefined, { INSTANCE_HEALTH_TIMEOUT: "600", ANSWER: answer }));
      expect(view.state).toBe(state);
      expect(view.steps.map((step) => step.state)).toContain("asking");
      expect(scene.get("general", "instanceDescription")).toBe(description);
    },
  );

  it.for([
    ["Message broker", "rabbitmq", (port: number) => ({ host: `amqp://127.0.0.1:${port}` })],
    [
      "Mail server",
      "email",
      (port: number) => ({ provider: "smtp", smtp: { host: "127.0.0.1", port, secure: false } }),
    ],
  ] as const)(
    "is rolled back if nothing responds at a new address: %s",
    { timeout: 60_000 },
    async ([name, section, values], { onTestFinished }) => {
      const scene = await Scene.open(onTestFinished);
      await applied(scene);
      const before = scene.read();
      scene.set(section, values(await freePort()));
      const view = await outcome(scene.panel(undefined, short));
      expect(view.state).toBe("rolled-back");
      expect(view.reason).toContain(`${name}: `);
      expect(scene.read()).toBe(before);
    },
  );

  it("reports a process that does not end after the stop request, keeps the file, and sends the request only once", async ({
    onTestFinished,
  }) => {
    const scene = await Scene.open(onTestFinished, { env: { INSTANCE_RELOAD: "api" } });
    scene.change("instanceName", "Harbor");
    const saved = scene.read();
    const { starts } = scene.instance;
    await scene.panel("confirming").end();
    expect(await outcome(scene.panel())).toMatchObject({
      state: "failed",
      reason: expect.stringMatching(/its process did not end.*set INSTANCE_RELOAD to a command/) as unknown,
      takenBack: [],
    });
    expect(await scene.panel().end()).toBe(1);
    expect(scene.instance.output().split("asked to stop")).toHaveLength(2);
    expect([scene.read(), scene.instance.starts]).toEqual([saved, starts]);
  }, 60_000);

  it("asks again to stop for the rollback if the first request ended the process", async ({
    onTestFinished,
  }) => {
    const env = { INSTANCE_RELOAD: "api" };
    const scene = await Scene.open(onTestFinished, { env, isSupervised: true, behavior: "stops" });
    await applied(scene);
    const before = scene.read();
    const { starts } = scene.instance;
    scene.change("instanceDescription", "no gateway");
    expect(await outcome(scene.panel(undefined, short))).toMatchObject({ state: "rolled-back" });
    expect([scene.read(), scene.instance.starts]).toEqual([before, starts + 2]);
  }, 60_000);

  it("does not change the file if the reload request could not be sent", async ({ onTestFinished }) => {
    const scene = await Scene.open(onTestFinished, {
      env: { INSTANCE_RELOAD: 'command:["/no/such/program"]' },
    });
    scene.change("instanceName", "Harbor");
    const saved = scene.read();
    expect(await outcome(scene.panel())).toMatchObject({
      state: "failed",
      reason: expect.stringContaining("Nothing was restarted, and the file was not changed.") as unknown,
    });
    expect(scene.read()).toBe(saved);
  }, 60_000);

  it("is rolled back without a false alarm if the command failed and the instance never stopped", async ({
    onTestFinished,
  }) => {
    const scene = await Scene.open(onTestFinished, { env: { INSTANCE_RELOAD: 'command:["false"]' } });
    // The panel determines which version the instance runs.
    await scene.panel().end();
    scene.change("instanceName", "Harbor");
    const view = await outcome(scene.panel(undefined, short));
    expect(view).toMatchObject({
      state: "rolled-back",
      reason: expect.stringContaining("false exited with status 1") as unknown,
    });
    expect(await scene.name()).toBe("Started Once");
  }, 60_000);
});
