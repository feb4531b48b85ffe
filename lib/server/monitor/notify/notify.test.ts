import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import { expect, onTestFinished, test, vi } from "vitest";
import { type Db } from "@/lib/server/db";
import { listening } from "@/testing/check-setting";
import { testDatabase } from "@/testing/test-database";
import { Courier } from "./courier";
import { enqueue, listDeliveries, pauseAfter, settle, takeHead } from "./queue";
import { inWords } from "./events";
import { type Message, type Outcome, send } from "./send";
import { isFirstToReport } from ".";

const secret = "what the receiver knows, too";
const message = (event: string): Message => ({
  id: `id-of-${event}`,
  content: `Harbor: ${event}`,
  at: "2026-11-22T08:00:00.000Z",
  event,
  instance: "Harbor",
  details: { part: "api" },
});

/** Creates a message that is too long to be combined with another message. */
const long = (event: string): Message => ({ ...message(event), content: "x".repeat(1_400) });

interface Received {
  path: string;
  headers: Record<string, unknown>;
  body: string;
}

/** Starts a webhook that answers the first requests with these statuses, and all later requests with 204. */
async function receiving(statuses: number[] = []) {
  const received: Received[] = [];
  const port = await listening(
    createServer((request, response) => {
      let body = "";
      request.on("data", (chunk: Buffer) => (body += chunk.toString()));
      request.on("end", () => {
        received.push({ path: request.url ?? "", headers: request.headers, body });
        response.writeHead(statuses.shift() ?? 204, { "retry-after": "7", location: "/elsewhere" }).end();
      });
    }),
  );
  const webhook = (path = "/hook?key=1") => ({
    url: new URL(`http://127.0.0.1:${port}${path}`),
    secret,
    allow: [],
  });
  return { received, webhook };
}

test("a message is delivered as JSON, with a signature of its time and body", async () => {
  const { received, webhook } = await receiving();
  expect(await send(webhook(), message("instance-down"))).toMatchObject({ isSent: true });
  const [{ path, headers, body } = { path: "", headers: {}, body: "" }] = received;
  expect(path).toBe("/hook?key=1");
  expect(JSON.parse(body)).toEqual({ ...message("instance-down") });
  const timestamp = String(headers["x-instance-admin-timestamp"]);
  expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(60);
  const expected = createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex");
  expect(headers).toMatchObject({
    "content-type": "application/json",
    "x-instance-admin-signature": `sha256=${expected}`,
    "x-instance-admin-event": "instance-down",
    "x-instance-admin-delivery": "id-of-instance-down",
  });
});

test("a chat webhook receives only the fields that it supports", async () => {
  const { received, webhook } = await receiving();
  await send(webhook("/api/webhooks/1441/a-Token_1"), { ...message("test"), content: "x".repeat(3_000) });
  expect(JSON.parse(received[0]?.body ?? "")).toEqual({
    content: "x".repeat(2_000),
    allowed_mentions: { parse: [] },
  });
});

test.each([
  [500, true, "status 500"],
  [429, true, "status 429"],
  [404, false, "Check the address"],
  [302, false, "The webhook redirects"],
])("a delivery that is answered with status %i fails", async (status, mayRetry, words) => {
  const { received, webhook } = await receiving([status]);
  const outcome = await send(webhook("/hook/s3cret"), message("test"));
  expect(outcome).toMatchObject({ isSent: false, mayRetry, message: expect.stringContaining(words) });
  expect(outcome.retryAfter).toBe(status === 429 || status === 500 ? 7 : undefined);
  expect(outcome.message).not.toContain("s3cret");
  expect(received).toHaveLength(1);
});

test("a webhook at a forbidden address is refused", async () => {
  const url = new URL("http://169.254.169.254/latest?token=s3cret");
  const outcome = await send({ url, secret, allow: ["0.0.0.0/0"] }, message("test"));
  expect(outcome).toMatchObject({ isSent: false, message: expect.stringContaining("never checks") });
  expect(outcome.message).not.toContain("s3cret");
});

const waiting = async (db: Db) =>
  (await db.selectFrom("notifications").orderBy("id").select(["event", "tries"]).execute()).map(
    ({ event, tries }) => `${event} ${tries}`,
  );

const refused = { isSent: false, mayRetry: true, message: "The webhook answers with status 500." };

/** Takes the next message from the queue, and stores the outcome of its delivery. */
async function delivered(db: Db, now: number, outcome: Outcome = { ...refused, isSent: true }) {
  const head = await takeHead(db, now);
  if (!head || !("id" in head)) throw new Error(`There is no message to send: ${JSON.stringify(head)}`);
  await settle(db, head, outcome, now);
  return head.message.event;
}

