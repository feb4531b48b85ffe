import "server-only";
import { notificationRoutes } from "@/lib/shared/contract/notifications";
import { handlers } from "./handlers";

export const notifications = handlers(notificationRoutes, ({ notifier, panel: { notifications: page } }) => ({
  getNotifications: () => page.view(),

  async saveNotifications({ body: choice, record }) {
    await page.save(choice);
    const { channels, muted } = page.read();
    const changed = Object.keys(choice.channels ?? {});
    const targets = channels.flatMap(({ target }) => target ?? []);
    record({
      ...(targets.length > 0 && { target: targets.join(", ") }),
      detail: {
        changed: [...changed, ...(choice.muted === undefined ? [] : ["muted"])],
        ...(muted.length > 0 && { muted }),
      },
    });
    return page.view();
  },

  async testNotification({ operator, body, record }) {
    const outcome = await notifier.sendTest(body.channel, operator.username);
    record({ detail: { channel: body.channel, isSent: outcome.isSent } });
    return outcome;
  },
}));
