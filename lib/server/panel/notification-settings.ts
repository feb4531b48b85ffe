import "server-only";
import * as z from "zod";
import { AppError } from "@/lib/errors";
import type { PanelSettings } from "@/lib/panel-settings";
import { type Announcer, type Db, readMeta, writeMeta } from "@/lib/server/db";
import { channels, type Notifier } from "@/lib/server/monitor/notify";
import type { Operators } from "@/lib/server/operators";
import {
  channelNames,
  type NotificationChoice,
  type NotificationView,
} from "@/lib/shared/contract/notifications";
import { notifyTopics } from "@/lib/shared/contract/values";

const KEY = "notifications";
const CHANNEL = "instance_admin_notifications";

const values = z.record(z.string(), z.string());
const schema = z.object({
  channels: z.partialRecord(z.enum(channelNames), values).default({}),
  muted: z.array(z.enum(notifyTopics)).default([]),
});
type Stored = z.output<typeof schema>;

type Values = Record<string, string>;

/** @throws AppError `conflict` for a value that an environment variable sets; `invalid-settings` */
function changed(
  { name, fields, problemsIn }: (typeof channels)[number],
  before: Values,
  fixed: Readonly<Record<string, string | undefined>>,
  entered: Readonly<Record<string, string | null>>,
): Values {
  const next = { ...before };
  for (const [field, value] of Object.entries(entered)) {
    const known = fields.find((one) => one.name === field);
    if (!known) throw new AppError("invalid-settings", `The channel ${name} has no setting ${field}.`);
    if (fixed[field] !== undefined)
      throw new AppError(
        "conflict",
        `${known.variable} in the panel's environment sets this value. Change it there, and restart the panel.`,
      );
    if (value === null) delete next[field];
    else next[field] = value.trim();
  }
  const problems = problemsIn({ ...next, ...set(fixed) }).map(({ field, message }) => ({
    path: field,
    message,
  }));
  if (problems.length > 0) throw new AppError("invalid-settings", problems[0]?.message ?? "", { problems });
  return next;
}

const set = (values: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

interface NotificationSettingsDeps {
  db: Db;
  panelSettings: PanelSettings;
  operators: Pick<Operators, "seal" | "unseal">;
  notifier: Notifier;
  announcements: Announcer;
}

export type NotificationSettings = ReturnType<typeof createNotificationSettings>;

/**
 * Environment variables take precedence. An owner sets the other settings on the Notifications page, and the
 * panel stores them encrypted in its database.
 */
export function createNotificationSettings(deps: NotificationSettingsDeps) {
  const { db, operators, panelSettings, notifier, announcements } = deps;

  async function readStored(): Promise<Stored> {
    const sealed = await readMeta(db, KEY);
    const text = sealed === undefined ? null : operators.unseal(sealed, KEY);
    return schema.parse(text === null ? {} : JSON.parse(text));
  }

  function read(): Omit<NotificationView, "deliveries"> {
    const { channels: settings, givenChannels, mutedTopics } = panelSettings;
    return {
      channels: channels.map(({ name, label, help, fields, ready }) => ({
        name,
        label,
        help,
        target: ready(settings[name])?.target ?? null,
        fields: fields.map(({ variable, placeholder = null, isSecret, isOptional = false, ...field }) => {
          const value = settings[name][field.name];
          return {
            ...field,
            placeholder,
            isSecret,
            isOptional,
            isSet: value !== undefined,
            value: isSecret ? null : (value ?? null),
            fixedBy: givenChannels[name][field.name] === undefined ? null : variable,
          };
        }),
      })),
      muted: notifyTopics.filter((topic) => mutedTopics.includes(topic)),
    };
  }

  return {
    read,
    view: async (): Promise<NotificationView> => ({ ...read(), deliveries: await notifier.deliveries() }),

    /** Loads the settings now, and again whenever an owner changes them on another replica. */
    async follow(): Promise<void> {
      panelSettings.setNotifications(await readStored());
      announcements.onAnnouncement(CHANNEL, () => {
        void readStored()
          .then((stored) => panelSettings.setNotifications(stored))
          .then(() => notifier.start())
          // If reading fails, the settings are read again when a replica next changes them, or at the next
          // start.
          .catch(() => undefined);
      });
    },

    /**
     * Stores an owner's settings. All replicas switch to them immediately.
     * @throws AppError `conflict` if an environment variable sets them; `invalid-settings`
     */
    async save({ channels: choice = {}, muted }: NotificationChoice): Promise<void> {
      const before = await readStored();
      const stored = { ...before.channels };
      for (const channel of channels) {
        const { name } = channel;
        const entered = choice[name];
        if (entered === undefined) continue;
        const fixed = panelSettings.givenChannels[name];
        const next = entered === null ? {} : changed(channel, stored[name] ?? {}, fixed, entered);
        if (Object.keys(next).length === 0) delete stored[name];
        else stored[name] = next;
      }
      const saved = { channels: stored, muted: muted ?? before.muted };
      await writeMeta(db, KEY, operators.seal(JSON.stringify(saved), KEY));
      panelSettings.setNotifications(saved);
      notifier.start();
      await announcements.announce(CHANNEL);
    },
  };
}
