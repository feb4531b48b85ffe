import "server-only";
import { changeEnv, configFile, db, env, panelSettings, theRooms } from "@/testing/rooms";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, vi } from "vitest";
import { createApply } from "@/lib/server/apply/create";
import { type ApplyNotice, driveApply, type PlanNotice } from "@/lib/server/apply/drive";
import { applyById, LostClaim, setAnswer } from "@/lib/server/apply/store";
import { viewOf } from "@/lib/server/apply/views";
import type { ApplyState, ReloadWay } from "@/lib/shared/contract/running";
import { type ApplyAnswer, waitsForOperator } from "@/lib/shared/contract/values";
import { operatorToken } from "@/testing/running-instance";
import { placeMigrated } from "@/testing/test-database";
import { InProcessInstance } from "./in-process";

type File = Record<string, Record<string, unknown>>;

export interface Story {
  way?: ReloadWay;
  /** The time for which the apply was planned (ms since 1970). */
  plannedAt?: number;
  /** Minutes within which an operator must confirm the apply. */
  checkIn?: number;
  /** The operator's answer, given as soon as the apply asks for a decision. */
  answer?: ApplyAnswer;
  /** Whether the instance ignores the command that should restart it. */
  isIgnored?: boolean;
  /**
   * Called in each state of the apply. If the state requires a restart, the instance has already been
   * restarted.
   */
  reached?: (state: ApplyState) => void;
  /** Called at each check of the instance. `nth` is the number of the check in the current state. */
  looked?: (state: ApplyState, nth: number) => void;
  /** Called at each request to the instance, before the response. */
  requested?: (route: string) => void | Promise<void>;
}

export const command = (...words: string[]) => ({ way: "command" as const, command: words });

/** Advances the clock, by default for longer than an apply ever waits. Nothing else advances the clock. */
export const pass = (ms = 3_600_000): void => void vi.advanceTimersByTime(ms);

/** Advances the clock past the deadline of a state at the nth check of the instance in that state. */
export const timeOutAfter =
  (state: ApplyState, looks: number): NonNullable<Story["looked"]> =>
  (at, nth) => {
    if (at === state && nth === looks) pass();
  };

/** Stops work on an apply when it reaches a state, as if the process had been killed. */
export const leave = (at: ApplyState) => (state: ApplyState) => {
  if (state === at) throw new LostClaim("The process ends.");
};

/**
 * Takes the claim on the apply from the process that is running the apply, and gives the claim to `holder`.
 * @param holder the name of the process that gets the claim; null if no process gets it
 * @param leaseMs how long the new claim lasts; if 0, any process can claim the apply immediately
 */
export async function release(holder: string | null = null, leaseMs = 0): Promise<void> {
  const lease_until = leaseMs === 0 ? 0 : Date.now() + leaseMs;
  await db().updateTable("applies").set({ holder, lease_until }).execute();
}

/** The states of a rollback that makes the instance healthy again. */
export const rollback = ["rolling-back", "reapplying", "reconfirming", "rolled-back"];

/**
 * Opens a panel and an instance in the test's process, to test applies. Before each test, the instance is
 * healthy and has loaded the file, and the panel has recorded this. A command restarts the instance.
 */
export function openApplies() {
  const folder = mkdtempSync(join(tmpdir(), "apply-"));
  const path = join(folder, "config.json");
  const instance = new InProcessInstance(path);

  const bytes = (): string => readFileSync(path, "utf8");
  const read = () => JSON.parse(bytes()) as File;
  const write = (text: string) => writeFileSync(path, text);
  /** Saves settings of a section, as a person with an editor would. */
  function save(section: string, values: Record<string, unknown>): void {
    const file = read();
    write(JSON.stringify({ ...file, [section]: { ...file[section], ...values } }, null, 2));
  }
  const change = (general: Record<string, unknown>) => save("general", general);

  function place(): void {
    write(JSON.stringify(instance.file));
    change({ instanceName: "Harbor", instanceDescription: "calm" });
  }

  beforeAll(async () => {
    await instance.listen();
    await placeMigrated(join(folder, "instance.db"));
    vi.stubEnv("CONFIG_PATH", path);
    vi.stubEnv("DATA_DIR", folder);
    vi.stubEnv("INSTANCE_API_URL", instance.apiUrl);
    vi.stubEnv("INSTANCE_OPERATOR_TOKEN", operatorToken);
    vi.useFakeTimers({ toFake: ["performance"] });
    place();
    await configFile().prepare();
  });
  afterAll(async () => {
    await configFile().stop();
    instance.stop();
    await db().destroy();
    vi.useRealTimers();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    changeEnv({ instanceHealthTimeout: 120_000, instanceReload: [command("true")] });
    Object.assign(panelSettings(), {
      instanceApiUrl: instance.apiUrl,
      instanceOperatorToken: operatorToken,
    });
    Object.assign(instance, {
      statuses: {},
      hasMetrics: true,
      counted: "",
      environment: {},
      onRequest: () => undefined,
    });
    place();
    instance.restart();
    for (const table of ["applies", "running_versions", "working_versions", "environment_values"] as const)
      await db().deleteFrom(table).execute();
    await pending();
    await settle();
    instance.asked = [];
  });

  /** Makes the panel believe that it has seen the instance's processes for a long time. */
  async function settle(): Promise<void> {
    await db().updateTable("running_versions").set({ process_seen_at: 0 }).execute();
  }

  /** Returns the paths of the pending settings, according to the instance's current report. */
  async function pending(): Promise<string[]> {
    theRooms().known.forget();
    const { settings } = await theRooms().applies.readRunning();
    return settings.map((setting) => setting.path);
  }

  async function begin({ way, plannedAt, checkIn }: Story = {}): Promise<number> {
    theRooms().known.forget();
    const { etag } = await theRooms().known.versions.now();
    const plan =
      plannedAt === undefined
        ? undefined
        : { at: plannedAt, take: () => Promise.resolve(), record: () => Promise.resolve() };
    return createApply(theRooms().applyRoom, {
      etag,
      actor: "keeper",
      way,
      plan,
      ...(checkIn && { checkIn }),
    });
  }

  /** Runs an apply until it ends or the test removes the claim on it. */
  async function driven(id: number, story: Story = {}) {
    const { answer, reached, looked, requested, isIgnored = false } = story;
    const notices: (ApplyNotice | PlanNotice)[] = [];
    const states: ApplyState[] = [];
    let looks = 0;
    instance.onRequest = (route) => {
      if (route === "GET /policies/instance/config") looked?.(states.at(-1)!, (looks += 1));
      return requested?.(route);
    };
    await driveApply(theRooms().applyRoom, id, {
      lookEvery: 1,
      notify: async (notice) => void notices.push(notice),
      reached: (state) => {
        states.push(state);
        looks = 0;
        const isByCommand = env().instanceReload.every(({ way }) => way === "command");
        if (!isIgnored && isByCommand && ["confirming", "reconfirming"].includes(state)) instance.restart();
        reached?.(state);
        if (answer && waitsForOperator(state)) void setAnswer(theRooms().applyRoom, id, answer);
      },
    });
    const row = await applyById(theRooms().applyRoom, id);
    if (row === undefined) throw new Error("The apply is not stored.");
    return { id, row, view: viewOf(row, Date.now()), states, notices };
  }

  /** Starts an apply of the current file and runs it to completion. */
  const applied = async (story: Story = {}) => driven(await begin(story), story);

  return { instance, bytes, read, write, save, change, pending, settle, begin, driven, applied };
}
