import "server-only";
import { type Db } from "@/lib/server/db";
import { log } from "@/lib/log";
import type { AuthorKind } from "@/lib/shared/author";
import { processSingleton } from "@/lib/process-singleton";
import { type Repeated, Repeats } from "@/lib/repeats";
import { currentContext, noteAccount, noteSecurityEvent } from "@/lib/request-context";
import { recordAudit } from "./audited";
import { type Entry } from "./entry";
import { currentOrigin, type Origin } from "./origin";

/**
 * Maximum number of pairs of address and action that are counted separately at the same time. Each pair writes at
 * most two entries per minute, so a flood of failures writes only a few.
 */
const MOST_COUNTED = 20;

interface Failure {
  db: Db;
  action: string;
  kind: AuthorKind;
  origin: Origin;
}

const failures = () =>
  processSingleton("audit-failures", () => new Repeats<Failure>(MOST_COUNTED, writeCount));

const ELSEWHERE: Origin = { address: null, browser: null };

/**
 * Records a refused attempt, such as a wrong password. The first attempt from an address is written immediately.
 * Further attempts from the address within a minute are counted and written as one entry. If very many addresses fail
 * at the same time, the remaining addresses share one count.
 */
export async function recordFailure(
  db: Db,
  { action, actor, target }: Pick<Entry, "actor" | "action" | "target">,
): Promise<void> {
  noteSecurityEvent(action);
  if (currentContext()?.security.account === undefined) noteAccount(actor.name);
  const origin = await currentOrigin();
  const { kind, name } = actor;
  const first = failures().add(`${action} ${origin.address}`, { db, action, kind, origin }, name, {
    kind: `${action} elsewhere`,
    event: { db, action, kind, origin: ELSEWHERE },
  });
  if (first)
    await recordAudit(
      db,
      { action, actor, ...(target !== undefined && { target }), origin: first.origin },
      "failed",
    );
}

function writeCount({ first: { db, action, kind, origin }, count, names }: Repeated<Failure>): void {
  const [name = "", ...others] = names;
  const detail = { failures: count, ...(others.length > 0 && { actors: [name, ...others] }) };
  recordAudit(db, { actor: { kind, name }, action, detail, origin }, "failed").catch((err: unknown) =>
    log().error({ err, ...detail, action }, "The audit log could not record a count"),
  );
}
