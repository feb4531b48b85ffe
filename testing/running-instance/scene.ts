import "server-only";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type TestContext } from "vitest";
import { freePort } from "@/e2e/support/free-port";
import type { ApplyNotice } from "@/lib/server/apply/drive";
import type { ApplyView } from "@/lib/shared/contract/running";
import { bundle, type Child, start } from "@/testing/config-file/test-process";
import { onPostgres, placeMigrated, testDatabaseUrl } from "@/testing/test-database";
import { operatorToken, RunningInstance, type RunningInstanceOptions } from "./index";

export interface SceneOptions extends Partial<RunningInstanceOptions> {
  env?: Record<string, string>;
  /** Additional settings for the file, by section, with keys spelled as in the file. */
  file?: Record<string, Record<string, unknown>>;
}

type AtEnd = TestContext["onTestFinished"];

let program: Promise<string> | undefined;

const programOf = (): Promise<string> => (program ??= bundle("apply-child", "running-instance"));

/**
 * A configuration file, an instance that uses the file, and panel processes that share both. Several scenes can run
 * concurrently.
 */
export class Scene {
  private constructor(
    readonly instance: RunningInstance,
    private readonly program: string,
    private readonly path: string,
    private readonly environment: Record<string, string>,
    private readonly atEnd: AtEnd,
  ) {}

  /** @param atEnd the `onTestFinished` in the test's context, for tests that run concurrently */
  static async open(atEnd: AtEnd, { env = {}, file = {}, ...options }: SceneOptions = {}): Promise<Scene> {
    const program = await programOf();
    const folder = mkdtempSync(join(tmpdir(), "applies-"));
    atEnd(() => rmSync(folder, { recursive: true, force: true }));
    const port = await freePort();
    const path = join(folder, "config.json");
    writeFileSync(path, JSON.stringify({ ...RunningInstance.addresses(port), ...file }));
    const instance = await RunningInstance.at(port, { configPath: path, isAwaited: true, ...options });
    atEnd(() => instance.stop());
    await instance.restart();
    await instance.said("listening");
    const data = join(folder, "data");
    mkdirSync(data, { mode: 0o700 });
    if (!onPostgres()) await placeMigrated(join(data, "instance.db"));
    const environment = {
      CONFIG_PATH: path,
      DATA_DIR: data,
      INSTANCE_API_URL: instance.apiUrl,
      INSTANCE_OPERATOR_TOKEN: operatorToken,
      INSTANCE_RELOAD: `command:${JSON.stringify(instance.restartCommand)}`,
      ...env,
      ...(onPostgres() && { DATABASE_URL: await testDatabaseUrl({ atEnd }) }),
    };
    return new Scene(instance, program, path, environment, atEnd);
  }

  read = (): string => readFileSync(this.path, "utf8");

  /** Changes a general setting in the file, as a person with an editor would. */
  change(key: "instanceName" | "instanceDescription", value: string): void {
    this.set("general", { [key]: value });
  }

  /** Changes settings of any section in the file, as a person with an editor would. */
  set(section: string, values: Record<string, unknown>): void {
    const config = JSON.parse(this.read()) as Record<string, Record<string, unknown>>;
    config[section] = { ...config[section], ...values };
    writeFileSync(this.path, JSON.stringify(config, null, 4));
  }

  get(section: string, key: string): unknown {
    return (JSON.parse(this.read()) as Record<string, Record<string, unknown>>)[section]?.[key];
  }

  /**
   * Starts a panel process.
   * @param killAt the state of the apply at which the process kills itself
   * @param further environment variables for this process only
   */
  panel(killAt?: string, further: Record<string, string> = {}): Child {
    const kill = killAt !== undefined && { KILL_AT: killAt };
    return start(this.program, { ...this.environment, ...kill, ...further }, { atEnd: this.atEnd });
  }

  async name(): Promise<unknown> {
    const answer = await fetch(`${this.instance.apiUrl}/v9/policies/instance`);
    return ((await answer.json()) as { instanceName: unknown }).instanceName;
  }
}

/** Runs an apply, so that the panel knows which version the instance has loaded. */
export async function applied(scene: Scene): Promise<void> {
  const child = scene.panel();
  expect(await child.line("ended")).toBe("ended confirmed");
  await child.end();
}

/** Waits until a panel process has finished an apply, and returns the apply. */
export async function outcome(child: Child): Promise<ApplyView> {
  const view = JSON.parse((await child.line("view ")).slice("view ".length)) as ApplyView;
  await child.end();
  return view;
}

/** Returns the notification that a panel process sends if nobody confirms an apply. */
export async function notice(child: Child): Promise<ApplyNotice> {
  return JSON.parse((await child.line("notice ")).slice("notice ".length)) as ApplyNotice;
}
