import { queryOptions } from "@tanstack/react-query";
import { call } from "@/components/shell/queries/call";
import type { BackupSchedule } from "@/lib/shared/contract/backups";

/** Refetch intervals while a backup is in progress, and at other times. */
const [runningMs, usualMs] = [1_000, 60_000];

export const backupsQuery = () =>
  queryOptions({
    queryKey: ["backups"],
    queryFn: ({ signal }) => call("GET /backups", { signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.backups.some(({ state }) => state === "running") ? runningMs : usualMs,
  });

/** The response arrives before the backup is complete. */
export const startBackup = () => call("POST /backups");

export const saveBackupSchedule = (body: BackupSchedule) => call("PUT /backups/schedule", { body });
