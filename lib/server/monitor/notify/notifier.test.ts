import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { byOperator } from "@/lib/shared/author";
import { configFile } from "@/lib/server/config-file";
import { closeDatabase, db, stopBeforeClose } from "@/lib/server/db";
import type { ProbeResult } from "@/lib/server/checks/probes";
import { forgetSingletons } from "@/testing/singletons";
import { placeMigrated } from "@/testing/test-database";
import type { Change } from "../parts";
import { listDeliveries, notify, sendTest, stopNotifying } from ".";
import { inWords, type NotifyEvent } from "./events";
import { notifyOfLook, notifyOfUndone } from "./triggers";
import { panelSettings } from "@/lib/panel-settings";

/* These tests follow notifications from the event to the queue and to the webhook. */

const folder = mkdtempSync(join(tmpdir(), "notifier-"));
const path = join(folder, "config.json");
const received: { event: string; content: string; instance: string }[] = [];
const webhook = createServer((request, response) => {
  let body = "";
  request.on("data", (chunk: Buffer) => (body += chunk.toString()));
  request.on("end", () => {
    received.push(JSON.parse(body) as (typeof received)[number]);
    response.writeHead(204).end();
  });
});

beforeAll(async () => {
  webhook.listen(0, "127.0.0.1");
  await once(webhook, "listening");
  await placeMigrated(join(folder, "instance.db"));
  writeFileSync(path, JSON.stringify({ general: { instanceName: "Harbor" } }));
  vi.stubEnv("DATA_DIR", folder);
  vi.stubEnv("CONFIG_PATH", path);
  vi.stubEnv("NOTIFY_URL", `http://127.0.0.1:${(webhook.address() as AddressInfo).port}/hook`);
  await configFile().prepare();
  // Stop deliveries, because most of these tests read the queue.
  await stopNotifying();
});
afterEach(async () => {
  await db().deleteFrom("notifications").execute();
  panelSettings().mutedTopics = [];
  received.length = 0;
});
afterAll(async () => {
  webhook.close();
  await closeDatabase();
  rmSync(folder, { recursive: true, force: true });
});

/** Returns the sentences of all queued messages. */
const queued = async () => {
  const rows = await db().selectFrom("notifications").orderBy("id").select("body").execute();
  return rows.flatMap(({ body }) => (JSON.parse(body) as { content: string }).content.split("\n"));
};

const down: NotifyEvent = {
  event: "instance-down",
  part: "api",
  target: "https://chat.example.org/api/ping",
  since: Date.parse("2026-11-22T05:10:00Z"),
  reason: "No response.",
};

describe("a notification", () => {
  it("contains the instance's name, but no credentials", async () => {
    await notify({ event: "backup-failed", reason: "It cannot reach postgres://ada:s3cret@db.example." });
    const [sentence] = await queued();
    expect(sentence).toContain("Harbor: A backup of the panel failed. It cannot reach postgres://");
    expect(sentence).not.toContain("s3cret");
  });

  it("is not queued if an owner has turned its topic off", async () => {
    panelSettings().mutedTopics = ["backups"];
    await notify({ event: "backup-failed", reason: "Full." }, down);
    expect(await queued()).toEqual([inWords(down, "Harbor")]);
    const { notifyUrl } = panelSettings();
    panelSettings().notifyUrl = undefined;
    await notify(down);
    await expect(sendTest("ada")).rejects.toMatchObject({ code: "conflict" });
    panelSettings().notifyUrl = notifyUrl;
    expect(await queued()).toHaveLength(1);
  });

  it("about a planned apply is limited to twenty per hour", async () => {
    const up: NotifyEvent = { ...down, event: "instance-up", until: down.since + 60_000 };
    const planned: NotifyEvent = { event: "apply-planned", at: down.since, actor: "ada" };
    const isPlanned = (text: string) => text.includes("planned");
    for (let nth = 0; nth < 30; nth += 1) await notify(planned, down, up);
    const sentences = await queued();
    expect(sentences.filter(isPlanned)).toHaveLength(20);
    expect(sentences.filter((text) => text.includes("down since"))).toHaveLength(30);
    expect(sentences.filter((text) => text.includes("up again"))).toHaveLength(30);
  });

  it("that tests the webhook is sent immediately", async () => {
    const outcome = await sendTest("ada");
    expect(outcome).toEqual({
      isSent: true,
      message: "The webhook accepted the notification with status 204.",
    });
    expect(received).toMatchObject([{ event: "test", instance: "Harbor", details: { username: "ada" } }]);
    expect((await listDeliveries(db()))[0]).toMatchObject({ state: "sent", events: ["test"], tries: 1 });
    for (let nth = 1; nth < 20; nth += 1) await sendTest("ada");
    await expect(sendTest("ada")).rejects.toMatchObject({
      code: "rate-limited",
      details: { retryAfter: 3_600 },
    });
    expect(received).toHaveLength(20);
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
    await notifyOfLook({ at, parts: [], changes });
    expect(await queued()).toEqual([
      `Harbor: API has been down since 05:10 UTC (${target}). No response.`,
      `CDN is up again after 1 minute (${target}).`,
    ]);
  });

  it("warn once a day about a certificate that expires soon", async () => {
    const parts = (days: number | undefined) => [
      {
        name: "gateway" as const,
        result: { ...result, ...(days !== undefined && { certificateDays: days }) },
      },
    ];
    await notifyOfLook({ at, parts: parts(15), changes: [] });
    await notifyOfLook({ at, parts: parts(undefined), changes: [] });
    expect(await queued()).toEqual([]);
    await notifyOfLook({ at, parts: parts(14), changes: [] });
    await notifyOfLook({ at: at + 60_000, parts: parts(14), changes: [] });
    expect(await queued()).toEqual([`Harbor: The certificate of ${target} expires in 14 days. Renew it.`]);
    await notifyOfLook({ at: at + 86_400_000, parts: parts(0), changes: [] });
    await notifyOfLook({ at: at + 2 * 86_400_000, parts: parts(-1), changes: [] });
    expect(await queued()).toEqual([
      expect.stringContaining("expires in 14 days"),
      `The certificate of ${target} expires in 0 days. Renew it.`,
      `The certificate of ${target} has expired. Renew it.`,
    ]);
  });
});

