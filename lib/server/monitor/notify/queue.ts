import "server-only";
import { configFileId } from "@/lib/server/config-file";
import type { Db } from "@/lib/server/db";
import { log } from "@/lib/log";
import type { Delivery } from "@/lib/shared/contract/notifications";
import { eventsIn, joined, type Message, type Outcome } from "./send";

/** Maximum number of queued messages. If the queue is full, new messages are dropped. */
const MOST_WAITING = 100;
/** The longest wait between two attempts, and the age at which a message is dropped (ms). */
const LONGEST_WAIT = 30 * 60_000;
const TOO_OLD = 24 * 3_600_000;
/** How long (ms) a message is reserved for the replica that is delivering it. A delivery never takes this long. */
const CLAIM = 60_000;

/**
 * While the panel retries a refused message, later messages wait, so that the order is preserved. After more
 * than this many failures (about half a minute), later messages no longer wait.
 */
const BLOCKING_TRIES = 3;
/** Maximum number of characters in a combined message, because chat services cut off longer messages. */
const LONGEST_CONTENT = 1_500;

/**
 * Queues a message. If the panel has not tried to send the newest queued message yet, combines the two messages.
 * @returns false if the queue is full
 */
export async function enqueue(db: Db, message: Message, now = Date.now()): Promise<boolean> {
  const file_id = await configFileId(db);
  if (await joinNewest(db, file_id, message)) return true;
  const { waiting } = await db
    .selectFrom("notifications")
    .where("file_id", "=", file_id)
    .select(({ fn }) => fn.countAll<number | string>().as("waiting"))
    .executeTakeFirstOrThrow();
  if (Number(waiting) >= MOST_WAITING) {
    log().warn({ event: message.event }, "the notification queue is full, so a notification was dropped");
    return false;
  }
  await db
    .insertInto("notifications")
    .values({ file_id, at: now, event: message.event, body: JSON.stringify(message), tries: 0, next_at: now })
    .execute();
  return true;
}

