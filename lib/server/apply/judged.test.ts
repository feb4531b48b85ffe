import { describe, expect, it } from "vitest";
import { freePort } from "@/e2e/support/free-port";
import { applied, outcome, Scene } from "@/testing/running-instance/scene";

const short = { INSTANCE_HEALTH_TIMEOUT: "5" };

describe.concurrent("an apply", () => {
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
});
