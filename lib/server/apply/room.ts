import "server-only";
import type { Logger } from "pino";
import type { Clock } from "@/lib/clock";
import type { Env } from "@/lib/env";
import type { ConfigFile } from "@/lib/server/config-file";
import type { Audit } from "@/lib/server/audit";
import type { Db } from "@/lib/server/db";
import type { CheckEnv } from "@/lib/server/checks/endpoints";
import type { Known, RunningInstance } from "@/lib/server/known";
import type { InstanceLog, Reload } from "@/lib/server/reload";

export interface ApplyRoom {
  db: Db;
  fileId: () => Promise<number>;
  config: ConfigFile;
  known: Known;
  instance: RunningInstance;
  reload: Reload;
  instanceLog: Pick<InstanceLog, "read" | "isOn">;
  env: CheckEnv & Pick<Env, "instanceHealthTimeout">;
  clock: Clock;
  recordAudit: Audit["recordAudit"];
  log: Pick<Logger, "debug" | "info" | "error">;
}
