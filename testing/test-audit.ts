import "server-only";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import pino from "pino";
import { onTestFinished } from "vitest";
import { type AuditDeps, createAudit } from "@/lib/server/audit/audit";
import { append } from "@/lib/server/audit/chain";
import { openKey } from "@/lib/server/audit/key";
import { createRecorder } from "@/lib/server/audit/record";
import { verifyAudit } from "@/lib/server/audit/verify";
import { type Db, dialectOf } from "@/lib/server/db";
import { byOperator } from "@/lib/shared/author";
import { testDatabase } from "./test-database";

const keyed = openKey({ given: "a key of more than thirty-two bytes", dataDir: "" });

/** Records entries in the database that it is given. */
export const testRecorder = createRecorder({
  append: async (target, link) => (await append(target, link, keyed)).id,
  clock: { now: () => Date.now() },
  log: pino({ level: "silent" }),
});

/** Returns an audit log that has begun, in a database and a data folder of its own. The clock is `now.at`. */
export async function testAudit(given: Partial<AuditDeps> = {}) {
  const dataDir = given.dataDir ?? mkdtempSync(join(tmpdir(), "audit-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const now = { at: Date.UTC(2026, 0, 1) };
  const logged: string[] = [];
  const deps: AuditDeps = {
    db: given.db ?? (await testDatabase()),
    clock: { now: () => now.at },
    log: pino({ level: "info" }, { write: (line) => void logged.push(line) }),
    keyed: openKey({ given: undefined, dataDir }),
    dataDir,
    sink: null,
    retention: { days: undefined, userDays: undefined },
    ...given,
  };
  const audit = createAudit(deps);
  await audit.begin();
  onTestFinished(() => audit.stop());
  const add = async (...targets: string[]) => {
    for (const target of targets)
      await audit.recordAudit(deps.db, { actor: byOperator("ada"), action: "test", target });
  };
  const { sink } = deps;
  const elsewhere = sink?.heads ? [{ place: sink.place, heads: sink.heads }] : [];
  /** Verifies as the command does: another process that reads everything. */
  const verify = () => verifyAudit({ ...deps, elsewhere });
  return { ...deps, audit, add, verify, now, logged };
}

/** Writes entries, and stops the panel, which publishes the last head. */
export async function stoppedAudit(...targets: string[]) {
  const own = await testAudit();
  await own.add(...targets);
  await own.audit.stop();
  return own;
}

/** Removes or disables the triggers that refuse changes, makes the changes, and restores the triggers. */
export async function tamperAudit(db: Db, ...changes: string[]): Promise<void> {
  const run = async (statements: readonly string[]) => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  };
  if (dialectOf(db) === "postgres") {
    const set = (state: string) =>
      ["audit", "audit_head"].map((name) => `alter table ${name} ${state} trigger user`);
    return run([...set("disable"), ...changes, ...set("enable")]);
  }
  const { rows } = await sql<{ name: string; sql: string }>`
    select name, sql from sqlite_master where type = 'trigger' and tbl_name like 'audit%'`.execute(db);
  await run([...rows.map(({ name }) => `drop trigger ${name}`), ...changes, ...rows.map((row) => row.sql)]);
}

/** Removes all entries after `id`, with the head, as the owner of the database could. */
export async function cutAudit(db: Db, id: number): Promise<void> {
  const row = await db.selectFrom("audit").select("hash").where("id", "=", id).executeTakeFirst();
  const hash = row?.hash ?? "0".repeat(64);
  await tamperAudit(
    db,
    `delete from audit where id > ${id}`,
    `update audit_head set id = ${id}, hash = '${hash}' where name = 'audit'`,
  );
}
