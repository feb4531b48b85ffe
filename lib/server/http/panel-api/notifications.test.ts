import { once } from "node:events";
import { changeEnv, db, panelSettings, theRooms } from "@/testing/rooms";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { openTestPanel } from "@/testing/test-panel";

const panel = openTestPanel({ general: { instanceName: "Harbor" } }, { LOG_LEVEL: "silent" });

const received: { signature: string | undefined; event: string }[] = [];
const webhook = createServer((request, response) => {
  let body = "";
  request.on("data", (chunk: Buffer) => (body += chunk.toString()));
  request.on("end", () => {
    const signature = Object.entries(request.headers).find(([name]) => /signature/i.test(name))?.[1];
    received.push({ signature: signature?.toString(), event: (JSON.parse(body) as { event: string }).event });
    response.writeHead(request.url === "/refuse" ? 403 : 204).end();
  });
});
let url = "";
beforeAll(async () => {
  await once(webhook.listen(0, "127.0.0.1"), "listening");
  url = `http://127.0.0.1:${(webhook.address() as AddressInfo).port}/hook`;
});
afterAll(async () => {
  await theRooms().notifier.stop();
  webhook.close();
});
afterEach(async () => {
  await theRooms().panel.notifications.save({ channels: { webhook: null, ntfy: null }, muted: [] });
  await db().deleteFrom("notification_deliveries").execute();
  received.length = 0;
});

const save = (body: object) => panel.get("saveNotifications", { body });
const SECRET = "a secret that signs notifications";
const webhookIn = ({ channels }: { channels: readonly { name: string }[] }) =>
  channels.find(({ name }) => name === "webhook");

