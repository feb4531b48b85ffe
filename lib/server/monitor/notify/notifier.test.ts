import pino from "pino";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { ProbeResult } from "@/lib/server/checks/probes";
import { receiving } from "@/testing/notifications";
import { testDatabase } from "@/testing/test-database";
import type { Change } from "../parts";
import { readyChannel } from "./channel";
import { discord } from "./channels/discord";
import { webhook } from "./channels/webhook";
import { inWords, type NotifyEvent } from "./events";
import { createNotifier, type NotifierDeps } from "./notifier";
import { notifyOfLook, notifyOfUndone } from "./triggers";

/* These tests follow notifications from the event to the queue and to the receivers. */

const log = pino({ level: "silent" });

/** @param statuses the first responses of the receiver */
async function testNotifier(given: Partial<NotifierDeps> & { statuses?: number[] } = {}) {
  const { statuses, ...deps } = given;
  const db = given.db ?? (await testDatabase());
  await db.insertInto("config_files").values({ created_at: 1, undone_dismissed: 0 }).execute();
  const { received, address } = await receiving(statuses);
  const ready = readyChannel(webhook, { url: address("/hook") });
  const muted: { topics: ReturnType<NotifierDeps["mutedTopics"]> } = { topics: [] };
  const notifier = createNotifier({
    db,
    log,
    clock: { now: () => Date.now() },
    fileId: async () => 1,
    channels: () => (ready ? [ready] : []),
    mutedTopics: () => muted.topics,
    instanceName: async () => "Harbor",
    allow: [],
    ...deps,
  });
  onTestFinished(() => notifier.stop());
  /** The sentences of all queued messages. */
  const queued = async () => {
    const rows = await db.selectFrom("notifications").orderBy("id").select("body").execute();
    return rows.flatMap(({ body }) => (JSON.parse(body) as { content: string }).content.split("\n"));
  };
  const events = () => received.map(({ body }) => (JSON.parse(body) as { event: string }).event);
  return { notifier, db, received, events, queued, muted, address };
}

/** A notifier that delivers nothing, for tests that read the queue. */
async function quietNotifier() {
  const own = await testNotifier();
  await own.notifier.stop();
  return own;
}

const down: NotifyEvent = {
  event: "instance-down",
  part: "api",
  target: "https://chat.example.org/api/ping",
  since: Date.parse("2026-11-22T05:10:00Z"),
  reason: "No response.",
};
const up: NotifyEvent = { ...down, event: "instance-up", until: down.since + 60_000 };

describe("a notification", () => {
  it("contains the instance's name, but no credentials", async () => {
    const { notifier, queued } = await quietNotifier();
    await notifier.notify({
      event: "backup-failed",
      reason: "It cannot reach postgres://ada:s3cret@db.example.",
    });
    const [sentence] = await queued();
    expect(sentence).toContain("Harbor: A backup of the panel failed. It cannot reach postgres://");
    expect(sentence).not.toContain("s3cret");
  });

  it("is not queued if an owner has turned its topic off, or if no channel is on", async () => {
    const { notifier, queued, muted, db } = await quietNotifier();
    muted.topics = ["backups"];
    await notifier.notify({ event: "backup-failed", reason: "Full." }, down);
    expect(await queued()).toEqual([inWords(down, "Harbor")]);
    const off = await testNotifier({ db, channels: () => [] });
    await off.notifier.notify(down);
    await expect(off.notifier.sendTest("webhook", "ada")).rejects.toMatchObject({ code: "conflict" });
    expect(await queued()).toHaveLength(1);
  });

  it("about a planned apply is limited to twenty per hour", async () => {
    const { notifier, queued } = await quietNotifier();
    const planned: NotifyEvent = { event: "apply-planned", at: down.since, actor: "ada" };
    for (let nth = 0; nth < 30; nth += 1) await notifier.notify(planned, down, up);
    const sentences = await queued();
    expect(sentences.filter((text) => text.includes("planned"))).toHaveLength(20);
    expect(sentences.filter((text) => text.includes("down since"))).toHaveLength(30);
    expect(sentences.filter((text) => text.includes("up again"))).toHaveLength(30);
  });

  it("that tests a channel is sent immediately, at most twenty times an hour", async () => {
    const { notifier, received, events } = await testNotifier();
    expect(await notifier.sendTest("webhook", "ada")).toEqual({
      isSent: true,
      message: "The webhook accepted the notification with status 204.",
    });
    expect(JSON.parse(received[0]?.body ?? "")).toMatchObject({
      instance: "Harbor",
      details: { username: "ada" },
    });
    expect((await notifier.deliveries())[0]).toMatchObject({ state: "sent", events: ["test"], tries: 1 });
    for (let nth = 1; nth < 20; nth += 1) await notifier.sendTest("webhook", "ada");
    await expect(notifier.sendTest("webhook", "ada")).rejects.toMatchObject({
      code: "rate-limited",
      details: { retryAfter: 3_600 },
    });
    expect(events()).toHaveLength(20);
  });

  it("goes to every channel, and a channel that refuses it does not delay the others", async () => {
    const { received, address } = await receiving([404]);
    const chat = readyChannel(discord, { url: address("/api/webhooks/1/t") });
    const hook = readyChannel(webhook, { url: address("/hook") });
    const { notifier } = await testNotifier({ channels: () => [chat!, hook!] });
    await notifier.notify(down);
    await vi.waitFor(async () =>
      expect(
        (await notifier.deliveries()).map(({ channel, state }) => `${channel} ${state}`).toSorted(),
      ).toEqual([
        expect.stringMatching(/^discord (refused|sent)$/),
        expect.stringMatching(/^webhook (refused|sent)$/),
      ]),
    );
    expect(received.map(({ path }) => path).toSorted()).toEqual(["/api/webhooks/1/t", "/hook"]);
  });

  it("shares one message with other events of the next minute", async () => {
    const { notifier, received, queued } = await testNotifier({ spacing: 3_600_000 });
    await notifier.notify(down, up);
    await vi.waitFor(async () => expect(await queued()).toEqual([]));
    await notifier.notify({ event: "backup-failed", reason: "Full." });
    await notifier.stop();
    expect(await queued()).toEqual([expect.stringContaining("A backup of the panel failed")]);
    expect(received.map(({ body }) => JSON.parse(body) as object)).toMatchObject([
      { event: "several", details: { events: [{ event: "instance-down" }, { event: "instance-up" }] } },
    ]);
  });

  it.each(["rolled-back", "apply-failed", "apply-planned"] as const)(
    "that cannot wait is sent at once, with what waits: %s",
    async (event) => {
      const { notifier, received, queued } = await testNotifier({ spacing: 3_600_000 });
      await notifier.notify(down);
      await vi.waitFor(async () => expect(await queued()).toEqual([]));
      await notifier.notify({ event: "backup-failed", reason: "Full." });
      await notifier.notify({ event, from: 1, to: 2, reason: "", notLoaded: 0, at: 0, actor: "ada" });
      await vi.waitFor(async () => expect(await queued()).toEqual([]));
      expect(received.map(({ body }) => JSON.parse(body) as object)).toMatchObject([
        { event: "instance-down" },
        { event: "several", details: { events: [{ event: "backup-failed" }, { event }] } },
      ]);
    },
  );

  it("that an earlier process left in the queue is sent by the next one, once by several replicas", async () => {
    const { db, queued } = await quietNotifier().then(async (own) => {
      await own.notifier.notify(down);
      return own;
    });
    const url = await receiving();
    const ready = readyChannel(webhook, { url: url.address("/hook") })!;
    const replicas = await Promise.all(
      [1, 2, 3].map(() => testNotifier({ db, channels: () => [ready], spacing: 1 })),
    );
    for (const { notifier } of replicas) notifier.start();
    await vi.waitFor(async () => expect(await queued()).toEqual([]));
    await Promise.all(replicas.map(({ notifier }) => notifier.stop()));
    expect(url.received).toHaveLength(1);
  });

  it("that was queued during a delivery is sent after it", async () => {
    const { notifier, events, queued } = await testNotifier({ spacing: 1 });
    void notifier.notify(down);
    await notifier.notify({ event: "backup-failed", reason: "Full." });
    await vi.waitFor(async () => expect(await queued()).toEqual([]));
    expect(events().join()).toMatch(/^(instance-down,backup-failed|several)$/);
  });

  it("is reported by only one of several replicas", async () => {
    const { notifier } = await quietNotifier();
    const results = await Promise.all([1, 2, 3].map(() => notifier.isFirstToReport("values-undone", "abc")));
    expect(results.filter(Boolean)).toHaveLength(1);
    expect(await notifier.isFirstToReport("values-undone", "def")).toBe(true);
  });
});

