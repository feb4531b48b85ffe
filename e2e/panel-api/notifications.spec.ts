import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { NotificationView } from "@/lib/shared/contract/notifications";
import type { WatchAnswer } from "@/lib/shared/contract/watch";
import { databaseOf } from "../support/database";
import { expect, stored, test } from "../support/instance";
import { type Panel, startPanel } from "../support/panel";
import { PanelClient } from "../support/session";

/*
 * Tests notifications that an owner sets up in the panel: the webhook, the muted topics, and the delivery
 * results.
 */

const path = "/api/panel/notifications";
const secret = "what the receiver knows, too";

interface Received {
  path: string;
  event: string;
  signature: string | undefined;
}

/** Starts a webhook server that responds with these statuses in turn, and then with 204. */
async function receiving(statuses: number[] = []) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      const signature = request.headers["x-instance-admin-signature"]?.toString();
      received.push({ path: request.url ?? "", event: (JSON.parse(body) as Received).event, signature });
      response.writeHead(statuses.shift() ?? 204).end();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { received, origin, url: `${origin}/hooks/s3cret-token`, close: () => server.close() };
}

const view = (client: PanelClient) => client.json<NotificationView>(path);
const save = (client: PanelClient, body: unknown) => client.send("PUT", path, body);
/** The webhook's settings as the page shows them. */
const webhookOf = async (client: PanelClient) => {
  const channel = (await view(client)).channels.find(({ name }) => name === "webhook");
  return {
    target: channel?.target,
    fields: channel?.fields.map(({ isSet, fixedBy }) => [isSet, fixedBy]),
  };
};
const sendTest = async (client: PanelClient) =>
  (await (await client.send("POST", `${path}/test`, { channel: "webhook" })).json()) as {
    isSent: boolean;
    message: string;
  };

test(
  "an owner's webhook applies to every replica and is stored encrypted",
  stored,
  async ({ newDatabase }) => {
    const webhook = await receiving();
    const databaseUrl = await newDatabase();
    let panel: Panel = await startPanel({ databaseUrl });
    const replica = await startPanel({
      databaseUrl,
      // Replicas need the data folder's secret to decrypt the webhook.
      folder: panel.folder,
    });
    try {
      const client = await PanelClient.signIn(panel);
      const refused = await client.send("POST", `${path}/test`, {});
      expect([refused.status, await refused.text()]).toEqual([
        409,
        expect.stringContaining("Notifications page"),
      ]);

      expect(
        (await save(client, { channels: { webhook: { url: webhook.url, secret } }, muted: ["sign-ins"] }))
          .status,
      ).toBe(200);
      expect(await view(client)).toMatchObject({ muted: ["sign-ins"], deliveries: [] });
      expect(await webhookOf(client)).toEqual({
        target: webhook.origin,
        fields: [
          [true, null],
          [true, null],
        ],
      });
      expect(await sendTest(client)).toMatchObject({ isSent: true });
      // The other process learns about the webhook from a notification between the processes, or from the
      // shared database.
      await expect
        .poll(() => sendTest(client.at(replica)), { intervals: [50] })
        .toMatchObject({ isSent: true });
      expect(webhook.received[0]).toMatchObject({
        path: "/hooks/s3cret-token",
        event: "test",
        signature: expect.stringMatching(/^sha256=/),
      });
      const [delivery] = (await view(client)).deliveries;
      expect(delivery).toMatchObject({ events: ["test"], state: "sent", tries: 1 });

      // No response contains the address or the secret, and the database stores both encrypted.
      const rows = await databaseOf(databaseUrl, panel.dataDir).query("select key, value from meta");
      const [audit] = await databaseOf(databaseUrl, panel.dataDir).query(
        "select target, detail from audit where action = 'notify.save' and outcome = 'done'",
      );
      expect(audit).toMatchObject({ target: webhook.origin });
      const texts = [
        JSON.stringify(await view(client)),
        JSON.stringify(rows),
        JSON.stringify(audit),
        panel.output(),
      ];
      for (const text of texts) expect(text).not.toMatch(/s3cret-token|what the receiver knows/);

      await panel.stop();
      panel = await startPanel({ folder: panel.folder, databaseUrl });
      const again = await PanelClient.signIn(panel);
      expect(await sendTest(again)).toMatchObject({ isSent: true });
      expect((await save(again, { channels: { webhook: null } })).status).toBe(200);
      expect(await view(again)).toMatchObject({ muted: ["sign-ins"] });
      expect(await webhookOf(again)).toEqual({
        target: null,
        fields: [
          [false, null],
          [false, null],
        ],
      });
    } finally {
      webhook.close();
      await replica.stop();
      await panel.dispose();
    }
  },
);

