import type { ApplyRoom } from "@/lib/server/apply/room";
import { isApplying } from "@/lib/server/apply";
import { type Db, migrate, openSqlite } from "@/lib/server/db";
import { createKnown } from "@/lib/server/known";
import { Output } from "@/lib/server/reload/output";
import { editionOf } from "@/lib/shared/settings/editions";
import type { VirtualClock } from "./clock";
import type { SimulatedFile } from "./file";
import { simulatedInstance } from "./instance";
import type { Process } from "./world";

const healthTimeoutMs = 20_000;

const ignore = () => undefined;
export const silent: ApplyRoom["log"] = { debug: ignore, info: ignore, error: ignore };

/** Opens a database in memory for rooms about the file 1. `clear` removes what these rooms stored. */
export async function openTables() {
  const database = openSqlite(":memory:");
  await migrate(database);
  await database.insertInto("config_files").values({ id: 1, undone_dismissed: 0, created_at: 0 }).execute();
  const tables = ["applies", "running_versions", "working_versions", "environment_values"] as const;
  return {
    database,
    clear: async () => {
      for (const table of [...tables, "planned_applies"] as const) await database.deleteFrom(table).execute();
    },
  };
}

export interface World {
  database: Db;
  clock: VirtualClock;
  file: SimulatedFile;
  process: Process;
}

/** Composes the rooms about a simulated process and file. A command restarts the process, and the broker reloads it. */
export function simulatedRoom(
  { database, clock, file, process }: World,
  further: Partial<Omit<ApplyRoom, "known">> = {},
): ApplyRoom {
  const rows = { db: database, fileId: () => Promise.resolve(1) };
  const instance = further.instance ?? simulatedInstance(process, clock, editionOf("branded"));
  const { config } = file;
  const { habits } = process;
  return {
    ...{ ...rows, config, instance, clock },
    known: createKnown({ ...rows, config, instance, clock, isApplying: () => isApplying(rows) }),
    env: {
      instanceApiUrl: "http://instance.invalid/api",
      checkAllow: [],
      instanceHealthTimeout: healthTimeoutMs,
    },
    log: silent,
    recordAudit: () => Promise.resolve(),
    instanceLog: { isOn: false, read: async () => ({ text: "", problem: null }) },
    reload: {
      ways: () => [{ way: "broker" }, { way: "command", command: ["restart"] }],
      problem: () => null,
      output: (earlier) => Promise.resolve(Output.begin(earlier, null, [])),
      async send(way) {
        await clock.wait(500);
        if (way === "broker" && !process.isUp)
          return { ok: false, reason: "Nobody listens.", isUntouched: true };
        if (way === "broker" || (habits.onlyReloads && process.isUp)) process.reload();
        else {
          const isWhole = !habits.onlyApi || process.gateway === null;
          process.stop({ isWhole });
          await clock.wait(1_000);
          process.start({ isWhole });
          if (habits.notifies && process.config === null) return { ok: false, reason: "The process ended." };
        }
        return { ok: true, note: way };
      },
    },
    ...further,
  };
}
