import { expect, test } from "vitest";
import { sampleApply, sampleRunning } from "@/testing/sample-apply";
import { headlineOf, settingsWords } from "./running-words";

const now = Date.parse("2026-11-22T12:00:00Z");
const headline = (rest: Parameters<typeof sampleRunning>[0], changed: string[] = []) =>
  headlineOf(sampleRunning(rest), changed, now);
const known = {
  etag: "1".repeat(64),
  at: "2026-11-22T10:00:00Z",
  by: "told" as const,
  works: true,
  claim: "works" as const,
};
const setting = {
  path: "gif.enabled",
  state: "pending",
  needs: "restart",
  secret: false,
  runs: 1,
  file: 2,
} as const;
const rolledBack = sampleApply({ state: "rolled-back", endedAt: "2026-11-22T11:30:00Z", version: 7 });

test("the title counts the changes to apply", () => {
  expect(headline({ known, settings: [setting] }).title).toBe("1 change to apply");
  expect(headline({ known, settings: [setting], apply: rolledBack }).title).toBe("1 change to apply");
});

test("everything is in effect only with evidence", () => {
  expect(headline({ known })).toMatchObject({ title: "Everything is in effect", icon: "good" });
  const marked = { ...known, by: "marked" as const, works: false, claim: "presumed" as const };
  expect(headline({ state: "unknown", known: marked })).toMatchObject({
    title: "No changes to apply",
    icon: "none",
  });
  expect(headline({ state: "unknown", known: null })).toMatchObject({ title: "Not verified" });
  const applied = { ...known, by: "applied" as const };
  const isGood = (rest: Parameters<typeof headline>[0]) => headline(rest).icon === "good";
  expect(isGood({ known: applied })).toBe(true);
  // The instance does not answer now, or reports only a part of its settings.
  expect(isGood({ known: applied, state: "unknown" })).toBe(false);
  expect(isGood({ known: { ...applied, works: false, claim: "reported" } })).toBe(false);
  expect(isGood({ known: { ...applied, works: false, claim: "presumed" } })).toBe(false);
  expect(settingsWords(sampleRunning({ known: applied, state: "unknown" }))).toBe("No changes to apply");
  expect(headline({ known, unknownSince: "2026-11-22T11:00:00Z" })).toMatchObject({ title: "Not verified" });
  expect(headline({ state: "local" }).title).toBe("Changes take effect immediately");
});

test("a rollback is the title for an hour, and until its changes are fixed", () => {
  const after = (endedAt: string, changed?: string[]) =>
    headline({ known, apply: { ...rolledBack, endedAt } }, changed).title;
  expect(after("2026-11-22T11:00:00.001Z")).toBe("The apply of version 7 was rolled back");
  expect(after("2026-11-22T11:00:00.000Z")).toBe("Everything is in effect");
  expect(after("2026-11-21T11:00:00Z", ["general.instanceName"])).toBe(
    "The apply of version 7 was rolled back",
  );
});

test("an apply in progress is the title, with its question if it has one", () => {
  const apply = sampleApply({ state: "confirming", endedAt: null, changes: rolledBack.takenBack });
  expect(headline({ known, apply }).title).toBe("Applying 1 change");
  expect(headline({ known, apply: { ...apply, changes: [] } }).title).toBe("Applying the file");
  expect(headline({ known, apply: { ...apply, state: "asking" } }).title).toBe(
    "The apply is waiting for your decision",
  );
});

test("changes to apply do not hide that everything else is proven to be in effect", () => {
  const settings = [setting];
  expect(settingsWords(sampleRunning({ known, settings }))).toBe(
    "1 change to apply, everything else is in effect",
  );
  expect(settingsWords(sampleRunning({ known, settings, state: "unknown" }))).toBe("1 change to apply");
});
