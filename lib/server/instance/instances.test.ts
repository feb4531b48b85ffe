import { readFileSync } from "node:fs";
import { expect, onTestFinished, test, vi } from "vitest";
import { byOperator } from "@/lib/shared/author";
import { audit, configFile, db, instances, panelSettings, theRooms } from "@/testing/rooms";
import { openTestPanel } from "@/testing/test-panel";
import { createInstances } from ".";

const panel = openTestPanel({}, { LOG_LEVEL: "silent" });

test("a file without a secret gets one when a token is created, and is otherwise not changed", async () => {
  await panel.write({});
  const store = instances().store();
  const { id } = await store.createUser({ username: "ada" });
  const { token } = await store.issueUserToken(id);
  expect(await store.authenticate(token)).toMatchObject({ username: "ada" });
  expect(panel.read()).toMatchObject({ security: { jwtSecret: expect.any(String) as unknown } });

  await panel.write({ security: { jwtSecret: "a secret of more than thirty-two bytes" } });
  const before = readFileSync(panel.configPath, "utf8");
  const next = await store.issueUserToken(id);
  expect(await store.authenticate(next.token)).toMatchObject({ username: "ada" });
  expect(readFileSync(panel.configPath, "utf8")).toBe(before);
});

test("a stopped panel reserves no more ids", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const { store, localFor, stop } = createInstances({
    db: db(),
    config: configFile(),
    panelSettings: panelSettings(),
    audit: audit(),
    log: theRooms().log,
    timeout: 1_000,
  });
  const user = await store().createUser({ username: "bo" });
  const { users } = localFor({
    userId: user.id,
    actor: byOperator("bo"),
    operators: async () => [],
    inviteUrl: (botId) => ({ url: `https://panel.example/invite/${botId}`, at: "panel" }),
  });
  expect(await users.get(user.id)).toMatchObject({ username: "bo", isSelf: true });
  expect(vi.getTimerCount()).toBe(1);
  await stop();
  expect(vi.getTimerCount()).toBe(0);
});
