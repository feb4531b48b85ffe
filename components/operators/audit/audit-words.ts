import { errorTable } from "@/lib/errors";
import type { AuditRecord } from "@/lib/shared/contract/operators";

const words: Record<string, string> = {
  "sign-in": "Signed in",
  "sign-in.failed": "Failed to sign in",
  "sign-out": "Signed out",
  "session.end": "Ended a session",
  "operator.reset": "Reset a password on the command line",
  "setup.failed": "Opened setup with a wrong link",
  "config.save": "Saved settings",
  "config.restore": "Restored a version of the file",
  "config.undo": "Undid a save",
  "config.history": "Chose the file's history",
  "running.apply": "Applied the file to the instance",
  "running.keep": "Kept a version that was not confirmed",
  "running.plan": "Planned an apply for",
  "running.plan.cancel": "Canceled the planned apply of",
  "running.plan.drop": "Dropped the planned apply",
  "running.answer": "Decided about an apply:",
  "running.mark": "Marked the instance as restarted",
  "running.roll-back": "Rolled back an apply",
  "config.permissions": "Closed the file to other users",
  "config.raw": "Saved the raw text of the file",
  "config.raw.show": "Viewed the secrets of an invalid file",
  "config.create": "Created the file",
  "config.check": "Checked a connection",
  "config.export": "Downloaded the file",
  "config.reapply": "Applied undone settings again",
  "config.dismiss-undone": "Dismissed undone settings",
  "config.other.show": "Viewed an unrecognized key",
  "config.other.save": "Changed an unrecognized key",
  "config.other.remove": "Removed an unrecognized key",
  "application.create": "Created application",
  "bot.token": "Created a bot token",
  "bot.reset": "Reset a bot's token",
  "bot.authorize": "Added a bot to a guild",
  "bot.decline": "Declined to add a bot to a guild",
  "bot.edit": "Changed a bot",
  "bot.picture": "Changed a bot's picture",
  "bot.picture.remove": "Removed a bot's picture",
  "bot.transfer": "Gave a bot to another owner",
  "bot.remove": "Removed a bot from a guild",
  "bot.delete": "Deleted a bot",
  "registration-tokens.create": "Created registration tokens",
  "instance.connection": "Said which instance it is",
  "instance.connect-account": "Connected an account of the instance",
  "user.ban": "Deleted and banned a user",
  "guild.create": "Created guild",
  "guild.rename": "Renamed guild",
  "guild.transfer": "Gave a guild to another owner",
  "guild.delete": "Deleted guild",
  "guild.member.add": "Added a member to guild",
  "guild.member.remove": "Removed a member from guild",
  "guild.manager.grant": "Let a member manage guild",
  "guild.manager.revoke": "Took Manage guild from a member of",
  "user.create": "Created user",
  "user.disable": "Disabled user",
  "user.enable": "Enabled user",
  "user.rights": "Changed the rights of",
  "user.token.create": "Created a token for",
  "user.token.revoke": "Revoked a token of",
  "watch.check": "Checked the instance",
  "notify.test": "Sent a test notification",
  "operator.create": "Added operator",
  "operator.disable": "Disabled operator",
  "operator.enable": "Enabled operator",
  "operator.remove": "Removed operator",
  "operator.rename": "Renamed operator",
  "operator.role": "Changed the role of",
  "operator.password": "Changed password",
  "operator.password.replace": "Set a new password for",
  "operator.password.wrong": "Entered a wrong current password",
  "operator.sign-out-everywhere": "Signed out everywhere",
};

const answers: Record<string, string> = {
  keep: "keep the version",
  "roll-back": "roll back",
  newer: "keep the newer values",
  older: "restore the earlier values",
};

export const actionWords = ({ action }: AuditRecord): string => words[action] ?? action;

const list = (value: unknown): string | null => (Array.isArray(value) ? value.join(", ") : null);

/** The subject of an entry: key paths for settings, otherwise a name. */
export function subjectOf({ action, target, detail }: AuditRecord): string {
  if (action === "config.check" && typeof detail?.ok === "boolean")
    return `${target ?? ""}, ${detail.ok ? "which worked" : "which failed"}`;
  if (action === "notify.test" && typeof detail?.isSent === "boolean")
    return detail.isSent ? "which was taken" : "which was not taken";
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
    return `${target ?? ""}, named ${detail.name}`;
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
