import { sql } from "kysely";
import { expect, test } from "vitest";
import { auditFunctions, auditTriggers, type Db, dialectOf } from "@/lib/server/db";
import { stoppedAudit } from "@/testing/test-audit";
import { onPostgres } from "@/testing/test-database";

/** Replaces the trigger that refuses changes of entries. */
async function replaceTrigger(db: Db, change: (statement: string) => string): Promise<string> {
  const { name, statement } = auditTriggers[dialectOf(db)][0]!;
  await sql.raw(`drop trigger ${name}${onPostgres() ? " on audit" : ""}`).execute(db);
  await sql.raw(change(statement)).execute(db);
  return name;
}

test.each([
  ["on another table", (statement: string) => statement.replace(" on audit", " on meta")],
  [
    "with a condition",
    (statement: string) =>
      onPostgres()
        ? statement.replace(" execute ", " when (false) execute ")
        : statement.replace(" begin ", " when 0 begin "),
  ],
])("a trigger with the same name %s is not accepted", async (_, change) => {
  const { db, verify } = await stoppedAudit("a");
  expect((await verify()).fault).toBeUndefined();
  const name = await replaceTrigger(db, change);
  expect((await verify()).fault).toBe(
    `The database no longer refuses changes to the audit log: ${name} is gone, changed or disabled.`,
  );
});

test.runIf(onPostgres())(
  "a trigger on a table with the same name in another schema is not accepted",
  async () => {
    const { db, verify } = await stoppedAudit("a");
    for (const statement of ["create schema other", "create table other.audit (id bigint)"])
      await sql.raw(statement).execute(db);
    await replaceTrigger(db, (statement) => statement.replace(" on audit", " on other.audit"));
    expect((await verify()).fault).toMatch(/: audit_kept is gone, changed or disabled/);
  },
);

test("a trigger that was restored with other spaces, line breaks and capital letters is accepted", async () => {
  const { db, verify } = await stoppedAudit("a");
  await replaceTrigger(db, (statement) => statement.replaceAll(" ", "\n  ").replace("before", "BEFORE"));
  expect((await verify()).fault).toBeUndefined();
});

test("a trigger function without its refusal is reported", async ({ skip }) => {
  const { db, verify } = await stoppedAudit("a");
  if (dialectOf(db) !== "postgres") return skip();
  // A function of another name does not count.
  const { body } = auditFunctions[0];
  await sql.raw(`create function another() returns trigger language plpgsql as $$ ${body} $$`).execute(db);
  await sql
    .raw(
      "create or replace function refuse_audit_change() returns trigger language plpgsql as $$ begin return new; end $$",
    )
    .execute(db);
  expect((await verify()).fault).toMatch(/: refuse_audit_change is gone, changed or disabled/);
});
