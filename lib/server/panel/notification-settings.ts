import "server-only";
import { z } from "zod";
import { webhookAddress } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { announce, db, onAnnouncement, readMeta, writeMeta } from "@/lib/server/db";
import { seal, unseal } from "@/lib/server/operators/session-account";
import { processSingleton } from "@/lib/process-singleton";
import { listDeliveries, notify } from "@/lib/server/monitor/notify";
import type { Caller, Operator } from "@/lib/server/operators";
import { browserName } from "@/lib/shared/browser-name";
import type { NotificationChoice, NotificationView } from "@/lib/shared/contract/notifications";
import { notifyTopics } from "@/lib/shared/contract/values";
import { panelSettings } from "@/lib/panel-settings";

/*
 * Settings for notifications: the webhook, and which topics are sent. Environment variables take precedence. An owner
 * sets the other settings on the Notifications page, and the panel stores them encrypted in its database.
 */

const KEY = "notifications";
const CHANNEL = "instance_admin_notifications";

const schema = z.object({
  url: z.string().optional(),
  secret: z.string().optional(),
  muted: z.array(z.enum(notifyTopics)).default([]),
});
type Stored = z.output<typeof schema>;

async function readStored(): Promise<Stored> {
  const sealed = await readMeta(db(), KEY);
  const text = sealed === undefined ? null : unseal(sealed, KEY);
  return schema.parse(text === null ? {} : JSON.parse(text));
}

/** Loads the settings now, and again whenever an owner changes them on another replica. */
export async function followNotifications(): Promise<void> {
  panelSettings().setNotifications(await readStored());
  processSingleton("notification-announcements", () =>
    onAnnouncement(CHANNEL, () => {
      void readStored()
        .then((stored) => panelSettings().setNotifications(stored))
        .then(beginNotifying)
        // If reading fails, the settings are read again when a replica next changes them, or at the next
        // start.
        .catch(() => undefined);
    }),
  );
}

async function beginNotifying(): Promise<void> {
  if (panelSettings().notifyUrl === undefined) return;
  const { startNotifications } = await import("./monitoring");
  startNotifications();
}

/**
 * Stores an owner's settings. All replicas switch to them immediately.
 * @throws AppError `conflict` if an environment variable sets them; `invalid-settings`
 */
export async function saveNotificationSettings({ url, secret, muted }: NotificationChoice): Promise<void> {
  const { isNotifyUrlFixed, isNotifySecretFixed } = panelSettings();
  if (url !== undefined && isNotifyUrlFixed) throw fixed("NOTIFY_URL", "where notifications go");
  if (secret !== undefined && isNotifySecretFixed) throw fixed("NOTIFY_SECRET", "what signs notifications");
  const address = url == null ? url : webhookAddress.safeParse(url.trim());
  if (address?.success === false) {
    const message = `The address ${address.error.issues[0]?.message ?? "is not valid"}.`;
    throw new AppError("invalid-settings", message, { problems: [{ path: "url", message }] });
  }
  const before = await readStored();
  const next = {
    url: address === undefined ? before.url : address?.data,
    secret: secret === undefined ? before.secret : (secret ?? undefined),
    muted: muted ?? before.muted,
  };
  await writeMeta(db(), KEY, seal(JSON.stringify(next), KEY));
  panelSettings().setNotifications(next);
  await beginNotifying();
  await announce(CHANNEL);
}

const fixed = (name: string, what: string) =>
  new AppError(
    "conflict",
    `${name} in the panel's environment sets ${what}. Change it there, and restart the panel.`,
  );

export function notificationSettings(): Omit<NotificationView, "deliveries"> {
  const { notifyUrl, notifySecret, mutedTopics, isNotifyUrlFixed, isNotifySecretFixed } = panelSettings();
  return {
    webhook: {
      origin: notifyUrl === undefined ? null : new URL(notifyUrl).origin,
      isFixed: isNotifyUrlFixed,
    },
    secret: { isSet: notifySecret !== undefined, isFixed: isNotifySecretFixed },
    muted: notifyTopics.filter((topic) => mutedTopics.includes(topic)),
  };
}

export const notificationView = async (): Promise<NotificationView> => ({
  ...notificationSettings(),
  deliveries: await listDeliveries(db()),
});

export function notifyNewAddress({ username }: Operator, { address, userAgent }: Caller): void {
  void notify({ event: "new-address", username, address, browser: browserName(userAgent) });
}
