import "server-only";
import { type Db } from "@/lib/server/db";
import { log } from "@/lib/log";
import type { Message } from "./message";
import type { Outcome } from "./send";

/** The most messages that wait; later ones are dropped, as nobody reads a hundred at once. */
const MOST_WAITING = 100;
/** The longest time between two tries, and the age at which a message is given up (ms). */
const LONGEST_WAIT = 30 * 60_000;
const TOO_OLD = 24 * 3_600_000;
/** For this long a message is its sender's (ms): longer than a delivery takes. */
const CLAIM = 60_000;

/** Adds a message at the end. @returns whether it was kept */
export async function enqueue(db: Db, message: Message, now = Date.now()): Promise<boolean> {
  const { waiting } = await db
    .selectFrom("notifications")
    .select(({ fn }) => fn.countAll<number | string>().as("waiting"))
    .executeTakeFirstOrThrow();
  if (Number(waiting) >= MOST_WAITING) {
    log().warn({ event: message.event }, "too many notifications wait, so one was dropped");
    return false;
  }
  await db
    .insertInto("notifications")
    .values({ at: now, event: message.event, body: JSON.stringify(message), tries: 0, next_at: now })
    .execute();
  return true;
}

/** How long to wait after a number of tries, in ms: 5 s, then twice as long each time. */
export const pauseAfter = (tries: number): number => Math.min(LONGEST_WAIT, 5_000 * 2 ** (tries - 1));

/** What to do with the oldest message: send it, or wait for so many ms; null where none waits. */
export type Head = { id: number; message: Message; tries: number } | { wait: number } | null;

/** Takes the oldest message for sending; no other replica gets it meanwhile. Later ones wait for it, to keep the order. */
export async function takeHead(db: Db, now = Date.now()): Promise<Head> {
  await db
    .deleteFrom("notifications")
    .where("at", "<", now - TOO_OLD)
    .execute();
  const head = await db.selectFrom("notifications").orderBy("id").limit(1).selectAll().executeTakeFirst();
  if (!head) return null;
  if (head.next_at > now) return { wait: Math.min(head.next_at - now, LONGEST_WAIT) };
  const { numUpdatedRows } = await db
    .updateTable("notifications")
    .set({ next_at: now + CLAIM, tries: head.tries + 1 })
    .where("id", "=", head.id)
    .where("tries", "=", head.tries)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return { wait: CLAIM };
  return { id: head.id, message: JSON.parse(head.body) as Message, tries: head.tries + 1 };
}

/** Notes how a delivery ended. */
export async function settle(
  db: Db,
  { id, tries, message }: { id: number; tries: number; message: Message },
  outcome: Outcome,
  now = Date.now(),
): Promise<void> {
  if (outcome.isSent || !outcome.mayRetry) {
    if (!outcome.isSent)
      log().warn({ event: message.event, reason: outcome.message }, "a notification was refused");
    await db.deleteFrom("notifications").where("id", "=", id).execute();
    return;
  }
  const pause = Math.max(pauseAfter(tries), (outcome.retryAfter ?? 0) * 1000);
  await db
    .updateTable("notifications")
    .set({ next_at: now + pause })
    .where("id", "=", id)
    .execute();
}
