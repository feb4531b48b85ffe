import "server-only";
import { configFileId } from "@/lib/server/config-file";
import type { Db } from "@/lib/server/db";
import type { Delivery } from "@/lib/shared/contract/notifications";
import { eventsIn, type Message } from "./message";
import type { Outcome } from "./send";

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