test("only one replica sends a message", async () => {
  const db = await testDatabase();
  const { received, webhook } = await receiving([500]);
  const now = Date.now();
  await enqueue(db, message("instance-down"), now);
  const [head, other] = await Promise.all([takeHead(db, now), takeHead(db, now)]);
  if (!head || !("id" in head)) throw new Error("There is a message to send.");
  // The other replica read the queue at the same time, and must wait.
  expect(other).toEqual({ wait: 60_000 });
  await settle(db, head, await send(webhook(), head.message), now);
  await enqueue(db, message("instance-up"), now);
  expect(await waiting(db)).toEqual(["instance-down 1", "instance-up 0"]);
  expect(await takeHead(db, now)).toEqual({ wait: 7_000 });

  // A new process delivers the messages that an earlier process left in the queue.
  await db.updateTable("notifications").set({ next_at: 0 }).execute();
  const courier = new Courier(() => db, webhook, 1);
  onTestFinished(() => courier.stop());
  courier.wake();
  await vi.waitFor(async () => expect(await waiting(db)).toEqual([]));
  expect(received.map(({ headers }) => headers["x-instance-admin-event"])).toEqual([
    "instance-down",
    "instance-down",
    "instance-up",
  ]);
});

test("a message that is always refused does not block later messages forever", async () => {
  const db = await testDatabase();
  let now = Date.now();
  await enqueue(db, message("rolled-back"), now);
  for (const pause of [5_000, 10_000, 20_000]) {
    expect(await delivered(db, now, refused)).toBe("rolled-back");
    await enqueue(db, message("instance-down"), now);
    expect(await takeHead(db, now)).toEqual({ wait: pause });
    now += pause;
  }
  expect(await delivered(db, now, refused)).toBe("rolled-back");
  expect(await delivered(db, now)).toBe("several");
  expect(await waiting(db)).toEqual(["rolled-back 4"]);
  expect(await takeHead(db, now)).toEqual({ wait: 40_000 });
  now += 40_000;
  expect(await delivered(db, now, refused)).toBe("rolled-back");
  // If the receiver accepts another message, messages that it refused before are due at once.
  await enqueue(db, message("instance-up"), now);
  expect(await delivered(db, now)).toBe("instance-up");
  expect(await delivered(db, now, { ...refused, mayRetry: false })).toBe("rolled-back");
  expect(await takeHead(db, now)).toBeNull();
});

test("events within a minute are combined into one message", async () => {
  const db = await testDatabase();
  const { received, webhook } = await receiving();
  for (const event of ["instance-down", "instance-up", "rolled-back"]) await enqueue(db, message(event));
  const courier = new Courier(() => db, webhook, 3_600_000);
  onTestFinished(() => courier.stop());
  courier.wake();
  await vi.waitFor(async () => expect(await waiting(db)).toEqual([]));
  await enqueue(db, message("values-undone"));
  courier.wake();
  await courier.stop();
  expect(await waiting(db)).toEqual(["values-undone 0"]);
  expect(received).toHaveLength(1);
  const part = (event: string) => ({ event, at: "2026-11-22T08:00:00.000Z", details: { part: "api" } });
  expect(JSON.parse(received[0]?.body ?? "")).toMatchObject({
    event: "several",
    content: "Harbor: instance-down\ninstance-up\nrolled-back",
    details: { events: ["instance-down", "instance-up", "rolled-back"].map(part) },
  });

  const head = await takeHead(db);
  expect(head).toMatchObject({ message: { event: "values-undone" } });
  await enqueue(db, message("instance-down"));
  expect(await waiting(db)).toEqual(["values-undone 1", "instance-down 0"]);
});

test("the queue is read again if a message was queued during a delivery", async () => {
  const db = await testDatabase();
  const { webhook } = await receiving();
  let looks = 0;
  const courier = new Courier(() => ((looks += 1), db), webhook, 1);
  onTestFinished(() => courier.stop());
  courier.wake();
  courier.wake();
  await vi.waitFor(() => expect(looks).toBe(2));
});