describe("the notification settings", () => {
  test("are stored encrypted, and returned without secrets and the webhook's path", async () => {
    const before = await panel.get("getNotifications");
    expect(before.channels.map(({ name, target }) => [name, target])).toEqual([
      ["webhook", null],
      ["discord", null],
      ["email", null],
      ["ntfy", null],
    ]);
    expect(before).toMatchObject({ muted: [], deliveries: [] });
    const { origin } = new URL(url);
    const saved = await save({
      channels: { webhook: { url: ` ${url} `, secret: SECRET } },
      muted: ["backups"],
    });
    expect(webhookIn(saved)).toMatchObject({
      target: origin,
      fields: [
        { name: "url", isSet: true, value: null, fixedBy: null },
        { name: "secret", isSet: true, value: null, fixedBy: null },
      ],
    });
    expect(JSON.stringify(saved)).not.toMatch(/\/hook|secret that signs/);
    expect(await panel.entries()).toMatchObject([
      {
        action: "notify.save",
        target: origin,
        detail: { changed: ["webhook", "muted"], muted: ["backups"] },
      },
    ]);
    const { value } = await db()
      .selectFrom("meta")
      .select("value")
      .where("key", "=", "notifications")
      .executeTakeFirstOrThrow();
    expect(value).not.toContain("hook");
    expect(panelSettings()).toMatchObject({
      channels: { webhook: { url, secret: SECRET } },
      mutedTopics: ["backups"],
    });
  });

  test("stay unchanged if omitted, and are removed if null", async () => {
    await save({ channels: { webhook: { url, secret: SECRET } }, muted: ["backups"] });
    await save({ muted: [] });
    expect(panelSettings().channels.webhook).toEqual({ url, secret: SECRET });
    expect((await panel.entries())[0]?.detail).toEqual({ changed: ["muted"] });
    await save({ channels: { webhook: { secret: null } } });
    expect(panelSettings().channels.webhook).toEqual({ url });
    await save({ channels: { ntfy: { url: "https://ntfy.example.org/topic" } }, muted: ["backups"] });
    expect(panelSettings().channels).toMatchObject({
      webhook: { url },
      ntfy: { url: "https://ntfy.example.org/topic" },
    });
    await save({ channels: { webhook: null, ntfy: null } });
    expect(panelSettings()).toMatchObject({ channels: { webhook: {} }, mutedTopics: ["backups"] });
    expect(panelSettings().channels.webhook).toEqual({});
    expect((await panel.entries())[0]).toMatchObject({
      target: null,
      detail: { changed: ["webhook", "ntfy"], muted: ["backups"] },
    });
  });

  test("are read when the panel starts", async () => {
    await save({ channels: { webhook: { url, secret: SECRET } }, muted: ["backups"] });
    panelSettings().setNotifications({ channels: {}, muted: [] });
    await theRooms().panel.notifications.follow();
    expect(panelSettings()).toMatchObject({
      channels: { webhook: { url, secret: SECRET } },
      mutedTopics: ["backups"],
    });
  });

  test.each([
    ["webhook", { url: "ftp://example.org/hook" }, "url", /^The webhook address must .+\.$/],
    ["webhook", { url: "https://ada:x@example.org/" }, "url", /must not have a username/],
    ["webhook", { secret: SECRET }, "url", /^Enter the webhook address\.$/],
    ["ntfy", { url: "https://ntfy.sh/" }, "url", /must end with the topic/],
    [
      "email",
      { server: "smtp://h", from: "a@example.org", to: "x" },
      "to",
      /^The recipient must be an email/,
    ],
  ])("refuse these settings of %s: %j", async (name, values, path, said) => {
    const { status, body } = await panel.ask("saveNotifications", { body: { channels: { [name]: values } } });
    expect([status, body]).toMatchObject([
      422,
      { problems: [{ path, message: expect.stringMatching(said) }] },
    ]);
    expect(webhookIn(await panel.get("getNotifications"))).toMatchObject({ target: null });
  });

  test("cannot replace a value from the environment", async () => {
    const none = { webhook: {}, discord: {}, email: {}, ntfy: {} };
    changeEnv({ givenChannels: { ...none, webhook: { url } } as never });
    try {
      await theRooms().panel.notifications.follow();
      expect(
        await panel.ask("saveNotifications", {
          body: { channels: { webhook: { url: "https://x.example" } } },
        }),
      ).toMatchObject({
        status: 409,
        body: { detail: expect.stringContaining("NOTIFY_URL") },
      });
      const saved = await save({ channels: { webhook: { secret: SECRET } }, muted: ["backups"] });
      expect(webhookIn(saved)).toMatchObject({
        target: new URL(url).origin,
        fields: [
          { name: "url", fixedBy: "NOTIFY_URL" },
          { name: "secret", fixedBy: null, isSet: true },
        ],
      });
      // Turning the channel off removes only what the panel stores.
      expect(webhookIn(await save({ channels: { webhook: null } }))).toMatchObject({
        target: new URL(url).origin,
      });
    } finally {
      changeEnv({ givenChannels: none as never });
    }
  });
});

describe("a webhook", () => {
  const sendTest = () => panel.get("testNotification", { body: { channel: "webhook" } });

  test("can be tested with a signed message, and the outcome is returned and recorded", async () => {
    expect(await panel.ask("testNotification", { body: { channel: "webhook" } })).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining("not set up") },
    });
    await save({ channels: { webhook: { url, secret: SECRET } } });
    expect(await sendTest()).toMatchObject({ isSent: true });
    expect(received).toMatchObject([{ event: "test", signature: expect.any(String) }]);
    expect((await panel.entries())[0]).toMatchObject({
      action: "notify.test",
      detail: { channel: "webhook", isSent: true },
    });
    await save({ channels: { webhook: { url: url.replace("hook", "refuse") } } });
    expect(await sendTest()).toMatchObject({ isSent: false });
    expect((await panel.entries())[0]).toMatchObject({ detail: { isSent: false } });
    expect((await panel.get("getNotifications")).deliveries).toMatchObject([
      { events: ["test"], state: "refused" },
      { events: ["test"], state: "sent" },
    ]);
  });

  test("receives messages after it was saved, but no events from before", async () => {
    await theRooms().notifier.notify({ event: "backup-failed", reason: "Earlier" });
    await save({ channels: { webhook: { url } } });
    await theRooms().notifier.notify({ event: "backup-failed", reason: "Later" });
    await vi.waitFor(() => expect(received.map(({ event }) => event)).toEqual(["backup-failed"]), 5_000);
  });
});