async function joinNewest(db: Db, file: number, message: Message): Promise<boolean> {
  const newest = await db
    .selectFrom("notifications")
    .where("file_id", "=", file)
    .orderBy("id", "desc")
    .limit(1)
    .selectAll()
    .executeTakeFirst();
  if (!newest || newest.tries > 0) return false;
  const both = joined(JSON.parse(newest.body) as Message, message);
  if (both.content.length > LONGEST_CONTENT) return false;
  const { numUpdatedRows } = await db
    .updateTable("notifications")
    .set({ event: both.event, body: JSON.stringify(both) })
    .where("id", "=", newest.id)
    .where("tries", "=", 0)
    .where("body", "=", newest.body)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns the wait after this many attempts (ms): 5 s after the first attempt, and then twice as long each time. */
export const pauseAfter = (tries: number): number => Math.min(LONGEST_WAIT, 5_000 * 2 ** (tries - 1));

/** The next message to send, or the time until a message may be sent (ms). Null if the queue is empty. */
export type Head = { id: number; message: Message; tries: number } | { wait: number } | null;

/**
 * Claims the oldest message that may be sent, so that no other replica sends it. A refused message delays
 * later messages, to preserve the order. After more than `BLOCKING_TRIES` attempts, later messages no longer
 * wait, so that one message cannot block the queue.
 */
export async function takeHead(db: Db, now = Date.now()): Promise<Head> {
  const file = await configFileId(db);
  const dropped = await db
    .deleteFrom("notifications")
    .where("file_id", "=", file)
    .where("at", "<", now - TOO_OLD)
    .returning(["body", "tries", "problem"])
    .execute();
  for (const { body, tries, problem } of dropped)
    await recordDelivery(
      db,
      { message: JSON.parse(body) as Message, tries },
      { isSent: false, message: `Dropped after a day without a delivery. ${problem ?? ""}`.trim() },
      now,
    );
  const rows = await db
    .selectFrom("notifications")
    .where("file_id", "=", file)
    .select(["id", "tries", "next_at"])
    .orderBy("id")
    .execute();
  const blocking = rows.findIndex((row) => row.next_at > now && row.tries <= BLOCKING_TRIES);
  const open = blocking < 0 ? rows : rows.slice(0, blocking + 1);
  const head = open.find((row) => row.next_at <= now);
  if (!head) {
    const next = Math.min(...open.map((row) => row.next_at));
    return open.length === 0 ? null : { wait: Math.min(next - now, LONGEST_WAIT) };
  }
  const taken = await db
    .updateTable("notifications")
    .set({ next_at: now + CLAIM, tries: head.tries + 1 })
    .where("id", "=", head.id)
    .where("tries", "=", head.tries)
    .returning(["body", "tries"])
    .executeTakeFirst();
  if (!taken) return { wait: CLAIM };
  return { id: head.id, message: JSON.parse(taken.body) as Message, tries: taken.tries };
}

/** Stores the outcome of a delivery. If a refused message will be sent again, also stores when. */
export async function settle(
  db: Db,
  { id, tries, message }: { id: number; tries: number; message: Message },
  outcome: Outcome,
  now = Date.now(),
): Promise<void> {
  if (outcome.isSent || !outcome.mayRetry) {
    if (!outcome.isSent)
      log().warn({ event: message.event, reason: outcome.message }, "the webhook refused a notification");
    await recordDelivery(db, { message, tries }, outcome, now);
    await db.deleteFrom("notifications").where("id", "=", id).execute();
    // The receiver works again, so all messages that it did not accept are due now.
    if (outcome.isSent)
      await db
        .updateTable("notifications")
        .set({ next_at: now })
        .where("id", "<", id)
        .where("next_at", ">", now + CLAIM)
        .execute();
    return;
  }
  const pause = Math.max(pauseAfter(tries), (outcome.retryAfter ?? 0) * 1000);
  await db
    .updateTable("notifications")
    .set({ next_at: now + pause, problem: outcome.message })
    .where("id", "=", id)
    .execute();
}

const MOST_STORED = 50;

export async function recordDelivery(
  db: Db,
  { message, tries }: { message: Message; tries: number },
  outcome: Pick<Outcome, "isSent" | "message">,
  now = Date.now(),
): Promise<void> {
  const file_id = await configFileId(db);
  await db
    .insertInto("notification_deliveries")
    .values({
      file_id,
      at: now,
      events: eventsIn(message).join(" "),
      tries,
      sent: outcome.isSent ? 1 : 0,
      message: outcome.message,
    })
    .execute();
  await db
    .deleteFrom("notification_deliveries")
    .where("file_id", "=", file_id)
    .where("id", "<=", ({ selectFrom }) =>
      selectFrom("notification_deliveries")
        .where("file_id", "=", file_id)
        .orderBy("id", "desc")
        .offset(MOST_STORED)
        .limit(1)
        .select("id"),
    )
    .execute();
}

/** Lists queued messages and completed deliveries, newest first. */
export async function listDeliveries(db: Db): Promise<Delivery[]> {
  const file = await configFileId(db);
  const [waiting, ended] = await Promise.all([
    db.selectFrom("notifications").where("file_id", "=", file).orderBy("id", "desc").selectAll().execute(),
    db
      .selectFrom("notification_deliveries")
      .where("file_id", "=", file)
      .orderBy("id", "desc")
      .selectAll()
      .execute(),
  ]);
  return [
    ...waiting.map(({ id, at, body, tries, problem }): Delivery => ({
      id: `waiting-${id}`,
      at,
      events: eventsIn(JSON.parse(body) as Message),
      state: "waiting",
      tries,
      message: problem,
    })),
    ...ended.map(({ id, at, events, tries, sent, message }): Delivery => ({
      id: String(id),
      at,
      events: events.split(" "),
      state: sent ? "sent" : "refused",
      tries,
      message,
    })),
  ];
}
