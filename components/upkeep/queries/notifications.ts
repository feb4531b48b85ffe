import { queryOptions } from "@tanstack/react-query";
import { call } from "@/components/shell/queries/call";
import type { NotificationView } from "@/lib/shared/contract/notifications";
import type { NotifyTopic } from "@/lib/shared/contract/values";

/** Refetch intervals while a message is queued, and at other times. */
const [waitingMs, usualMs] = [3_000, 30_000];

export const notificationsQuery = () =>
  queryOptions({
    queryKey: ["notifications"],
    queryFn: ({ signal }) => call("GET /notifications", { signal }),
    refetchInterval: ({ state: { data } }) => (isWaiting(data) ? waitingMs : usualMs),
  });

const isWaiting = (view: NotificationView | undefined) =>
  view?.deliveries.some(({ state }) => state === "waiting") ?? false;

/** Undefined leaves a value unchanged, and null removes it. */
interface Choice {
  url?: string | null;
  secret?: string | null;
  muted?: NotifyTopic[];
}

export const saveNotifications = (body: Choice) => call("PUT /notifications", { body });

/** Sends a test message to the webhook. `message` in the response describes the result. */
export const sendTestNotification = () => call("POST /notifications/test");
