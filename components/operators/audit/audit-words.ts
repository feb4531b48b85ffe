import { errorTable } from "@/lib/errors";
import { actionWords } from "@/lib/shared/audit-actions";
import type { AuditRecord } from "@/lib/shared/contract/audit";
import { settingOfAny } from "@/lib/shared/settings/editions";

const answers: Record<string, string> = {
  keep: "keep the version",
  "roll-back": "roll back",
  newer: "keep the newer values",
  older: "restore the earlier values",
};

const list = (value: unknown): string | null => (Array.isArray(value) ? value.join(", ") : null);

export interface Known {
  /** Maps an entry's id to the number of the version that the recorded action saved or applied. */
  versions: ReadonlyMap<number, number>;
  /** Maps the ids of bots, guilds and users to their names. */
  names: ReadonlyMap<string, string>;
}

export const pathsOf = ({ action, detail }: AuditRecord): string[] =>
  action.startsWith("config.") && Array.isArray(detail?.paths) ? detail.paths.map(String) : [];

/** Names the settings in an entry, in one line: "Friends per user, Message length and 2 more". */
export function settingsIn(row: AuditRecord): string {
  const labels = pathsOf(row).map((path) => settingOfAny(path)?.label ?? path);
  const shown = labels.slice(0, mostNamed).join(", ");
  return labels.length > mostNamed ? `${shown} and ${labels.length - mostNamed} more` : shown;
}

const mostNamed = 2;

/**
 * Returns the name of an entry's target, such as a bot or a user. If the name is unknown, returns the
 * recorded id.
 */
const objectOf = ({ target }: AuditRecord, names: Known["names"]): string =>
  target === null ? "" : (names.get(target) ?? target);

const etag = /^[\da-f]{64}$/;

/**
 * Describes an entry's target or other details of the entry. Omits settings and versions, which the page
 * shows next to the description.
 */
export function subjectOf(row: AuditRecord, names: Known["names"]): string {
  const { action, target, detail } = row;
  const object = objectOf(row, names);
  const named = (id: unknown) => names.get(String(id)) ?? String(id);
  if (action === "config.check" && typeof detail?.ok === "boolean")
    return `${object}, ${detail.ok ? "which worked" : "which failed"}`;
  if (action === "role.refused" && detail === null) return actionWords(object).replace(/:$/, "");
  if (action === "notify.test" && typeof detail?.isSent === "boolean")
    return detail.isSent ? "which was delivered" : "which was not delivered";
  if (action === "running.answer" && typeof detail?.answer === "string")
    return answers[detail.answer] ?? detail.answer;
  if (action === "operator.role") return `${object}, to ${String(detail?.role)}`;
  if (action === "operator.sections")
    return `${object}: ${Array.isArray(detail?.sections) ? list(detail.sections) : "all sections"}`;
  if (action === "config.export") return detail?.secrets === true ? "with its secrets" : "without secrets";
  if (action === "audit.export") return detail?.format === "csv" ? "as CSV" : "as JSON Lines";
  if (action === "audit.cut")
    return `${detail?.count === undefined ? "entries" : `${String(detail.count)} entries (up to ${String(detail.upTo)})`}${detail?.of === "user" ? " of users and bots" : ""}, older than ${String(detail?.days)} days`;
  if (action === "bot.authorize" || action === "bot.decline")
    return `${object}, guild ${named(detail?.guild)}${detail?.permissions ? `, permissions ${String(detail.permissions)}` : ""}`;
  if (typeof detail?.username === "string" && action.startsWith("guild."))
    return `${object}: ${detail.username}`;
  if (typeof detail?.name === "string" && action.startsWith("user.token."))
    return `“${detail.name}” for ${object}`;
  if (action === "user.rights" && detail)
    return `${object}, ${String(detail.before)} to ${String(detail.rights)}`;
  if (action === "registration-tokens.create") return String(detail?.count ?? "");
  if (typeof detail?.failures === "number")
    return `${detail.failures} more ${detail.failures === 1 ? "time" : "times"} within a minute${Array.isArray(detail.actors) ? ` (${list(detail.actors)})` : ""}`;
  // Leaves out a version's ETag, because the page links to the version by its number if it is still stored.
  return target !== null && etag.test(target) ? "" : object;
}

/** Actions by which owners change other operators. */
const ofOthers = ["create", "enable", "disable", "role", "rename", "sections", "password.replace"].map(
  (name) => `operator.${name}`,
);

const saves = ["save", "raw", "restore", "undo-change", "reapply"].map((name) => `config.${name}`);

/** Returns the number of the version that an entry saved. */
export const undoableIn = ({ id, action, outcome }: AuditRecord, { versions }: Known): number | undefined =>
  outcome === "done" && [...saves, "running.roll-back"].includes(action) ? versions.get(id) : undefined;

export function linksOf(row: AuditRecord, { versions }: Known): { href: string; text: string }[] {
  const { id, action, detail } = row;
  const links: { href: string; text: string }[] = [];
  const version = versions.get(id);
  if (version !== undefined)
    links.push({ href: `/settings/history/${version}`, text: `Changes in version ${version}` });
  if (typeof detail?.revision === "number" || /^\d+$/.test(String(detail?.revision)))
    links.push({
      href: `/settings/history/${String(detail?.revision)}`,
      text: `Restored version ${String(detail?.revision)}`,
    });
  if (typeof detail?.apply === "number")
    links.push({ href: `/running/applies/${detail.apply}`, text: `Apply ${detail.apply}` });
  const page = (kind: string, value: unknown, word: string) => {
    if (typeof value === "string" && /^\d{15,20}$/.test(value))
      links.push({ href: `/${kind}/${value}`, text: `Open ${word}` });
  };
  if (action !== "bot.delete") page("applications", detail?.application ?? detail?.bot, "bot");
  if (action !== "guild.delete")
    page("guilds", detail?.guild ?? (action.startsWith("guild.") ? detail?.id : undefined), "guild");
  if (action !== "user.ban") page("users", detail?.user, "user");
  if (ofOthers.includes(action)) links.push({ href: "/operators", text: "Operators" });
  return links;
}

/** Returns a short reason why the action failed. The full message was sent only to the caller. */
export function reasonOf({ outcome, detail }: AuditRecord): string | null {
  const code = detail?.code;
  if (outcome !== "failed" || typeof code !== "string" || !Object.hasOwn(errorTable, code)) return null;
  return errorTable[code as keyof typeof errorTable].title;
}

/** Whether the action's name already says that it failed. Such actions are recorded only on failure. */
export const isRefusal = ({ action }: AuditRecord): boolean =>
  ["sign-in.failed", "setup.failed", "operator.password.wrong", "role.refused"].includes(action);
