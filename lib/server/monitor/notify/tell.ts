import "server-only";
import { configFile } from "@/lib/server/config-file";
import { db } from "@/lib/server/db";
import { log } from "@/lib/log";
import type { Look } from "../service";
import { isFirstToTell, notify, type NotifyEvent } from "./index";

/** How many days before its end a certificate is told of. */
const CERTIFICATE_DAYS = 14;

/** How much of a list of paths tells it from another one. */
const MOST_CHARACTERS = 4_000;

/** Tells what a sample changed, and certificates that end soon, those once a day. Never throws. */
export async function tellLook({ at, parts, changes }: Look): Promise<void> {
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
      if (await isFirstToTell(db(), `certificate:${part}`, today))
        events.push({ event: "certificate-ends", part, target, days });
    }
    await notify(...events);
  } catch (err) {
    log().warn({ err }, "what the watch found could not be told");
  }
}

/** Tells from now on when a rewrite of the file undoes saved values. @returns ends that */
export function tellUndone(): () => void {
  return configFile().watch(({ undone: paths }) => {
    // Told once, although every later change of the file finds them undone still; undone anew, they are told again.
    const value = paths.toSorted().join(" ").slice(0, MOST_CHARACTERS);
    isFirstToTell(db(), "values-undone", value)
      .then((isFirst) =>
        isFirst && paths.length > 0 ? notify({ event: "values-undone", paths }) : undefined,
      )
      .catch((err: unknown) => log().warn({ err }, "undone values could not be told"));
  });
}
