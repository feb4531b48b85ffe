import "server-only";
import { areRoomsOpen, closeRooms, forgetRooms } from "./rooms";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, vi } from "vitest";

export interface PanelProcess {
  /** The data folder, which is empty at the start of each test. */
  dataDir: string;
  configPath: string;
  databasePath: string;
  /** Simulates a restart of the panel with these additional variables and the same folder. */
  restart: (variables?: Record<string, string>) => Promise<void>;
}

async function end(): Promise<void> {
  if (areRoomsOpen()) await closeRooms();
}

/** Makes each test begin like a new process of the panel, without a database, a file or other state. */
export function panelProcess(): PanelProcess {
  const own = {
    async restart(variables = {}) {
      await end();
      for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
      forgetRooms();
    },
  } as PanelProcess;
  beforeEach(() => {
    own.dataDir = mkdtempSync(join(tmpdir(), "process-"));
    own.configPath = join(own.dataDir, "config.json");
    own.databasePath = join(own.dataDir, "instance.db");
    vi.stubEnv("DATA_DIR", own.dataDir).stubEnv("CONFIG_PATH", own.configPath).stubEnv("LOG_LEVEL", "silent");
    forgetRooms();
    return async () => {
      await end();
      vi.unstubAllEnvs();
      forgetRooms();
      rmSync(own.dataDir, { recursive: true, force: true });
    };
  });
  return own;
}
