import { mkdtempSync, rmSync, writeFileSync, readFileSync } from "node:fs";
import { configFile, env, panelSettings } from "@/testing/rooms";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { freePort } from "@/e2e/support/free-port";
import { closedPort, outline, tried } from "@/testing/check-setting";
import { hasRabbitmq, type Rabbitmq, startRabbitmq } from "@/testing/rabbitmq";
import { RunningInstance } from "@/testing/running-instance";
import { reachOf } from "@/lib/panel-settings";
import { createReload } from "./index";

/* The tests in this file share one real RabbitMQ, because starting it takes longer than the tests. */

const folder = mkdtempSync(join(tmpdir(), "reload-"));
const path = join(folder, "config.json");
vi.stubEnv("DATA_DIR", join(folder, "data"));
vi.stubEnv("CONFIG_PATH", path);
vi.stubEnv("INSTANCE_RELOAD", "broker");

const announceReload = () =>
  createReload({ config: configFile(), env: { ...env(), ...reachOf(env(), panelSettings()) } }).send(
    "broker",
    () => undefined,
  );

const name = async ({ apiUrl }: RunningInstance): Promise<unknown> => {
  const answer = await fetch(`${apiUrl}/v9/policies/instance`);
  return ((await answer.json()) as { instanceName: unknown }).instanceName;
};

describe.skipIf(!hasRabbitmq("the check of a broker and the reload over one"))("RabbitMQ", () => {
  let broker: Rabbitmq;
  beforeAll(async () => {
    broker = await startRabbitmq();
  }, 120_000);
  afterAll(async () => {
    await broker.stop();
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  describe("the broker check", () => {
    it("accepts a password that must be escaped in the address", async () => {
      const result = await tried("broker", { "broker.host": broker.address("keeper:sea%20salt%200451") });
      expect(outline(result.steps)).toEqual(["Name ok", "Connection ok", "Sign-in ok"]);
      expect(result.ok).toBe(true);
      expect(JSON.stringify(result)).not.toContain("salt");
    });

    it("fails if the password or the virtual host is wrong", async () => {
      const wrong = await tried("broker", { "broker.host": broker.address("keeper:wrong") });
      expect(outline(wrong.steps)).toEqual(["Name ok", "Connection ok", "Sign-in failed"]);
      expect(wrong.steps.at(-1)?.message).toContain("rejects this username and password");
      const address = broker.address("keeper:sea%20salt%200451", "/harbor");
      const vhost = await tried("broker", { "broker.host": address });
      expect(vhost.steps.at(-1)).toMatchObject({ name: "Sign-in", ok: false });
      expect(vhost.steps.at(-1)?.message).toContain("no virtual host harbor");
    });

    it("fails if no service listens on the port", async () => {
      const closed = await closedPort(createServer());
      const address = `amqp://keeper:sea%20salt%200451@127.0.0.1:${closed}`;
      const result = await tried("broker", { "broker.host": address });
      expect(outline(result.steps)).toEqual(["Name ok", "Connection failed"]);
      expect(JSON.stringify(result)).not.toContain("salt");
    });
  });

  describe("a reload through the broker", () => {
    let instance: RunningInstance;
    beforeAll(async () => {
      const port = await freePort();
      const file = { ...RunningInstance.addresses(port), rabbitmq: { host: broker.address() } };
      writeFileSync(path, JSON.stringify(file));
      instance = await RunningInstance.at(port, { configPath: path });
      await instance.restart();
      await instance.said("subscribed");
      await instance.said("listening");
    }, 60_000);
    afterAll(() => instance.stop());

    it("makes the instance load a changed setting without a restart", async () => {
      expect(await name(instance)).toBe("Started Once");
      const config = JSON.parse(readFileSync(path, "utf8")) as { general: Record<string, unknown> };
      config.general.instanceName = "Harbor";
      writeFileSync(path, JSON.stringify(config));
      const reloaded = instance.next("reloaded");
      expect(await announceReload()).toMatchObject({ ok: true });
      await reloaded;
      expect([await name(instance), instance.starts, instance.isRunning]).toEqual(["Harbor", 1, true]);
    });

    it("does not change settings that take effect only at startup", async () => {
      const config = JSON.parse(readFileSync(path, "utf8")) as { limits: { rate: Record<string, unknown> } };
      Object.assign(config.limits.rate, { enabled: true, ip: { count: 8, window: 60 } });
      writeFileSync(path, JSON.stringify(config));
      const reloaded = instance.next("reloaded");
      expect(await announceReload()).toMatchObject({ ok: true });
      await reloaded;
      const statuses = await Promise.all(
        Array.from({ length: 60 }, async () => (await fetch(`${instance.apiUrl}/v9/ping`)).status),
      );
      expect(statuses.filter((status) => status === 200)).toHaveLength(60);
    });

    it("fails if the broker refuses the password", async () => {
      const before = readFileSync(path, "utf8");
      onTestFinished(() => writeFileSync(path, before));
      const config = JSON.parse(before) as { rabbitmq: { host: string } };
      config.rabbitmq.host = broker.address("keeper:not%20this");
      writeFileSync(path, JSON.stringify(config));
      const refused = await announceReload();
      expect(refused).toMatchObject({
        ok: false,
        reason: expect.stringContaining("rejects this username") as unknown,
      });
      expect(JSON.stringify(refused)).not.toContain("not this");
    });
  });
});
