import { beforeEach, expect, test } from "vitest";
import { configFile, db } from "@/testing/rooms";
import { createHiddenWarnings } from "@/lib/server/panel/hidden-warnings";
import { openTestPanel } from "@/testing/test-panel";

const panel = openTestPanel({ general: { instanceName: "Harbor" } }, { LOG_LEVEL: "silent" });
const warning = {
  key: "warning registration-open",
  title: "Registration is open",
  reason: "Event",
  days: 30,
};

beforeEach(async () => {
  await db().deleteFrom("hidden_warnings").execute();
});

test("a hidden warning has a reason, an end and an author, and is recorded", async () => {
  const [hidden] = await panel.get("hideWarning", { body: warning });
  expect(hidden).toMatchObject({ title: warning.title, reason: "Event", actor: "keeper" });
  expect(hidden!.until - hidden!.at).toBe(30 * 86_400_000);
  expect(await panel.get("listHiddenWarnings")).toEqual([hidden]);
  expect((await panel.entries())[0]).toMatchObject({
    action: "warning.hide",
    target: warning.title,
    detail: { reason: "Event", days: 30 },
  });
  expect(await panel.get("showWarning", { params: { id: String(hidden!.id) } })).toEqual([]);
  expect((await panel.entries())[0]).toMatchObject({ action: "warning.show", target: warning.title });
  expect((await panel.ask("showWarning", { params: { id: String(hidden!.id) } })).status).toBe(404);
});

test("hiding a warning again replaces its reason and its end", async () => {
  await panel.get("hideWarning", { body: warning });
  const again = await panel.get("hideWarning", { body: { ...warning, reason: "Longer", days: 90 } });
  expect(again.map(({ reason }) => reason)).toEqual(["Longer"]);
});

test.each([
  { reason: "  " },
  { reason: "x".repeat(501) },
  { days: 0 },
  { days: 366 },
  { days: 1.5 },
  { key: "" },
])("%j is refused", async (rest) => {
  expect((await panel.ask("hideWarning", { body: { ...warning, ...rest } })).status).toBe(422);
  expect(await panel.get("listHiddenWarnings")).toEqual([]);
});

test("a hidden warning is shown again at its end", async () => {
  let now = Date.parse("2026-11-27T12:00:00Z");
  const hidden = createHiddenWarnings({ db: db(), fileId: () => configFile().id(), now: () => now });
  await hidden.hide({ ...warning, days: 1, actor: "mara" });
  now += 86_400_000 - 1;
  expect(await hidden.list()).toHaveLength(1);
  now += 1;
  expect(await hidden.list()).toEqual([]);
});
