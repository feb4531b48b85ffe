import "server-only";

interface AuditTrigger {
  name: string;
  table: "audit" | "audit_head";
  statement: string;
}

const REFUSED = "the audit can only be added to";
/** The first id of the removal (`lib/server/audit/removals.ts`) that ends at or after the row, or a later id if none does. */
const REMOVED_FROM =
  "coalesce((select first_id from audit_removed where last_id >= old.id order by last_id limit 1), old.id + 1)";
const sqlText = String.raw;

/** The functions that the triggers run. Used with PostgreSQL only. */
export const auditFunctions = [
  { name: "refuse_audit_change", body: `begin raise exception '${REFUSED}'; end` },
  {
    name: "refuse_audit_removal",
    body: `begin if old.id < ${REMOVED_FROM} then raise exception '${REFUSED}'; end if; return old; end`,
  },
] as const;

function sqliteTrigger(table: AuditTrigger["table"], event: string, when = ""): AuditTrigger {
  const name = `${event}_on_${table}_refused`;
  const statement = sqlText`create trigger ${name} before ${event} on ${table} ${when} begin select raise(abort, '${REFUSED}'); end`;
  return { name, table, statement };
}

function postgresTrigger(
  table: AuditTrigger["table"],
  name: string,
  event: string,
  each: string,
  run: (typeof auditFunctions)[number]["name"] = "refuse_audit_change",
): AuditTrigger {
  const statement = sqlText`create trigger ${name} before ${event} on ${table} for each ${each} execute function ${run}()`;
  return { name, table, statement };
}

export const auditTriggers: Readonly<Record<"sqlite" | "postgres", readonly AuditTrigger[]>> = {
  sqlite: [
    sqliteTrigger("audit", "update"),
    sqliteTrigger("audit", "delete", `when old.id < ${REMOVED_FROM}`),
    sqliteTrigger("audit_head", "update", "when new.id <= old.id"),
    sqliteTrigger("audit_head", "delete"),
  ],
  postgres: [
    postgresTrigger("audit", "audit_kept", "update", "row"),
    postgresTrigger("audit", "audit_not_removed", "delete", "row", "refuse_audit_removal"),
    postgresTrigger("audit", "audit_not_emptied", "truncate", "statement"),
    postgresTrigger("audit_head", "audit_head_forward", "update", "row when (new.id <= old.id)"),
    postgresTrigger("audit_head", "audit_head_kept", "delete", "row"),
    postgresTrigger("audit_head", "audit_head_not_emptied", "truncate", "statement"),
  ],
};
