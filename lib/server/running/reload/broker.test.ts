import { mkdtempSync, rmSync, writeFileSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "@/e2e/support/free-port";
import { hasRabbitmq, type Rabbitmq, startRabbitmq } from "@/testing/rabbitmq";
import { RunningInstance } from "@/testing/running-instance";
import { announceReload } from "./broker";

/* The instance reads its file again when the broker says so, and goes on running. */

const folder = mkdtempSync(join(tmpdir(), "reload-"));
const path = join(folder, "config.json");
process.env.DATA_DIR = join(folder, "data");
process.env.CONFIG_PATH = path;
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const name = async ({ apiUrl }: RunningInstance): Promise<unknown> => {
  const answer = await fetch(`${apiUrl}/v9/policies/instance`);
  return ((await answer.json()) as { instanceName: unknown }).instanceName;
};

it("without a broker in the file, says what to set", async () => {
  writeFileSync(path, JSON.stringify({ rabbitmq: { host: null }, sentry: { enabled: false } }));
  expect(await announceReload()).toMatchObject({
    ok: false,
    reason: expect.stringContaining("names no message broker") as unknown,
  });
  writeFileSync(path, JSON.stringify({ broker: { host: null } }));
  expect(await announceReload()).toMatchObject({
    ok: false,
    reason: expect.stringContaining("knows no event") as unknown,
  });
});

describe.skipIf(!hasRabbitmq("the reload over a real RabbitMQ"))("over RabbitMQ", () => {
  let broker: Rabbitmq;
  let instance: RunningInstance;
  beforeAll(async () => {
    broker = await startRabbitmq();
    const port = await freePort();
    const file = { ...RunningInstance.addresses(port), rabbitmq: { host: broker.address() } };
    writeFileSync(path, JSON.stringify(file));
    instance = await RunningInstance.at(port, { configPath: path });
    await instance.restart();
    await instance.said("subscribed");
    await instance.said("listening");
  }, 120_000);
  afterAll(async () => {
    await instance.stop();
    await broker.stop();
  }, 60_000);

  it("a change is read without a restart", async () => {
    expect(await name(instance)).toBe("Started Once");
    const config = JSON.parse(readFileSync(path, "utf8")) as { general: Record<string, unknown> };
    config.general.instanceName = "Harbor";
    writeFileSync(path, JSON.stringify(config));
    expect(await announceReload()).toEqual({ ok: true });
    await instance.said("reloaded");
    expect([await name(instance), instance.starts, instance.isRunning]).toEqual(["Harbor", 1, true]);
  });

  it("a refused password is told, without the password", async () => {
    const config = JSON.parse(readFileSync(path, "utf8")) as { rabbitmq: { host: string } };
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
