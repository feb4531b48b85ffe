import { expect } from "@playwright/test";

/** Returns all forms in which a secret can appear: unchanged, escaped or encoded. */
function spellingsOf(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const html = secret.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
  return [
    ...new Set([
      secret,
      json,
      // Data in a page is JSON inside a string of a script, so it is escaped twice.
      JSON.stringify(json).slice(1, -1),
      html,
      encodeURIComponent(secret),
      Buffer.from(secret).toString("base64").replace(/=+$/, ""),
      Buffer.from(secret).toString("base64url"),
    ]),
  ];
}

/** Returns the secrets that a page, a log or a response contains in any form. */
export function leakedIn(text: string, secrets: readonly string[]): string[] {
  return secrets.filter((secret) => spellingsOf(secret).some((spelling) => text.includes(spelling)));
}

/** Expects that a text contains no secret in any form. `place` describes the text in the error message. */
export function expectNoLeak(place: string, text: string, secrets: readonly string[]): void {
  expect(secrets.length, "There is something to look for").toBeGreaterThan(0);
  expect(leakedIn(text, secrets), `secrets in ${place}`).toEqual([]);
}
