import "server-only";
import { type Db } from "@/lib/server/db";
import { log } from "@/lib/log";
import { processSingleton } from "@/lib/process-singleton";
import { recordAudit } from "./audited";
import { type Entry } from "./entry";
import { currentOrigin, type Origin } from "./origin";

/** How long failures are counted before the count is written, in ms. */
const WINDOW = 60_000;
/**
 * How many pairs of address and kind are counted separately at a time. Each writes at most two entries, so a flood of
 * failures costs little.
 */
const MOST_COUNTED = 20;
/** Maximum number of actor names listed in one count. */
const MOST_NAMED = 5;

interface Count {
  action: string;
  origin: Origin;
  /** Failures since the entry that opened the count. */
  failures: number;
  actors: Set<string>;
}

/** What is being counted, by kind and address. */
const counts = () => processSingleton("audit-failures", () => new Map<string, Count>());

const ELSEWHERE: Origin = { address: null, browser: null };

/**
 * Records a refused attempt, such as a wrong password. The first from an address is an entry of its own; those that
 * follow within a minute are counted and written as one entry. When very many addresses try at once, the rest share a
 * count.
 */
export async function recordFailure(db: Db, entry: Pick<Entry, "actor" | "action">): Promise<void> {
  const { action, actor } = entry;
  let origin = await currentOrigin();
  let key = `${action} ${origin.address}`;
  if (!counts().has(key) && counts().size >= MOST_COUNTED) {
    origin = ELSEWHERE;
    key = `${action} elsewhere`;
  }
  const open = counts().get(key);
  if (open) {
    open.failures += 1;
    if (open.actors.size < MOST_NAMED) open.actors.add(actor);
    return;
  }
  counts().set(key, { action, origin, failures: 0, actors: new Set() });
  setTimeout(() => void close(db, key), WINDOW).unref();
  await recordAudit(db, { action, actor, origin }, "failed");
}

async function close(db: Db, key: string): Promise<void> {
  const count = counts().get(key);
  counts().delete(key);
  if (!count || count.failures === 0) return;
  const [actor = "", ...others] = count.actors;
  const detail = { failures: count.failures, ...(others.length > 0 && { actors: [actor, ...others] }) };
  await recordAudit(db, { actor, action: count.action, detail, origin: count.origin }, "failed").catch(
    (err: unknown) =>
      log().error({ err, ...detail, action: count.action }, "The audit log could not record a count"),
  );
}
