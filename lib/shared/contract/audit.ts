import * as z from "zod/mini";
import { authorKinds } from "@/lib/shared/author";
import { moment, searchedText } from "./fields";
import { route } from "./route";

const outcome = z.enum(["done", "failed", "begun"], "Choose done, failed or begun.");
/**
 * How an action ended. `begun` means that the action may have happened, but the panel stopped or could not
 * determine the result.
 */
export type AuditOutcome = z.infer<typeof outcome>;

const auditRecord = z.object({
  id: z.int(),
  at: z.number(),
  actor: z.string(),
  actorKind: z.enum(authorKinds),
  /** Id of the instance user who acted. Null unless the action was done with a user token. */
  userId: z.nullable(z.string()),
  action: z.string(),
  target: z.nullable(z.string()),
  detail: z.nullable(z.record(z.string(), z.unknown())),
  address: z.nullable(z.string()),
  browser: z.nullable(z.string()),
  outcome,
});
export type AuditRecord = z.infer<typeof auditRecord>;

export const auditFilter = z.object({
  person: z.optional(searchedText),
  /** An action such as `bot.edit`, or a group of actions such as `bots`. */
  action: z.optional(searchedText),
  object: z.optional(searchedText),
  outcome: z.optional(outcome),
  /** ISO 8601. Matches entries at or after `since` and before `until`. */
  since: z.optional(moment),
  until: z.optional(moment),
  search: z.optional(searchedText),
});
export type AuditFilter = z.infer<typeof auditFilter>;

const entryNumber = z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(1e15));

const auditPage = z.object({
  /** The newest entry comes first. */
  entries: z.array(auditRecord),
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