it("a saved value that another program overwrites is reported only once", async () => {
  const stop = notifyOfUndone();
  const file = configFile();
  const { etag: baseEtag } = await file.read();
  await file.save({
    baseEtag,
    operations: [{ op: "set", path: "limits.user.maxBio", value: 200 }],
    author: byOperator("ada"),
    onSecretChange: () => Promise.resolve(),
  });
  for (const description of ["calm", "calmer"]) {
    writeFileSync(
      path,
      JSON.stringify({ general: { instanceName: "Harbor", instanceDescription: description } }),
    );
    const { etag } = await file.read();
    await vi.waitFor(async () => {
      expect((await file.read()).etag).toBe(etag);
      expect((await queued()).join()).toContain("undid 1 saved value: limits.user.maxBio.");
    }, 5_000);
  }
  stop();
  expect(await queued()).toHaveLength(1);
});

it.each<[NotifyEvent, string]>([
  [
    { event: "rolled-back", from: null, to: null, reason: "No Hello.", notLoaded: 0 },
    "Applying the file failed, and the panel restored the last version that worked. No Hello.",
  ],
  [
    { event: "apply-failed", from: 3, to: null, reason: "Cut off.", notLoaded: 0 },
    "Applying version 3 of the file failed. The file cannot be read. The instance has loaded it. Cut off.",
  ],
  [
    { event: "apply-failed", from: 3, to: 4, reason: "Cut off.", notLoaded: 1 },
    "The file now has version 4. The instance has not loaded 1 setting from it.",
  ],
  [
    { event: "apply-planned", at: down.since, actor: "ada" },
    "The apply that ada planned starts at 05:10 UTC.",
  ],
  [
    { event: "plan-dropped", at: down.since, actor: "ada", reason: "It was edited." },
    "The apply that ada planned for 05:10 UTC was canceled. It was edited.",
  ],
  [
    { event: "planned-apply-done", version: 7, actor: "ada" },
    "The apply that ada planned is done. The instance now uses version 7 of the file.",
  ],
  [
    { event: "new-address", username: "ada", address: "192.0.2.1", browser: "Firefox" },
    "ada signed in to the panel from a new address: 192.0.2.1, Firefox.",
  ],
  [{ event: "backup-failed", reason: "Full." }, "A backup of the panel failed. Full."],
  [{ event: "test", username: "ada" }, "This is a test notification, sent by ada."],
  [
    { event: "values-undone", paths: Array.from({ length: 10 }, (_, nth) => `p${nth}`) },
    "undid 10 saved values: p0, p1, p2, p3, p4, p5, p6, p7, p8, p9. The overview",
  ],
  [
    { event: "values-undone", paths: Array.from({ length: 12 }, (_, nth) => `p${nth}`) },
    "undid 12 saved values: p0, p1, p2, p3, p4, p5, p6, p7, p8, p9 and 2 more. The overview",
  ],
  ...[
    [400, "1 second"],
    [29_000, "29 seconds"],
    [30_000, "1 minute"],
    [3_600_000, "1 hour"],
    [11_100_000, "3 hours 5 minutes"],
  ].map(([ms, words]): [NotifyEvent, string] => [
    { ...down, event: "instance-up", until: down.since + Number(ms) },
    `API is up again after ${words} (`,
  ]),
])("describes the event %j in a sentence", (event, words) => {
  expect(inWords(event, "Harbor")).toContain(words);
});

it("a notification that is queued during shutdown is sent before the process ends", async () => {
  await closeDatabase();
  forgetSingletons();
  await sendTest("ada");
  stopBeforeClose(() => notify({ event: "backup-failed", reason: "The backup stopped." }));
  await closeDatabase();
  forgetSingletons();
  expect(received.map(({ event }) => event)).toEqual(["test", "backup-failed"]);
});