test("only owners can set the webhook, and cloud-internal addresses are refused", async ({ panelWith }) => {
  const webhook = await receiving([404]);
  const { client, panel } = await panelWith();
  try {
    for (const url of [
      "",
      "chat.example.org",
      "ftp://chat.example.org",
      "https://user:word@chat.example.org",
    ]) {
      const answer = await save(client, { channels: { webhook: { url } } });
      expect([url, answer.status]).toEqual([url, 422]);
      expect(await answer.json()).toMatchObject({ problems: [{ path: "url" }] });
    }
    expect((await save(client, { channels: { webhook: { secret: "too short" } } })).status).toBe(422);

    const password = "a lantern on the pier";
    for (const role of ["editor", "viewer"] as const) {
      await client.addOperator({ username: `${role}-one`, password, role });
      const other = await PanelClient.signIn(panel, { username: `${role}-one`, password });
      expect((await save(other, { channels: { webhook: { url: webhook.url } } })).status).toBe(403);
      expect((await other.fetch(path)).status).toBe(200);
    }

    expect((await save(client, { channels: { webhook: { url: webhook.url } } })).status).toBe(200);
    expect(await sendTest(client)).toEqual({ isSent: false, message: expect.stringContaining("status 404") });
    const [refused] = (await view(client)).deliveries;
    expect(refused).toMatchObject({ state: "refused", message: expect.stringContaining("status 404") });
    expect(
      (await save(client, { channels: { webhook: { url: "http://169.254.169.254/latest" } } })).status,
    ).toBe(200);
    expect(await sendTest(client)).toEqual({
      isSent: false,
      message: expect.stringContaining("never checks"),
    });
  } finally {
    await save(client, { channels: { webhook: null } });
    webhook.close();
  }
});

test("a webhook from environment variables cannot be changed, and muted topics are not sent", async () => {
  const webhook = await receiving();
  const panel = await startPanel({
    env: { NOTIFY_URL: webhook.url, NOTIFY_SECRET: secret, TRUSTED_PROXIES: "loopback" },
  });
  try {
    const client = await PanelClient.signIn(panel);
    expect(await webhookOf(client)).toEqual({
      target: webhook.origin,
      fields: [
        [true, "NOTIFY_URL"],
        [true, "NOTIFY_SECRET"],
      ],
    });
    for (const [body, name] of [
      [{ url: "https://chat.example.org/hook" }, "NOTIFY_URL"],
      [{ secret: "another secret of the same kind" }, "NOTIFY_SECRET"],
    ] as const) {
      const answer = await save(client, { channels: { webhook: body } });
      expect([answer.status, await answer.text()]).toEqual([409, expect.stringContaining(name)]);
    }
    const from = (address: string) => PanelClient.signIn(panel, undefined, { "x-forwarded-for": address });
    expect((await save(client, { muted: ["sign-ins"] })).status).toBe(200);
    await from("203.0.113.7");
    expect((await save(client, { muted: [] })).status).toBe(200);
    await from("203.0.113.8");
    await expect.poll(() => webhook.received.map(({ event }) => event)).toEqual(["new-address"]);
    await expect
      .poll(async () => (await view(client)).deliveries)
      .toMatchObject([{ events: ["new-address"], state: "sent" }]);
    expect((await client.json<WatchAnswer>("/api/panel/watch")).notifies).toBe(true);
  } finally {
    webhook.close();
    await panel.dispose();
  }
});
