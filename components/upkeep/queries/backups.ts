import { queryOptions } from "@tanstack/react-query";
import { call } from "@/components/shell/queries/call";
import type { BackupSchedule } from "@/lib/shared/contract/backups";

/** How often it is asked again (ms): while one is made, and else. */
const [runningMs, usualMs] = [1_000, 60_000];

/** The last backups, and when the next one is made. */
export const backupsQuery = () =>
  queryOptions({
    queryKey: ["backups"],
    queryFn: ({ signal }) => call("GET /backups", { signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.backups.some(({ state }) => state === "running") ? runningMs : usualMs,
  });

/** Begins a backup; the answer comes while it is made. */
export const startBackup = () => call("POST /backups");

export const saveBackupSchedule = (body: BackupSchedule) => call("PUT /backups/schedule", { body });
