import "server-only";
import type { Logger } from "pino";
import { DAY } from "@/lib/clock";
import type { Look } from "../service";
import type { NotifyEvent } from "./events";
import type { Notifier } from "./notifier";

/** A notification is sent if a certificate expires within this many days. */
const CERTIFICATE_DAYS = 14;

/**
 * Maximum length (characters) of the stored list of undone settings. The list is stored to avoid reporting it
 * twice.
 */
const MOST_CHARACTERS = 4_000;

interface TriggerDeps {
  notifier: Pick<Notifier, "notify" | "isFirstToReport">;
  log: Logger;
}

/** Never throws. */
export async function notifyOfLook(
  { at, parts, changes }: Look,
  { notifier, log }: TriggerDeps,
): Promise<void> {
  try {
    const events = changes.map((change): NotifyEvent => {
      const { part, target, from: since } = change;
      return change.kind === "down"
        ? { event: "instance-down", part, target, since, reason: change.reason }
        : { event: "instance-up", part, target, since, until: change.to };
    });
    const today = new Date(at).toISOString().slice(0, 10);
    for (const { name: part, result } of parts) {
      const { certificateEnds, target } = result;
      if (certificateEnds === undefined) continue;
      const days = Math.floor((certificateEnds - at) / DAY);
      if (days > CERTIFICATE_DAYS) continue;
      if (await notifier.isFirstToReport(`certificate:${part}`, today))
        events.push({ event: "certificate-ends", part, target, days });
    }
    await notifier.notify(...events);
  } catch (err) {
    log.warn({ err }, "notifying of a sample's changes failed");
  }
}

export const notifyOfUndone =
  ({ notifier, log }: TriggerDeps) =>
  async ({ undone: paths }: { undone: readonly string[] }): Promise<void> => {
    // After every change to the file, `paths` lists all settings that a rewrite has undone and nobody has
    // saved again. Send a notification only if this list has changed.
    const value = paths.toSorted().join(" ").slice(0, MOST_CHARACTERS);
    try {
      const isFirst = await notifier.isFirstToReport("values-undone", value);
      if (isFirst && paths.length > 0) await notifier.notify({ event: "values-undone", paths });
    } catch (err) {
      log.warn({ err }, "notifying of undone values failed");
    }
  };
