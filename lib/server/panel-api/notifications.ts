import "server-only";
import { theNotifier } from "@/lib/server/panel/rooms";
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
    const { channels, muted } = notificationSettings();
    const changed = Object.keys(choice.channels ?? {});
    const targets = channels.flatMap(({ target }) => target ?? []);
    record({
      ...(targets.length > 0 && { target: targets.join(", ") }),
      detail: {
        changed: [...changed, ...(choice.muted === undefined ? [] : ["muted"])],
        ...(muted.length > 0 && { muted }),
      },
    });
    return notificationView();
  },

  async testNotification({ operator, body, record }) {
    const outcome = await theNotifier().sendTest(body.channel, operator.username);
    record({ detail: { channel: body.channel, isSent: outcome.isSent } });
    return outcome;
  },
});
