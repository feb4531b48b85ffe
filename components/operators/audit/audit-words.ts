import { errorTable } from "@/lib/errors";
import type { AuditRecord } from "@/lib/shared/contract/operators";

const answers: Record<string, string> = {
  keep: "keep the version",
  "roll-back": "roll back",
  newer: "keep the newer values",
  older: "restore the earlier values",
};

const list = (value: unknown): string | null => (Array.isArray(value) ? value.join(", ") : null);

/** The subject of an entry: key paths for settings, otherwise a name. */
export function subjectOf({ action, target, detail }: AuditRecord): string {
  if (action === "config.check" && typeof detail?.ok === "boolean")
    return `${target ?? ""}, ${detail.ok ? "which worked" : "which failed"}`;
  if (action === "notify.test" && typeof detail?.isSent === "boolean")
    return detail.isSent ? "which was delivered" : "which was not delivered";
  if (action === "running.answer" && typeof detail?.answer === "string")
    return answers[detail.answer] ?? detail.answer;
  if (action === "operator.role") return `${target ?? ""}, to ${String(detail?.role)}`;
  if (action === "operator.rename") return `${target ?? ""}`;
  if (action === "config.export") return detail?.secrets === true ? "with its secrets" : "without secrets";
  if (action === "bot.authorize" || action === "bot.decline")
    return `${target ?? ""}, guild ${String(detail?.guild)}${detail?.permissions ? `, permissions ${String(detail.permissions)}` : ""}`;
  if (typeof detail?.username === "string" && action.startsWith("guild."))
    return `${target ?? ""}: ${detail.username}`;
  if (typeof detail?.name === "string" && action.startsWith("user.token."))
    return `“${detail.name}” for ${target ?? ""}`;
  if (action === "user.rights" && detail)
    return `${target ?? ""}, ${String(detail.before)} to ${String(detail.rights)}`;
  if (action === "registration-tokens.create") return String(detail?.count ?? "");
  if (typeof detail?.failures === "number")
    return `${detail.failures} more ${detail.failures === 1 ? "time" : "times"} within a minute${Array.isArray(detail.actors) ? ` (${list(detail.actors)})` : ""}`;
  if (action.startsWith("config.other.") || ["config.check", "config.history"].includes(action))
    return target ?? "";
  if (action.startsWith("config.")) return list(detail?.paths) ?? "";
  return target ?? "";
}

/** Why it failed, in a few words. The full error went to the caller and is not kept. */
export function reasonOf({ outcome, detail }: AuditRecord): string | null {
  const code = detail?.code;
  if (outcome !== "failed" || typeof code !== "string" || !Object.hasOwn(errorTable, code)) return null;
  return errorTable[code as keyof typeof errorTable].title;
}

/** These actions are recorded only when refused, so the entry need not say that it failed. */
export const isRefusal = ({ action }: AuditRecord): boolean =>
  ["sign-in.failed", "setup.failed", "operator.password.wrong"].includes(action);
