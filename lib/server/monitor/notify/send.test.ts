import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { testDatabase } from "@/testing/test-database";
import { enqueue, listDeliveries, settle, takeHead } from "./queue";
import { inWords, lasted } from "./events";
import { bodyFor, eventsIn, headersFor, isChatWebhook, joined, type Message, send } from "./send";

const message = (event: string, rest: Partial<Message> = {}): Message => ({
  id: `id-of-${event}`,
  content: `Harbor: ${event}`,
  at: "2026-11-22T08:00:00.000Z",
  ...{
    event,
    instance: "Harbor",
    details: { part: "api" },
    ...rest,
  },
});

describe("a delivery", () => {
  const answering = async (status: number, headers: Record<string, string> = {}) => {
    const server = createServer((request, response) => {
      request.resume().on("end", () => response.writeHead(status, headers).end());
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    onTestFinished(() => void server.close().closeAllConnections());
    const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?key=s3cret`);
    return send({ url, secret: undefined, allow: [] }, message("test"));
  };

  it.each([
    [200, true, false, "accepted the notification with status 200"],
    [204, true, false, "accepted the notification with status 204"],
    [299, true, false, "accepted"],
    [300, false, false, "status 300. The webhook redirects"],
    [307, false, false, "The webhook redirects"],
    [399, false, false, "The webhook redirects"],
    [400, false, false, "status 400. Check the address"],
    [404, false, false, "Check the address, and that the webhook still exists"],
    [408, false, true, "answers with status 408"],
    [429, false, true, "answers with status 429"],
    [499, false, false, "refused"],
    [500, false, true, "answers with status 500"],
    [503, false, true, "answers with status 503"],
  ])("answered with status %i: accepted %j, retried %j", async (status, isSent, mayRetry, words) => {
    const outcome = await answering(status, { location: "/elsewhere" });
    expect(outcome).toEqual({ isSent, mayRetry, message: expect.stringContaining(words) });
    expect(outcome.message).not.toContain("s3cret");
  });

  it.each([
    ["7", 7],
    ["3600", 3_600],
    ["86400", 3_600],
    ["0", undefined],
    ["-5", undefined],
    ["Sun, 22 Nov 2026 08:00:00 GMT", undefined],
  ])("waits for the seconds in a valid Retry-After header, up to an hour: %s", async (value, seconds) => {
    const outcome = await answering(503, { "retry-after": value });
    expect(outcome.retryAfter).toBe(seconds);
  });

  it("is retried if the webhook does not answer", async () => {
    const url = new URL("http://127.0.0.1:9/hook?key=s3cret");
    const outcome = await send({ url, secret: undefined, allow: [] }, message("test"));
    expect(outcome).toMatchObject({ isSent: false, mayRetry: true });
    expect(outcome.message).toMatch(/^The panel could not reach the webhook\. .+/);
    expect(outcome.message).not.toContain("s3cret");
  });
});

describe("the queue", () => {
  const now = Date.parse("2026-11-22T08:00:00Z");
  const minute = 60_000;
  const long = (event: string) => message(event, { content: "x".repeat(1_400) });
  const refused = { isSent: false, mayRetry: true, message: "The webhook answers with status 500." };
  const head = async (db: Awaited<ReturnType<typeof testDatabase>>, at: number) => {
    const taken = await takeHead(db, at);
    if (!taken || !("id" in taken)) throw new Error(`There is no message to send: ${JSON.stringify(taken)}`);
    return taken;
  };

  it("contains a message until the message is delivered", async () => {
    const db = await testDatabase();
    expect(await takeHead(db, now)).toBeNull();
    await enqueue(db, message("backup-failed"), now);
    const taken = await head(db, now);
    expect(taken).toMatchObject({ tries: 1, message: { event: "backup-failed" } });
    // Other replicas must wait until the claim expires.
    expect(await takeHead(db, now)).toEqual({ wait: minute });
    await settle(db, taken, { ...refused, isSent: true, mayRetry: false, message: "Accepted." }, now);
    expect(await takeHead(db, now)).toBeNull();
    expect(await listDeliveries(db)).toMatchObject([{ state: "sent", tries: 1, message: "Accepted." }]);
  });

  it("waits longer after each refusal", async () => {
    const db = await testDatabase();
    await enqueue(db, message("backup-failed"), now);
    await settle(db, await head(db, now), refused, now);
    expect(await takeHead(db, now)).toEqual({ wait: 5_000 });
    expect(await takeHead(db, now + 4_999)).toEqual({ wait: 1 });
    await settle(db, await head(db, now + 5_000), { ...refused, retryAfter: 90 }, now + 5_000);
    expect(await takeHead(db, now + 5_000)).toEqual({ wait: 90_000 });
    expect(await listDeliveries(db)).toMatchObject([
      { state: "waiting", tries: 2, message: refused.message },
    ]);
  });

  it("drops messages that are permanently refused or older than a day", async () => {
    const db = await testDatabase();
    await enqueue(db, long("first"), now);
    await enqueue(db, long("second"), now + minute);
    await settle(
      db,
      await head(db, now + minute),
      { ...refused, mayRetry: false, message: "Gone." },
      now + minute,
    );
    expect(await listDeliveries(db)).toMatchObject([
      { state: "waiting", events: ["second"] },
      { state: "refused", events: ["first"], message: "Gone." },
    ]);
    const day = 24 * 60 * minute;
    expect(await takeHead(db, now + minute + day)).toMatchObject({ message: { event: "second" } });
    expect(await takeHead(db, now + minute + day + 1)).toBeNull();
    expect((await listDeliveries(db))[0]).toMatchObject({
      events: ["second"],
      state: "refused",
      message: "Dropped after a day without a delivery.",
    });
  });

  it("sends refused messages again at once when the receiver accepts a later message", async () => {
    const db = await testDatabase();
    await enqueue(db, long("first"), now);
    let at = now;
    for (const pause of [5_000, 10_000, 20_000, 40_000]) {
      await settle(db, await head(db, at), { ...refused, retryAfter: 600 }, at);
      await db
        .updateTable("notifications")
        .set({ next_at: (at += pause) })
        .execute();
    }
    await settle(db, await head(db, at), { ...refused, retryAfter: 600 }, at);
    // After its first attempts, the first message no longer delays later messages.
    await enqueue(db, long("second"), at);
    const second = await head(db, at);
    expect(second.message.event).toBe("second");
    await settle(db, second, { ...refused, isSent: true }, at);
    expect((await head(db, at)).message.event).toBe("first");
  });

  it("combines messages only if they are short and no delivery was attempted", async () => {
    const db = await testDatabase();
    const count = async () => (await db.selectFrom("notifications").selectAll().execute()).length;
    await enqueue(db, message("first", { content: `Harbor: ${"x".repeat(1_484)}` }), now);
    await enqueue(db, message("second", { content: "Harbor: 1234567" }), now);
    expect(await count()).toBe(1);
    await enqueue(db, message("third", { content: "Harbor: 8" }), now);
    expect(await count()).toBe(2);
    await db.updateTable("notifications").set({ tries: 1 }).execute();
    await enqueue(db, message("fourth", { content: "Harbor: 9" }), now);
    expect(await count()).toBe(3);
  });
});

describe("a message", () => {
  it("about several events contains the sentences and data of all of them", () => {
    const [down, up, again] = [message("instance-down"), message("instance-up"), message("instance-down")];
    const all = joined(joined(down, up), again);
    expect(all).toMatchObject({ id: down.id, event: "several", at: down.at });
    expect(all.content).toBe("Harbor: instance-down\ninstance-up\ninstance-down");
    expect(all.details).toEqual({
      events: [down, up, again].map(({ event, at, details }) => ({ event, at, details })),
    });
    expect(eventsIn(all)).toEqual(["instance-down", "instance-up"]);
    expect(eventsIn(down)).toEqual(["instance-down"]);
    expect(eventsIn(message("several", { details: { events: "none" } }))).toEqual(["several"]);
    expect(joined(down, message("x", { content: "Another: x" })).content).toContain("\nAnother: x");
  });

  it.each([
    ["https://chat.example.org/api/webhooks/123/a-b_c", true],
    ["https://chat.example.org/webhooks/123/abc/", true],
    ["https://chat.example.org/webhooks/abc/abc", false],
    ["https://chat.example.org/webhooks/123", false],
    ["https://chat.example.org/webhooks/123/abc/slack", false],
    ["https://example.org/hook", false],
  ])("sent to %s uses the format of chat webhooks: %j", (url, isChat) => {
    expect(isChatWebhook(new URL(url))).toBe(isChat);
    const body = JSON.parse(bodyFor(new URL(url), message("test"))) as object;
    expect("allowed_mentions" in body).toBe(isChat);
    expect("event" in body).toBe(!isChat);
  });

  it("is truncated to the length that chat services accept", () => {
    const content = (length: number) =>
      (
        JSON.parse(
          bodyFor(new URL("https://example.org"), message("x", { content: "x".repeat(length) })),
        ) as Message
      ).content.length;
    expect([content(2_000), content(2_001)]).toEqual([2_000, 2_000]);
  });

  it("is signed only if a secret is set", () => {
    const now = 1_790_000_000_999;
    const headers = headersFor(message("test"), "{}", { secret: undefined, now });
    expect(headers).toEqual({
      "x-instance-admin-event": "test",
      "x-instance-admin-delivery": "id-of-test",
      "x-instance-admin-timestamp": "1790000000",
    });
    expect(headersFor(message("test"), "{}", { secret: "a secret", now })).toMatchObject({
      "x-instance-admin-signature": expect.stringMatching(/^sha256=[\da-f]{64}$/),
    });
  });

  it.each([
    [0, "1 second"],
    [1_000, "1 second"],
    [29_400, "29 seconds"],
    [60_000, "1 minute"],
    [12 * 60_000, "12 minutes"],
    [60 * 60_000, "1 hour"],
    [61 * 60_000, "1 hour 1 minute"],
    [125 * 60_000, "2 hours 5 minutes"],
  ])("describes %i ms as %s", (ms, words) => expect(lasted(ms)).toBe(words));

  it("about a failed apply contains the number of settings that are not loaded", () => {
    const failed = (notLoaded: number | null, to: number | null = 4, from: number | null = 3) =>
      inWords({ event: "apply-failed", from, to, reason: "It is down.", notLoaded }, "Harbor");
    expect(failed(null)).toContain("The panel cannot check which settings the instance has loaded.");
    expect(failed(0)).toContain("The instance has loaded it.");
    expect(failed(1)).toContain("The instance has not loaded 1 setting from it.");
    expect(failed(2)).toContain("The instance has not loaded 2 settings from it.");
    expect(failed(0)).toContain("Applying version 3 of the file failed. The file now has version 4.");
    expect(failed(0, null, null)).toContain("Applying the file failed. The file cannot be read.");
  });

  it("lists at most ten settings that another program overwrote", () => {
    const undone = (count: number) =>
      inWords(
        { event: "values-undone", paths: Array.from({ length: count }, (_, nth) => `s${nth}`) },
        "Harbor",
      );
    expect(undone(1)).toContain("undid 1 saved value: s0.");
    expect(undone(10)).toMatch(/: s0, .+, s9\. The overview/);
    expect(undone(12)).toContain(", s9 and 2 more. The overview");
    const ends = (days: number) =>
      inWords({ event: "certificate-ends", part: "api", target: "chat.example.org", days }, "Harbor");
    expect([ends(-1), ends(0), ends(1)].map((text) => /(has expired|in .+?)\./.exec(text)?.[1])).toEqual([
      "has expired",
      "in 0 days",
      "in 1 day",
    ]);
    const back = (to: number | null) =>
      inWords({ event: "rolled-back", from: 3, to, reason: "It is down.", notLoaded: null }, "Harbor");
    expect(back(null)).toContain("that worked. It is down.");
    expect(back(5)).toContain("that worked as version 5. It is down.");
  });
});
