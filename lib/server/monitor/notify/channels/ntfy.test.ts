import { expect, test } from "vitest";
import { message, receiving } from "@/testing/notifications";
import { ntfy } from "./ntfy";

test("ntfy receives the text, the instance's name as title, a priority and the token", async () => {
  const { received, address } = await receiving();
  const url = address("/my-topic");
  const settings = { url, token: "tk_secret" };
  expect((await ntfy.send(settings, message("instance-down", { instance: "Häfen" }), [])).isSent).toBe(true);
  expect((await ntfy.send({ url }, message("new-address"), [])).isSent).toBe(true);
  expect(received).toMatchObject([
    {
      path: "/my-topic",
      body: "Harbor: instance-down",
      headers: {
        title: `=?UTF-8?B?${Buffer.from("Häfen").toString("base64")}?=`,
        priority: "4",
        authorization: "Bearer tk_secret",
        "content-type": "text/plain; charset=utf-8",
      },
    },
    { headers: { priority: "3" } },
  ]);
  expect(received[1]?.headers.authorization).toBeUndefined();
});

test.each([
  [4_000, 4_000],
  [4_001, 4_000],
  [4_002, 4_000],
])("a text of %i bytes is sent with at most 4,000, without half a character", async (bytes, sent) => {
  const { received, address } = await receiving();
  const text = "é".repeat(Math.floor(bytes / 2)) + (bytes % 2 ? "x" : "");
  await ntfy.send({ url: address("/t") }, message("test", { content: text }), []);
  expect(Buffer.byteLength(received[0]?.body ?? "")).toBe(sent);
  expect(received[0]?.body).not.toContain("\ufffd");
});

test("an address without a topic, and a token of two words, are refused", () => {
  const isValid = (settings: object) => ntfy.schema.safeParse(settings).success;
  expect(isValid({ url: "https://ntfy.sh/" })).toBe(false);
  expect(isValid({ url: "https://ntfy.sh/t" })).toBe(true);
  expect(isValid({ url: "https://ntfy.sh/t", token: "a b" })).toBe(false);
  expect(ntfy.target({ url: "https://ntfy.sh/my-topic" })).toBe("https://ntfy.sh");
});

test("a refused token is reported without the topic", async () => {
  const { address } = await receiving([403]);
  const outcome = await ntfy.send({ url: address("/my-topic") }, message("test"), []);
  expect(outcome).toMatchObject({ isSent: false, mayRetry: false });
  expect(outcome.message).toMatch(/^ntfy refused .* 403\. Check the address and the credentials\.$/);
});
