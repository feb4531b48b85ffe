import "server-only";
import { partLabels } from "@/lib/server/checks/probes";
import type { NotifyTopic } from "@/lib/shared/contract/values";
import type { PartName } from "@/lib/shared/contract/watch";

/** Events that are sent to the webhook. Times are in ms since 1970. */
export type NotifyEvent =
  | { event: "instance-down"; part: PartName; target: string; since: number; reason: string }
  | { event: "instance-up"; part: PartName; target: string; since: number; until: number }
  /** A rewrite of the file outside the panel undid settings that were saved in the panel. */
  | { event: "values-undone"; paths: readonly string[] }
  /**
   * An apply was not confirmed. For `rolled-back`, the panel restored the last working version. `from` is the number
   * of the applied version, and `to` the number of the version that is now in the file. `notLoaded` is the number of
   * settings that the instance has not loaded, or null if it does not report its settings.
   */
  | {
      event: "rolled-back" | "apply-failed";
      from: number | null;
      to: number | null;
      reason: string;
      notLoaded: number | null;
      /** Whether the apply failed before the instance was asked to reload. */
      isUntouched?: boolean;
    }
  | { event: "apply-planned"; at: number; actor: string }
  | { event: "plan-dropped"; at: number; actor: string; reason: string }
  | { event: "planned-apply-done"; version: number | null; actor: string; isConfirmed: boolean }
  | { event: "check-in"; version: number | null; actor: string; minutes: number }
  | { event: "certificate-ends"; part: PartName; target: string; days: number }
  | { event: "new-address"; username: string; address: string; browser: string }
  | { event: "backup-failed"; reason: string }
  | { event: "mirror-failed"; reason: string }
  | { event: "proposal-opened"; id: number; title: string; author: string }
  | { event: "test"; username: string };

/** The topic of each event. Owners can turn topics on and off. Events without a topic (null) are always sent. */
export const topicOf: Readonly<Record<NotifyEvent["event"], NotifyTopic | null>> = {
  "instance-down": "outages",
  "instance-up": "outages",
  "values-undone": "undone",
  "rolled-back": "applies",
  "apply-failed": "applies",
  "apply-planned": "applies",
  "plan-dropped": "applies",
  "planned-apply-done": "applies",
  "check-in": "applies",
  "certificate-ends": "certificates",
  "new-address": "sign-ins",
  "backup-failed": "backups",
  "mirror-failed": "backups",
  "proposal-opened": "proposals",
  test: null,
};

const MOST_PATHS = 10;

export function inWords(event: NotifyEvent, instance: string): string {
  return `${instance}: ${sentence(event)}`;
}

function sentence(event: NotifyEvent): string {
  switch (event.event) {
    case "instance-down":
      return `${partLabels[event.part]} has been down since ${clock(event.since)} UTC (${event.target}). ${event.reason}`;
    case "instance-up":
      return `${partLabels[event.part]} is up again after ${lasted(event.until - event.since)} (${event.target}).`;
    case "values-undone":
      return `The configuration file was rewritten outside the panel, which undid ${countOf(event.paths.length, "saved value")}: ${listed(event.paths)}. The overview offers to save them again.`;
    case "rolled-back":
      return `Applying ${versionOf(event.from)} failed, and the panel restored the last version that worked${event.to === null ? "" : ` as version ${event.to}`}. ${event.reason}`;
    case "apply-failed":
      if (event.isUntouched)
        return `Applying ${versionOf(event.from)} failed before the instance was asked to reload. ${event.reason}`;
      return [
        `Applying ${versionOf(event.from)} failed.`,
        event.to === null ? "The file cannot be read." : `The file now has version ${event.to}.`,
        loaded(event.notLoaded),
        event.reason,
        "Read the instance's log, correct the file or restore an earlier version, then apply again.",
      ].join(" ");
    case "apply-planned":
      return `The apply that ${event.actor} planned starts at ${clock(event.at)} UTC. To keep the instance from restarting then, cancel it in the panel.`;
    case "plan-dropped":
      return `The apply that ${event.actor} planned for ${clock(event.at)} UTC was canceled. ${event.reason}`;
    case "planned-apply-done":
      return event.isConfirmed
        ? `The apply that ${event.actor} planned is done. The instance now uses ${versionOf(event.version)}.`
        : `An operator ended the checks of the apply that ${event.actor} planned, and kept ${versionOf(event.version)}. Nothing confirms that the instance works with it. Look at the panel's overview.`;
    case "check-in":
      return `${event.actor} applied ${versionOf(event.version)}, and the instance is healthy. Confirm it in the panel within ${countOf(event.minutes, "minute")}, or the panel rolls back.`;
    case "certificate-ends":
      return event.days < 0
        ? `The certificate of ${event.target} has expired. Renew it.`
        : `The certificate of ${event.target} expires in ${countOf(event.days, "day")}. Renew it.`;
    case "new-address":
      return `${event.username} signed in to the panel from a new address: ${event.address}, ${event.browser}. If this was not you, change the password and end the session on the account page.`;
    case "backup-failed":
      return `A backup of the panel failed. ${event.reason}`;
    case "mirror-failed":
      return `The Git mirror of the configuration could not be updated. ${event.reason}`;
    case "proposal-opened":
      return `${event.author} proposes changes of the configuration: “${event.title}” (proposal ${event.id}). Review them in the panel.`;
    case "test":
      return `This is a test notification, sent by ${event.username}. You do not need to do anything.`;
  }
}

function loaded(notLoaded: number | null): string {
  if (notLoaded === null) return "The panel cannot check which settings the instance has loaded.";
  if (notLoaded === 0) return "The instance has loaded it.";
  return `The instance has not loaded ${countOf(notLoaded, "setting")} from it.`;
}

const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;
const versionOf = (number: number | null): string =>
  number === null ? "the file" : `version ${number} of the file`;
const clock = (at: number): string => new Date(at).toISOString().slice(11, 16);

function listed(paths: readonly string[]): string {
  const shown = paths.slice(0, MOST_PATHS).join(", ");
  return paths.length > MOST_PATHS ? `${shown} and ${paths.length - MOST_PATHS} more` : shown;
}

/** Formats a duration, such as "12 minutes" or "3 hours 5 minutes". @param ms the duration */
export function lasted(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 1) return countOf(Math.max(1, Math.round(ms / 1000)), "second");
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  const parts = [hours > 0 ? countOf(hours, "hour") : [], rest > 0 ? countOf(rest, "minute") : []];
  return parts.flat().join(" ");
}
