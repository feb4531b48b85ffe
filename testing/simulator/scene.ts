import { afterAll, beforeAll, beforeEach } from "vitest";
import { createApply, judgeRunning } from "@/lib/server/apply/create";
import { type ApplyNotice, driveApply, type PlanNotice } from "@/lib/server/apply/drive";
import type { ApplyRoom } from "@/lib/server/apply/room";
import { applyById, setAnswer } from "@/lib/server/apply/store";
import { viewOf } from "@/lib/server/apply/views";
import type { ApplyState, ApplyStep } from "@/lib/shared/contract/running";
import { type ApplyAnswer, waitsForOperator } from "@/lib/shared/contract/values";
import type { Db } from "@/lib/server/db";
import { VirtualClock } from "./clock";
import { SimulatedFile } from "./file";
import { openTables, simulatedRoom } from "./room";
import { type Config, type Habits, Process } from "./world";

const usual: Habits = {
  ...{ hasMetrics: true, rewrites: false, broker: null, slowMs: 0, isSupervised: false, notifies: false },
  ...{ onlyReloads: false, hasToken: true, isSplit: false, onlyApi: false },
};

export interface Story {
  way?: "command" | "broker";
  plannedAt?: number;
  checkIn?: number;
  answer?: ApplyAnswer;
  reached?: (state: ApplyState) => void;
}

/** Applies in virtual time, with a simulated process and file. */
export function openScenes() {
  let tables: Awaited<ReturnType<typeof openTables>>;
  beforeAll(async () => {
    tables = await openTables();
  });
  afterAll(() => tables.database.destroy());
  beforeEach(() => tables.clear());
  /** Begins with a process that serves clients with the file, which the panel has seen. */
  return (habits?: Partial<Habits>, further?: (usual: ApplyRoom) => Further) =>
    openScene(tables.database, habits, further);
}

type Further = Partial<Omit<ApplyRoom, "known">>;

async function openScene(
  database: Db,
  habits: Partial<Habits> = {},
  further: (usual: ApplyRoom) => Further = () => ({}),
) {
  const clock = new VirtualClock();
  const file = new SimulatedFile(clock);
  const process = new Process(clock, { ...usual, ...habits }, file);
  const world = { database, clock, file, process };
  const audited: unknown[] = [];
  const recordAudit: ApplyRoom["recordAudit"] = async (_, entry) => void audited.push(entry);
  const usualRoom = simulatedRoom(world, { recordAudit });
  const room = simulatedRoom(world, { recordAudit, ...further(usualRoom) });
  const save = (general: Config[string], others: Config = {}, author = "ada") => {
    const now = JSON.parse(file.text) as Config;
    file.save(JSON.stringify({ ...now, ...others, general: { ...now.general, ...general } }), author);
  };
  save({ instanceName: "Harbor", instanceDescription: "calm" });
  await clock.wait(5_000);
  process.start();
  await clock.wait(2_000);
  await judgeRunning(room);
  await clock.wait(2_000);
  await judgeRunning(room);

  async function begin({ way = "command", plannedAt, checkIn }: Story = {}): Promise<number> {
    room.known.forget();
    const { etag } = await room.known.versions.now();
    return createApply(room, {
      ...{ etag, actor: "ada", way },
      ...(checkIn && { checkIn }),
      ...(plannedAt && {
        plan: { at: plannedAt, take: async () => undefined, record: async () => undefined },
      }),
    });
  }

  async function driven(id: number, { answer, reached }: Story = {}) {
    const notices: (ApplyNotice | PlanNotice)[] = [];
    await driveApply(room, id, {
      notify: async (notice) => void notices.push(notice),
      reached: (state) => {
        reached?.(state);
        if (answer && waitsForOperator(state)) void setAnswer(room, id, answer);
      },
    });
    const row = (await applyById(room, id))!;
    const view = viewOf(row, clock.now());
    return { notices, row, view, steps: view.steps.map(inWords) };
  }
  const applied = async (story: Story = {}) => driven(await begin(story), story);
  return { clock, file, process, room, save, begin, driven, applied, audited };
}

/** Writes a step as its state, its length, and its checks. `*` marks restarts, and `!` checks that failed. */
export function inWords({ state, at, endedAt, isOk, note, checks }: ApplyStep): string {
  const marked = checks.map(
    ({ name, isUp, hasRestarted, isIgnored }) =>
      `${isUp ? "" : isIgnored ? "?" : "!"}${name}${hasRestarted ? "*" : ""}`,
  );
  const ended = endedAt === null ? "unfinished" : `${endedAt - at} ms`;
  return `${state} ${ended}${isOk ? "" : " failed"}${note === null ? "" : `: ${note}`} [${marked.join(" ")}]`;
}
