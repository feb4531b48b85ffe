import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { db } from "@/lib/server/db";
import { notify, stopNotifying } from "@/lib/server/monitor/notify";
import { enqueue } from "@/lib/server/monitor/notify/queue";
import { openTestPanel } from "@/testing/test-panel";
import { followNotifications, saveNotificationSettings } from "@/lib/server/panel/notification-settings";
import { panelSettings } from "@/lib/panel-settings";
import { changeEnv, forgetSingleton } from "@/testing/singletons";

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
  await stopNotifying();
  webhook.close();
});
afterEach(async () => {
  await saveNotificationSettings({ url: null, secret: null, muted: [] });
  received.length = 0;
});

const save = (body: object) => panel.get("saveNotifications", { body });
const SECRET = "a secret that signs notifications";

describe("the notification settings", () => {
  test("are stored encrypted, and returned without the secret and the webhook's path", async () => {
    expect(await panel.get("getNotifications")).toEqual({
      webhook: { origin: null, isFixed: false },
      secret: { isSet: false, isFixed: false },
      muted: [],
      deliveries: [],
    });
    const origin = new URL(url).origin;
    const saved = await save({ url: ` ${url} `, secret: SECRET, muted: ["backups"] });
    expect(saved).toMatchObject({
      webhook: { origin, isFixed: false },
      secret: { isSet: true, isFixed: false },
      muted: ["backups"],
    });
    expect(JSON.stringify(saved)).not.toContain("/hook");
    expect(await panel.entries()).toMatchObject([
      {
        action: "notify.save",
        target: origin,
        detail: { changed: ["url", "secret", "muted"], muted: ["backups"] },
      },
    ]);
    const { value } = await db()
      .selectFrom("meta")
      .select("value")
      .where("key", "=", "notifications")
      .executeTakeFirstOrThrow();
    expect(value).not.toContain("hook");
    expect(panelSettings()).toMatchObject({ notifyUrl: url, notifySecret: SECRET, mutedTopics: ["backups"] });
  });

  test("stay unchanged if omitted, and are removed if null", async () => {
    await save({ url, secret: SECRET, muted: ["backups"] });
    await save({ muted: [] });
    expect(panelSettings()).toMatchObject({ notifyUrl: url, notifySecret: SECRET, mutedTopics: [] });
    expect((await panel.entries())[0]?.detail).toEqual({ changed: ["muted"] });
    await save({ secret: null });
    expect([panelSettings().notifyUrl, panelSettings().notifySecret]).toEqual([url, undefined]);
    await save({ muted: ["backups"] });
    await save({ url: null });
    expect([panelSettings().notifyUrl, panelSettings().mutedTopics]).toEqual([undefined, ["backups"]]);
    expect((await panel.entries())[0]).toMatchObject({
      target: null,
      detail: { changed: ["url"], muted: ["backups"] },
    });
  });

  test("are read when the panel starts", async () => {
    await save({ url, secret: SECRET, muted: ["backups"] });
    panelSettings().setNotifications({ muted: [] });
    await followNotifications();
    expect(panelSettings()).toMatchObject({ notifyUrl: url, notifySecret: SECRET, mutedTopics: ["backups"] });
  });

  test.each(["ftp://example.org/hook", "example.org", "https://ada:x@example.org/"])(
    "refuse %s as the webhook",
    async (typed) => {
      const { status, body } = await panel.ask("saveNotifications", { body: { url: typed } });
      expect([status, body]).toMatchObject([
        422,
        { problems: [{ path: "url", message: expect.stringMatching(/^The address must .+\.$/) }] },
      ]);
      expect(panelSettings().notifyUrl).toBeUndefined();
    },
  );

  test("cannot replace a webhook or secret from the environment", async () => {
    changeEnv({ givenNotifyUrl: url, givenNotifySecret: SECRET });
    forgetSingleton("panel-settings");
    try {
      for (const [body, name] of [
        [{ url: null }, "NOTIFY_URL"],
        [{ secret: null }, "NOTIFY_SECRET"],
      ] as const)
        expect(await panel.ask("saveNotifications", { body })).toMatchObject({
          status: 409,
          body: { detail: expect.stringContaining(name) },
        });
      expect(await save({ muted: ["backups"] })).toMatchObject({
        webhook: { isFixed: true },
        secret: { isSet: true, isFixed: true },
        muted: ["backups"],
      });
    } finally {
      changeEnv({ givenNotifyUrl: undefined, givenNotifySecret: undefined });
      forgetSingleton("panel-settings");
    }
  });
});

describe("a webhook", () => {
  test("can be tested with a signed message, and the outcome is returned and recorded", async () => {
    expect(await panel.ask("testNotification")).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining("No webhook") },
    });
    await save({ url, secret: SECRET });
    expect(await panel.get("testNotification")).toMatchObject({ isSent: true });
    expect(received).toMatchObject([{ event: "test", signature: expect.any(String) }]);
    expect((await panel.entries())[0]).toMatchObject({ action: "notify.test", detail: { isSent: true } });
    await save({ url: url.replace("hook", "refuse") });
    expect(await panel.get("testNotification")).toMatchObject({ isSent: false });
    expect((await panel.entries())[0]).toMatchObject({ detail: { isSent: false } });
    expect((await panel.get("getNotifications")).deliveries).toMatchObject([
      { events: ["test"], state: "refused" },
      { events: ["test"], state: "sent" },
    ]);
  });

  test("receives queued messages, but no events from before the webhook was saved", async () => {
    await notify({ event: "backup-failed", reason: "Earlier" });
    const left = {
      id: "1",
      content: "Harbor: x",
      at: new Date().toISOString(),
      instance: "Harbor",
      details: {},
    };
    await enqueue(db(), { ...left, event: "instance-up" });
    await save({ url });
    await vi.waitFor(() => expect(received.map(({ event }) => event)).toEqual(["instance-up"]), 5_000);
  });
});
