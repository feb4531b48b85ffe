import "server-only";
import { configFile } from "@/lib/server/config-file";
import { db } from "@/lib/server/db";
import { log } from "@/lib/log";
import type { Look } from "../service";
import { isFirstToReport, notify, type NotifyEvent } from "./index";

/** A notification is sent if a certificate expires within this many days. */
const CERTIFICATE_DAYS = 14;

/**
 * Maximum length (characters) of the stored list of undone settings. The list is stored to avoid reporting it
 * twice.
 */
const MOST_CHARACTERS = 4_000;

/**
 * Sends notifications about parts of the instance that went down or up, and once a day about certificates that
 * expire soon. Never throws.
 */
export async function notifyOfLook({ at, parts, changes }: Look): Promise<void> {
  try {
    const events = changes.map((change): NotifyEvent => {
      const { part, target, from: since } = change;
      return change.kind === "down"
        ? { event: "instance-down", part, target, since, reason: change.reason }
        : { event: "instance-up", part, target, since, until: change.to };
    });
    const today = new Date(at).toISOString().slice(0, 10);
    for (const { name: part, result } of parts) {
      const { certificateDays: days, target } = result;
      if (days === undefined || days > CERTIFICATE_DAYS) continue;
      if (await isFirstToReport(db(), `certificate:${part}`, today))
        events.push({ event: "certificate-ends", part, target, days });
    }
    await notify(...events);
  } catch (err) {
    log().warn({ err }, "notifying of a sample's changes failed");
  }
}

/**
 * Starts sending a notification whenever a rewrite of the file undoes saved values.
 * @returns a function that stops these notifications
 */
export function notifyOfUndone(): () => void {
  return configFile().watch(({ undone: paths }) => {
    // After every change to the file, `paths` lists all settings that a rewrite has undone and nobody has
    // saved again. Send a notification only if this list has changed.
    const value = paths.toSorted().join(" ").slice(0, MOST_CHARACTERS);
    isFirstToReport(db(), "values-undone", value)
      .then((isFirst) =>
        isFirst && paths.length > 0 ? notify({ event: "values-undone", paths }) : undefined,
      )
      .catch((err: unknown) => log().warn({ err }, "notifying of undone values failed"));
  });
}