describe("notifications after a sample", () => {
  const at = Date.parse("2026-11-22T05:12:00Z");
  const result: ProbeResult = { isUp: true, ms: 40, target: "https://chat.example.org" };
  const target = "https://chat.example.org";

  it("report each service that went down or came back up", async () => {
    const changes: Change[] = [
      { part: "api", kind: "down", from: at - 120_000, target, reason: "No response." },
      { part: "cdn", kind: "up", from: at - 60_000, to: at, target },
    ];
    const { notifier, queued } = await quietNotifier();
    await notifyOfLook({ at, parts: [], changes }, { notifier, log });
    expect(await queued()).toEqual([
      `Harbor: API has been down since 05:10 UTC (${target}). No response.`,
      `Harbor: CDN is up again after 1 minute (${target}).`,
    ]);
  });

  it("warn once a day about a certificate that expires soon", async () => {
    const parts = (days: number | undefined) => [
      {
        name: "gateway" as const,
        result: { ...result, ...(days !== undefined && { certificateEnds: at + days * 86_400_000 }) },
      },
    ];
    const { notifier, queued } = await quietNotifier();
    await notifyOfLook({ at, parts: parts(15), changes: [] }, { notifier, log });
    await notifyOfLook({ at, parts: parts(undefined), changes: [] }, { notifier, log });
    expect(await queued()).toEqual([]);
    await notifyOfLook({ at, parts: parts(14), changes: [] }, { notifier, log });
    await notifyOfLook({ at: at + 60_000, parts: parts(14), changes: [] }, { notifier, log });
    expect(await queued()).toEqual([`Harbor: The certificate of ${target} expires in 14 days. Renew it.`]);
    await notifyOfLook({ at: at + 86_400_000, parts: parts(1), changes: [] }, { notifier, log });
    await notifyOfLook({ at: at + 2 * 86_400_000, parts: parts(1), changes: [] }, { notifier, log });
    expect(await queued()).toEqual([
      expect.stringContaining("expires in 14 days"),
      `Harbor: The certificate of ${target} expires in 0 days. Renew it.`,
      `Harbor: The certificate of ${target} has expired. Renew it.`,
    ]);
  });
});

it("values that another program overwrites are reported only once", async () => {
  const { notifier, queued } = await quietNotifier();
  const listener = notifyOfUndone({ notifier, log });
  for (let nth = 0; nth < 2; nth += 1) await listener({ undone: ["limits.user.maxBio"] });
  expect(await queued()).toEqual([expect.stringContaining("undid 1 saved value: limits.user.maxBio.")]);
  await listener({ undone: ["limits.user.maxBio", "api.endpoint"] });
  expect(await queued()).toHaveLength(2);
});
