import { queryOptions } from "@tanstack/react-query";
import { call } from "@/components/shell/queries/call";
import type { BackupSchedule } from "@/lib/shared/contract/backups";

/** How often to refetch (ms): while a backup is in progress, and otherwise. */
const [runningMs, usualMs] = [1_000, 60_000];

/** The last backups, and when the next one is due. */
export const backupsQuery = () =>
  queryOptions({
    queryKey: ["backups"],
    queryFn: ({ signal }) => call("GET /backups", { signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.backups.some(({ state }) => state === "running") ? runningMs : usualMs,
  });

/** Starts a backup. The answer arrives before the backup is complete. */
export const startBackup = () => call("POST /backups");

export const saveBackupSchedule = (body: BackupSchedule) => call("PUT /backups/schedule", { body });
