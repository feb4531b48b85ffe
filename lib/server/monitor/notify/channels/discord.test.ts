import { expect, test } from "vitest";
import { message, receiving } from "@/testing/notifications";
import { discord } from "./discord";

test("a chat webhook receives only the fields that it supports, and at most 2,000 characters", async () => {
  const { received, address } = await receiving();
  const url = address("/api/webhooks/1441/a-Token_1");
  const outcome = await discord.send({ url }, message("test", { content: "x".repeat(2_001) }), []);
  expect(outcome.isSent).toBe(true);
  expect(JSON.parse(received[0]?.body ?? "")).toEqual({
    content: "x".repeat(2_000),
    allowed_mentions: { parse: [] },
  });
  expect(discord.target({ url })).not.toContain("Token");
});
