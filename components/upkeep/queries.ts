import { queryOptions } from "@tanstack/react-query";
import { call, send } from "@/components/shell/queries/call";
import type { BackupSchedule, BackupView } from "@/lib/shared/contract/backups";
import type { ChannelName, NotificationChoice, NotificationView } from "@/lib/shared/contract/notifications";

export const backupsQuery = () =>
  queryOptions({
    queryKey: ["backups"],
    queryFn: ({ signal }) => call("GET /backups", { signal }),
    refetchInterval: ({ state: { data } }) => (isBackingUp(data) ? 1_000 : 60_000),
  });

export const isBackingUp = (view: BackupView | undefined) =>
  view?.backups.some(({ state }) => state === "running") ?? false;

/** The response arrives before the backup is complete. */
export const startBackup = () => call("POST /backups");

/** Reads a backup back. Fails with what is wrong. */
export const verifyBackup = (id: string) => call("POST /backups/:id/verify", { params: { id } });

export const downloadBackup = async (id: string): Promise<Blob> =>
  (await send("POST /backups/:id/download", { params: { id } })).blob();

/** The response arrives after the present state is backed up. */
export const restoreBackup = (id: string, body: { withConfig: boolean }) =>
  call("POST /backups/:id/restore", { params: { id }, body });

export const cancelRestore = () => call("DELETE /planned-restore");

export const deleteBackup = (id: string) => call("DELETE /backups/:id", { params: { id } });

export const saveBackupSchedule = (body: BackupSchedule) => call("PUT /backups/schedule", { body });

export const notificationsQuery = () =>
  queryOptions({
    queryKey: ["notifications"],
    queryFn: ({ signal }) => call("GET /notifications", { signal }),
    refetchInterval: ({ state: { data } }) => (isWaiting(data) ? 3_000 : 30_000),
  });

const isWaiting = (view: NotificationView | undefined) =>
  view?.deliveries.some(({ state }) => state === "waiting") ?? false;

export const saveNotifications = (body: NotificationChoice) => call("PUT /notifications", { body });

/** `message` in the response describes the result. */
export const sendTestNotification = (channel: ChannelName) =>
  call("POST /notifications/test", { body: { channel } });
