import * as z from "zod/mini";
import { authorKinds } from "@/lib/shared/author";
import { route } from "./route";

const outcome = z.enum(["done", "failed", "begun"], "Choose done, failed or begun.");
/**
 * How an action ended. `begun`: the action may or may not have happened, because the panel stopped or could not
 * determine the result.
 */
export type AuditOutcome = z.infer<typeof outcome>;

const auditRecord = z.object({
  id: z.int(),
  /** ms since 1970 */
  at: z.number(),
  actor: z.string(),
  actorKind: z.enum(authorKinds),
  /** The directory user of the actor, for actions done with a user token. */
  userId: z.nullable(z.string()),
  action: z.string(),
  target: z.nullable(z.string()),
  detail: z.nullable(z.record(z.string(), z.unknown())),
  address: z.nullable(z.string()),
  browser: z.nullable(z.string()),
  outcome,
});
/** An action as the audit page shows it: its start and its outcome joined into one record. */
export type AuditRecord = z.infer<typeof auditRecord>;

// PostgreSQL cannot store NUL in text.
const text = z.string().check(z.minLength(1), z.maxLength(200), z.regex(/^[^\0]*$/));
const moment = z.iso.datetime({
  offset: true,
  error: "Send a time in ISO 8601, such as 2026-11-21T00:00:00Z.",
});

/** Which entries to list. Entries must match every condition. */
export const auditFilter = z.object({
  /** The actor, matched exactly. */
  person: z.optional(text),
  /** An action such as `bot.edit`, or a group of actions such as `bots`. */
  action: z.optional(text),
  /** The object of the action, matched exactly: a name, an id, or the path of a setting. */
  object: z.optional(text),
  outcome: z.optional(outcome),
  /** ISO 8601: at or after `since`, and before `until`. */
  since: z.optional(moment),
  until: z.optional(moment),
  /** A substring of any text in the entry. */
  search: z.optional(text),
});
export type AuditFilter = z.infer<typeof auditFilter>;

const entryNumber = z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(1e15));

const auditPage = z.object({
  /** Newest first. */
  entries: z.array(auditRecord),
  /** Pass as `before` for the next page; null on the last page. */
  next: z.nullable(z.int()),
});
export type AuditPage = z.infer<typeof auditPage>;

export const auditRoutes = {
  listAudit: route("GET", "/audit", {
    summary: "Lists audit entries, newest first.",
    role: "viewer",
    query: z.object({
      ...auditFilter.shape,
      limit: z.optional(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(500))),
      before: z.optional(entryNumber),
    }),
    answer: auditPage,
  }),
  exportAudit: route("GET", "/audit/export", {
    summary: "Downloads audit entries, newest first, as JSON Lines or CSV.",
    role: "viewer",
    audit: "audit.export",
    query: z.object({
      ...auditFilter.shape,
      format: z.enum(["jsonl", "csv"], "Choose jsonl or csv."),
    }),
    answer: "stream",
  }),
};
