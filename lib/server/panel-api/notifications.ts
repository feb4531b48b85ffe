import "server-only";
import { db } from "@/lib/server/db";
import { listDeliveries, notify, sendTest } from "@/lib/server/monitor/notify";
import { notificationRoutes, type NotificationView } from "@/lib/shared/contract/notifications";
import { handlers } from "./handlers";
import { notificationSettings, saveNotificationSettings } from "./notification-settings";
import type { Caller, Operator } from "@/lib/server/operators";
import { browserName } from "@/lib/shared/browser-name";

export const notificationView = async (): Promise<NotificationView> => ({
  ...notificationSettings(),
  deliveries: await listDeliveries(db()),
});

export const notifications = handlers(notificationRoutes, {
  getNotifications: notificationView,

  async saveNotifications({ body: choice, record }) {
    await saveNotificationSettings(choice);
    const { webhook, muted } = notificationSettings();
    record({
      ...(webhook.origin !== null && { target: webhook.origin }),
      detail: { changed: Object.keys(choice), ...(muted.length > 0 && { muted }) },
    });
    return notificationView();
  },

  async testNotification({ operator, record }) {
    const outcome = await sendTest(operator.username);
    record({ detail: { isSent: outcome.isSent } });
    return outcome;
  },
});

export function notifyNewAddress({ username }: Operator, { address, userAgent }: Caller): void {
  void notify({ event: "new-address", username, address, browser: browserName(userAgent) });
}
