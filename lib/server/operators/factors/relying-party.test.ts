import { afterEach, expect, test, vi } from "vitest";
import { createSeals } from "../seals";
import { testDatabase } from "@/testing/test-database";
import { consumeChallenge, isChallenge, newChallenge, whyNoPasskeys } from "./relying-party";

afterEach(() => vi.useRealTimers());

const seals = createSeals("a secret");
const text = (challenge: Uint8Array) => Buffer.from(challenge).toString("base64url");

test("a challenge is valid for five minutes and only for its purpose", () => {
  vi.useFakeTimers({ now: 1_000_000 });
  const challenge = text(newChallenge(seals, "proof 1"));
  expect(isChallenge(seals, challenge, "proof 1")).toBe(true);
  for (const other of ["proof 2", "sign-in", "passkey 1"] as const)
    expect(isChallenge(seals, challenge, other), other).toBe(false);
  vi.setSystemTime(1_000_000 + 5 * 60_000 - 1);
  expect(isChallenge(seals, challenge, "proof 1")).toBe(true);
  vi.setSystemTime(1_000_000 + 5 * 60_000);
  expect(isChallenge(seals, challenge, "proof 1")).toBe(false);
  // The clock was set back.
  vi.setSystemTime(1_000_000 - 1);
  expect(isChallenge(seals, challenge, "proof 1")).toBe(false);
});

test("a challenge cannot be created or changed without the key", () => {
  const challenge = text(newChallenge(seals, "sign-in"));
  const changed = (challenge.startsWith("A") ? "B" : "A") + challenge.slice(1);
  for (const forged of ["", "AAAA", changed, Buffer.from(String(Date.now() + 1000)).toString("base64url")])
    expect(isChallenge(seals, forged, "sign-in")).toBe(false);
});

test("if a challenge is answered several times concurrently, only the first answer counts", async () => {
  const db = await testDatabase();
  const challenge = text(newChallenge(seals, "sign-in"));
  const counted = await Promise.all([1, 2, 3].map(() => consumeChallenge(db, challenge)));
  expect(counted.filter(Boolean)).toHaveLength(1);
  expect(await consumeChallenge(db, challenge)).toBe(false);
  expect(await consumeChallenge(db, text(newChallenge(seals, "sign-in")))).toBe(true);
});

test.each([
  ["http://localhost:3000", null],
  ["https://panel.example.org", null],
  ["http://127.0.0.1:3000", "127.0.0.1"],
  ["https://[2001:db8::1]", "2001:db8::1"],
  ["http://panel.example.org", "https"],
])("reports why passkeys do not work at %s: %j (null if they work)", (address, words) => {
  const reason = whyNoPasskeys({ publicUrl: address });
  if (words === null) expect(reason).toBeNull();
  else expect(reason).toContain(words);
});
