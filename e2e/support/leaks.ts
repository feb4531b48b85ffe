import { expect } from "@playwright/test";

/** The forms that a secret takes when copied, escaped or encoded. */
function spellingsOf(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const html = secret.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
  return [
    ...new Set([
      secret,
      json,
      // The data in a page is JSON inside a string of a script, so it is escaped twice.
      JSON.stringify(json).slice(1, -1),
      html,
      encodeURIComponent(secret),
      Buffer.from(secret).toString("base64").replace(/=+$/, ""),
      Buffer.from(secret).toString("base64url"),
    ]),
  ];
}

/** The secrets that a page, a log or an answer contains, in any form. */
export function leakedIn(text: string, secrets: readonly string[]): string[] {
  return secrets.filter((secret) => spellingsOf(secret).some((spelling) => text.includes(spelling)));
}

/** The shared check for leaked secrets. `place` describes the searched text. */
export function expectNoLeak(place: string, text: string, secrets: readonly string[]): void {
  expect(secrets.length, "There is something to look for").toBeGreaterThan(0);
  expect(leakedIn(text, secrets), `secrets in ${place}`).toEqual([]);
}
