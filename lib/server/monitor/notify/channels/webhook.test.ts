import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { message, receiving } from "@/testing/notifications";
import type { Message } from "../message";
import { bodyFor, headersFor, webhook } from "./webhook";

describe("a delivery", () => {
  const answering = async (status: number, headers: Record<string, string> = {}) => {
    const server = createServer((request, response) => {
      request.resume().on("end", () => response.writeHead(status, headers).end());
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    onTestFinished(() => void server.close().closeAllConnections());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?key=s3cret`;
    return webhook.send({ url }, message("test"), []);
  };

  it.each([
    [200, true, false, "accepted the notification with status 200"],
    [204, true, false, "accepted the notification with status 204"],
    [299, true, false, "accepted"],
    [300, false, false, "status 300. The webhook redirects"],
    [307, false, false, "The webhook redirects"],
    [399, false, false, "The webhook redirects"],
    [400, false, false, "status 400. Check the address"],
    [401, false, false, "Check the address and the credentials"],
    [403, false, false, "Check the address and the credentials"],
    [404, false, false, "Check the address, and that it still exists"],
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
    const outcome = await webhook.send({ url: "http://127.0.0.1:9/hook?key=s3cret" }, message("test"), []);
    expect(outcome).toMatchObject({ isSent: false, mayRetry: true });
    expect(outcome.message).toMatch(/^The panel could not reach the webhook\. .+/);
    expect(outcome.message).not.toContain("s3cret");
  });
});

describe("a message", () => {
  it("is delivered as JSON, with a signature of its time and body", async () => {
    const secret = "what the receiver knows, too";
    const { received, address } = await receiving();
    expect(
      await webhook.send({ url: address("/hook?key=1"), secret }, message("instance-down"), []),
    ).toMatchObject({
      isSent: true,
    });
    const [{ path, headers, body } = { path: "", headers: {}, body: "" }] = received;
    expect(path).toBe("/hook?key=1");
    expect(JSON.parse(body)).toEqual(message("instance-down"));
    const timestamp = String(headers["x-instance-admin-timestamp"]);
    const expected = createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex");
    expect(headers).toMatchObject({
      "content-type": "application/json",
      "x-instance-admin-signature": `sha256=${expected}`,
      "x-instance-admin-event": "instance-down",
      "x-instance-admin-delivery": "id-of-instance-down",
    });
  });

  it("to a forbidden address is refused", async () => {
    const url = "http://169.254.169.254/latest?token=s3cret";
    const outcome = await webhook.send({ url }, message("test"), ["0.0.0.0/0"]);
    expect(outcome).toMatchObject({ isSent: false, message: expect.stringContaining("never checks") });
    expect(outcome.message).not.toContain("s3cret");
  });

  it.each([
    ["https://chat.example.org/api/webhooks/123/a-b_c", true],
    ["https://chat.example.org/webhooks/123/abc/", true],
    ["https://chat.example.org/webhooks/abc/abc", false],
    ["https://chat.example.org/webhooks/123", false],
    ["https://chat.example.org/webhooks/123/abc/slack", false],
    ["https://example.org/hook", false],
  ])("sent to %s uses the format of chat webhooks: %j", (url, isChat) => {
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
});
