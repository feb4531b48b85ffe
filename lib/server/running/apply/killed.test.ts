import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { freePort } from "@/e2e/support/free-port";
import { bundle, type Child, start } from "@/testing/config-file/test-process";
import { RunningInstance } from "@/testing/running-instance";
import { operatorToken } from "@/testing/running-instance";
import { onPostgres, testDatabaseUrl } from "@/testing/test-database";

/* The panel is killed with the application in each of its states; the next process goes on, or rolls back. */

let program = "";
beforeAll(async () => {
  program = await bundle("apply-child", "running-instance");
}, 60_000);

/** A file, an instance that runs with it, and panel processes that share them. */
class Scene {
  private constructor(
    readonly instance: RunningInstance,
    private readonly path: string,
    private readonly environment: Record<string, string>,
  ) {}

  static async open(): Promise<Scene> {
    const folder = mkdtempSync(join(tmpdir(), "applies-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const port = await freePort();
    const path = join(folder, "config.json");
    writeFileSync(path, JSON.stringify(RunningInstance.addresses(port)));
    const instance = await RunningInstance.at(port, { configPath: path, isAwaited: true });
    onTestFinished(() => instance.stop());
    await instance.restart();
    await instance.said("listening");
    return new Scene(instance, path, {
      CONFIG_PATH: path,
      DATA_DIR: join(folder, "data"),
      INSTANCE_API_URL: instance.apiUrl,
      INSTANCE_OPERATOR_TOKEN: operatorToken,
      INSTANCE_RELOAD: `command:${JSON.stringify(instance.restartCommand)}`,
      ...(onPostgres() && { DATABASE_URL: await testDatabaseUrl() }),
    });
  }

  read = (): string => readFileSync(this.path, "utf8");

  /** Saves as somebody with an editor does. */
  change(key: "instanceName" | "instanceDescription", value: string): void {
    const config = JSON.parse(this.read()) as { general: Record<string, unknown> };
    config.general[key] = value;
    writeFileSync(this.path, JSON.stringify(config, null, 4));
  }

  panel(killAt?: string): Child {
    return start(program, { ...this.environment, ...(killAt !== undefined && { KILL_AT: killAt }) });
  }

  /** What the instance says its name is. */
  async name(): Promise<unknown> {
    const answer = await fetch(`${this.instance.apiUrl}/v9/policies/instance`);
    return ((await answer.json()) as { instanceName: unknown }).instanceName;
  }
}

/** Brings the panel to know what the instance runs with. */
async function applied(scene: Scene): Promise<void> {
  const child = scene.panel();
  expect(await child.line("ended")).toBe("ended confirmed");
  await child.end();
}

describe("an application whose process is killed", () => {
  it("goes on from each state before it is confirmed", async () => {
    const scene = await Scene.open();
    await applied(scene);
    for (const [nth, state] of ["requested", "applying", "confirming"].entries()) {
      scene.change("instanceName", `Harbor ${nth}`);
      const killed = scene.panel(state);
      expect([state, await killed.end()]).toEqual([state, null]);
      const next = scene.panel();
      expect(await next.line("ended")).toBe("ended confirmed");
      await next.end();
      expect(await scene.name()).toBe(`Harbor ${nth}`);
    }
  }, 90_000);

  it("rolls back from each state after it failed, every byte of the file", async () => {
    const scene = await Scene.open();
    await applied(scene);
    const before = scene.read();
    for (const state of ["applying", "rolling-back", "reapplying", "reconfirming"]) {
      scene.change("instanceDescription", "crash");
      const killed = scene.panel(state);
      expect([state, await killed.end()]).toEqual([state, null]);
      const next = scene.panel();
      expect(await next.line("ended")).toBe("ended rolled-back");
      await next.end();
      expect(scene.read()).toBe(before);
      expect(await scene.name()).toBe("Started Once");
    }
  }, 90_000);

  it("what somebody saves meanwhile is not rolled back over", async () => {
    const scene = await Scene.open();
    await applied(scene);
    scene.change("instanceDescription", "crash");
    await scene.panel("rolling-back").end();
    scene.change("instanceName", "Somebody else's");
    const meanwhile = scene.read();
    const next = scene.panel();
    expect(await next.line("ended")).toBe("ended failed");
    await next.end();
    expect(scene.read()).toBe(meanwhile);
  }, 60_000);
});
