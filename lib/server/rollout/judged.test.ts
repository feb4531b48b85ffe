import { describe, expect, it } from "vitest";
import { freePort } from "@/e2e/support/free-port";
import type { ApplyView } from "@/lib/shared/contract/running";
import { applied, outcome, Scene } from "@/testing/running-instance/scene";

/*
 * These tests show how an apply ends if parts of the instance fail. Only parts that got worse count, and an operator
 * decides if the panel may be wrong.
 */

const short = { INSTANCE_HEALTH_TIMEOUT: "5" };

const checkOf = ({ checks }: ApplyView, name: string) => checks.find((check) => check.name === name);

describe.concurrent("an apply", () => {
  it("is confirmed if the gateway is down now and was already down before the apply", async ({
    onTestFinished,
  }) => {
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
    "asks the operator if only the gateway fails, and follows the decision: %s",
    { timeout: 60_000 },
    async ([answer, state, description], { onTestFinished }) => {
      const scene = await Scene.open(onTestFinished);
      scene.change("instanceDescription", "calm");
      await applied(scene);
      scene.change("instanceDescription", "no gateway");
      await scene.panel("asking", short).end();
      // This limit is longer than the test's, so the test would time out if the apply did not follow the operator's
      // decision.
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
    "is rolled back if nothing responds at the new address of a service: %s",
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

  it("fails without changing the file if the process ignores the stop request, which is sent only once", async ({
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

  it("sends another stop request for the rollback if the first one ended the process", async ({
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

  it("fails without changing the file if the reload command cannot be started", async ({
    onTestFinished,
  }) => {
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

  it("is rolled back if the reload command failed, even if the instance never stopped", async ({
    onTestFinished,
  }) => {
    const scene = await Scene.open(onTestFinished, { env: { INSTANCE_RELOAD: 'command:["false"]' } });
    // This panel process only determines which version the instance runs.
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
