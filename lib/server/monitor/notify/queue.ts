import "server-only";
import type { Logger } from "pino";
import { DAY, HOUR, MINUTE } from "@/lib/clock";
import type { Db, Row } from "@/lib/server/db";
import type { ChannelName, Delivery } from "@/lib/shared/contract/notifications";
import type { Outcome } from "./channel";
import { eventsIn, joined, type Message } from "./message";

/** Maximum number of queued messages per channel. If the queue is full, new messages are dropped. */
const MOST_WAITING = 100;
/** The longest wait between two attempts, and the age at which a message is dropped (ms). */
const LONGEST_WAIT = 30 * MINUTE;
const TOO_OLD = DAY;
/** No message waits longer than this (ms), so a later time was set while the clock was wrong. */
const WRONG_WAIT = HOUR;
/**
 * While the panel retries a refused message, later messages wait, so that the order is preserved. After more
 * than this many failures (about half a minute), later messages no longer wait.
 */
const BLOCKING_TRIES = 3;
/** Maximum number of characters in a combined message, because chat services cut off longer messages. */
const LONGEST_CONTENT = 1_500;
const MOST_STORED = 50;

/** Returns the wait after this many attempts (ms): 5 s after the first attempt, and then twice as long each time. */
export const pauseAfter = (tries: number): number => Math.min(LONGEST_WAIT, 5_000 * 2 ** (tries - 1));

const isDue = ({ next_at }: Pick<Row<"notifications">, "next_at">, now: number): boolean =>
  next_at <= now || next_at > now + WRONG_WAIT;

export interface Due {
  id: number;
  message: Message;
  tries: number;
}

interface QueueDeps {
  db: Db;
  log: Logger;
  fileId: () => Promise<number>;
}

export function createQueue({ db, log, fileId }: QueueDeps) {
  const waitingFor = async (channel: ChannelName) =>
    db
      .selectFrom("notifications")
      .where("file_id", "=", await fileId())
      .where("channel", "=", channel)
      .orderBy("id")
      .selectAll()
      .execute();

  async function add(channels: readonly ChannelName[], message: Message, now: number): Promise<void> {
    const file_id = await fileId();
    for (const channel of channels) {
      if ((await waitingFor(channel)).length >= MOST_WAITING) {
        log.warn(
          { event: message.event, channel },
          "the notification queue is full, so a notification was dropped",
        );
        continue;
      }
      const row = { file_id, channel, at: now, event: message.event, body: JSON.stringify(message) };
      await db
        .insertInto("notifications")
        .values({ ...row, tries: 0, next_at: now })
        .execute();
    }
  }

  /**
   * Returns the channel's next message if it is due, combined with later messages that are due and have not
   * been tried; otherwise the time until then (ms); null if nothing waits.
   */
  async function next(channel: ChannelName, now: number): Promise<Due | { wait: number } | null> {
    const rows: Row<"notifications">[] = [];
    for (const row of await waitingFor(channel)) {
      if (row.at >= now - TOO_OLD) rows.push(row);
      else await drop(row, now);
    }
    const blocking = rows.findIndex((row) => !isDue(row, now) && row.tries <= BLOCKING_TRIES);
    const open = blocking < 0 ? rows : rows.slice(0, blocking + 1);
    const first = open.find((row) => isDue(row, now));
    if (!first) return open.length === 0 ? null : { wait: Math.min(...open.map((row) => row.next_at)) - now };
    const message = JSON.parse(first.body) as Message;
    if (first.tries > 0) return { id: first.id, message, tries: first.tries };
    const fresh = open.filter((row) => row.id > first.id && row.tries === 0 && isDue(row, now));
    return { id: first.id, message: await combine(first.id, message, fresh), tries: 0 };
  }

  const has = async (channel: ChannelName, events: readonly string[], now: number): Promise<boolean> =>
    (await waitingFor(channel)).some(
      (row) => events.includes(row.event) && row.tries === 0 && isDue(row, now),
    );

  async function combine(
    id: number,
    first: Message,
    later: readonly Row<"notifications">[],
  ): Promise<Message> {
    let message = first;
    const merged: number[] = [];
    for (const row of later) {
      const both = joined(message, JSON.parse(row.body) as Message);
      if (both.content.length > LONGEST_CONTENT) break;
      message = both;
      merged.push(row.id);
    }
    if (merged.length > 0)
      await db.transaction().execute(async (tx) => {
        const body = JSON.stringify(message);
        await tx
          .updateTable("notifications")
          .set({ event: message.event, body })
          .where("id", "=", id)
          .execute();
        await tx.deleteFrom("notifications").where("id", "in", merged).execute();
      });
    return message;
  }

  async function drop(
    { id, channel, body, tries, problem }: Row<"notifications">,
    now: number,
  ): Promise<void> {
    const message = `Dropped after a day without a delivery. ${problem ?? ""}`.trim();
    await record(
      channel as ChannelName,
      { message: JSON.parse(body) as Message, tries },
      { isSent: false, message },
      now,
    );
    await db.deleteFrom("notifications").where("id", "=", id).execute();
  }

  async function settle(
    channel: ChannelName,
    { id, tries, message }: Due,
    outcome: Outcome,
    now: number,
  ): Promise<void> {
    const newTries = tries + 1;
    if (!outcome.isSent && outcome.mayRetry) {
      const pause = Math.max(pauseAfter(newTries), (outcome.retryAfter ?? 0) * 1000);
      await db
        .updateTable("notifications")
        .set({ tries: newTries, next_at: now + pause, problem: outcome.message })
        .where("id", "=", id)
        .execute();
      return;
    }
    if (!outcome.isSent)
      log.warn(
        { event: message.event, channel, reason: outcome.message },
        "a channel refused a notification",
      );
    await record(channel, { message, tries: newTries }, outcome, now);
    await db.deleteFrom("notifications").where("id", "=", id).execute();
    // The receiver works again, so all messages that it did not accept are due now.
    if (outcome.isSent)
      await db
        .updateTable("notifications")
        .set({ next_at: now })
        .where("file_id", "=", await fileId())
        .where("channel", "=", channel)
        .where("id", "<", id)
        .where("next_at", ">", now)
        .execute();
  }

  async function record(
    channel: ChannelName,
    { message, tries }: { message: Message; tries: number },
    outcome: Pick<Outcome, "isSent" | "message">,
    now: number,
  ): Promise<void> {
    const file_id = await fileId();
    const events = eventsIn(message).join(" ");
    const row = { file_id, channel, at: now, events, tries, sent: outcome.isSent ? 1 : 0 };
    await db
      .insertInto("notification_deliveries")
      .values({ ...row, message: outcome.message })
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

  async function list(): Promise<Delivery[]> {
    const file = await fileId();
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
      ...waiting.map(({ id, channel, at, body, tries, problem }): Delivery => ({
        id: `waiting-${id}`,
        channel: channel as ChannelName,
        at,
        events: eventsIn(JSON.parse(body) as Message),
        state: "waiting",
        tries,
        message: problem,
      })),
      ...ended.map(({ id, channel, at, events, tries, sent, message }): Delivery => ({
        id: String(id),
        channel: channel as ChannelName,
        at,
        events: events.split(" "),
        state: sent ? "sent" : "refused",
        tries,
        message,
      })),
    ];
  }

  return { add, next, has, settle, record, list };
}
