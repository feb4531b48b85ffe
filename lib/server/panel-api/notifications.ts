import "server-only";
import { sendTest } from "@/lib/server/monitor/notify";
import {
  notificationSettings,
  notificationView,
  saveNotificationSettings,
} from "@/lib/server/panel/notification-settings";
import { notificationRoutes } from "@/lib/shared/contract/notifications";
import { handlers } from "./handlers";

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