test("queued messages are sent even if a timer fires early", async () => {
  const db = await testDatabase();
  const { received, webhook } = await receiving();
  for (const event of ["instance-down", "instance-up"]) await enqueue(db, long(event));
  const spacing = 300;
  const courier = new Courier(() => db, webhook, spacing);
  onTestFinished(() => courier.stop());
  // Real timers may fire up to 2 ms early. In this test, the timers for the time between two deliveries fire
  // immediately if they have a delay of 200 ms or more.
  const { setTimeout } = globalThis;
  vi.stubGlobal("setTimeout", (work: () => void, ms: number) =>
    setTimeout(work, ms >= 200 && ms <= spacing ? 0 : ms),
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  courier.wake();
  await vi.waitFor(async () => expect(await waiting(db)).toEqual([]));
  expect(received).toHaveLength(2);
});

test("the queue is limited to 100 messages", async () => {
  const db = await testDatabase();
  const now = Date.now();
  const { webhook } = await receiving([404]);
  for (let nth = 0; nth < 101; nth += 1) expect(await enqueue(db, long(`e${nth}`), now)).toBe(nth < 100);
  const head = await takeHead(db, now);
  if (!head || !("id" in head)) throw new Error("There is a message to send.");
  await settle(db, head, await send(webhook(), head.message), now);
  expect((await waiting(db))[0]).toBe("e1 0");
  expect(await takeHead(db, now + 25 * 3_600_000)).toBeNull();
  expect([1, 2, 3, 30].map(pauseAfter)).toEqual([5_000, 10_000, 20_000, 1_800_000]);
});

test("only one of several replicas reports an event", async () => {
  const db = await testDatabase();
  const results = await Promise.all([1, 2, 3].map(() => isFirstToReport(db, "values-undone", "abc")));
  expect(results.filter(Boolean)).toHaveLength(1);
  expect(await isFirstToReport(db, "values-undone", "def")).toBe(true);
});

test("every event is described in complete sentences", () => {
  const since = Date.parse("2026-11-22T05:10:00Z");
  const part = { part: "api", target: "https://chat.example.org/api/ping" } as const;
  const results = [
    inWords(
      { event: "instance-down", ...part, since, reason: "No service is listening on this port." },
      "Harbor",
    ),
    inWords({ event: "instance-up", ...part, since, until: since + 12 * 60_000 }, "Harbor"),
    inWords({ event: "values-undone", paths: ["general.instanceName"] }, "Harbor"),
    inWords({ event: "rolled-back", from: 42, to: 43, reason: "No Hello.", notLoaded: 0 }, "Harbor"),
    inWords({ event: "apply-failed", from: 42, to: 43, reason: "It was edited.", notLoaded: 2 }, "Harbor"),
    inWords({ event: "apply-failed", from: 42, to: 42, reason: "No response.", notLoaded: null }, "Harbor"),
    inWords({ event: "certificate-ends", ...part, days: 1 }, "Harbor"),
  ];
  expect(results).toEqual([
    "Harbor: API has been down since 05:10 UTC (https://chat.example.org/api/ping). No service is listening on this port.",
    "Harbor: API is up again after 12 minutes (https://chat.example.org/api/ping).",
    "Harbor: The configuration file was rewritten outside the panel, which undid 1 saved value: general.instanceName. The overview offers to save them again.",
    "Harbor: Applying version 42 of the file failed, and the panel restored the last version that worked as version 43. No Hello.",
    "Harbor: Applying version 42 of the file failed. The file now has version 43. The instance has not loaded 2 settings from it. It was edited. Read the instance's log, correct the file or restore an earlier version, then apply again.",
    "Harbor: Applying version 42 of the file failed. The file now has version 42. The panel cannot check which settings the instance has loaded. No response. Read the instance's log, correct the file or restore an earlier version, then apply again.",
    "Harbor: The certificate of https://chat.example.org/api/ping expires in 1 day. Renew it.",
  ]);
});

test("lists the newest fifty deliveries with their outcomes", async () => {
  const db = await testDatabase();
  const now = Date.now();
  const { webhook } = await receiving([404, 500]);
  await enqueue(db, message("instance-down"), now);
  await enqueue(db, message("instance-up"), now);
  await enqueue(db, message("instance-down"), now);
  for (const event of ["refused", "waiting"]) {
    if (event === "waiting") await enqueue(db, message("rolled-back"), now);
    const head = await takeHead(db, now);
    if (!head || !("id" in head)) throw new Error("There is a message to send.");
    await settle(db, head, await send(webhook(), head.message), now);
  }
  expect(await listDeliveries(db)).toMatchObject([
    { state: "waiting", events: ["rolled-back"], tries: 1, message: expect.stringContaining("status 500") },
    {
      state: "refused",
      events: ["instance-down", "instance-up"],
      tries: 1,
      message: expect.stringContaining("status 404"),
    },
  ]);
  // Messages that are too old are dropped, and the list of deliveries shows the reason.
  expect(await takeHead(db, now + 25 * 3_600_000)).toBeNull();
  const [givenUp] = await listDeliveries(db);
  expect(givenUp).toMatchObject({
    state: "refused",
    message: expect.stringMatching(/^Dropped after a day without a delivery\..*500/),
  });

  const sent = {
    isSent: true,
    mayRetry: false,
    message: "The webhook accepted the notification with status 204.",
  };
  for (let nth = 0; nth < 51; nth += 1) {
    await enqueue(db, long(`e${nth}`), now);
    await delivered(db, now, sent);
  }
  const listed = await listDeliveries(db);
  expect(listed).toHaveLength(50);
  expect(listed[0]).toMatchObject({ state: "sent", events: ["e50"] });
});
