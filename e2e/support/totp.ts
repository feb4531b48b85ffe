import { Secret, TOTP } from "otpauth";
import type { PanelClient } from "./session";

/** The code that an authenticator shows. @param steps of 30 seconds from now */
export const codeOf = (key: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Date.now() + steps * 30_000 });

/**
 * Sets up an authenticator for a client's operator with the current code. The next code is already valid, even if
 * the time step ends in the meantime: `codeOf(key, 1)`.
 */
export async function addApp(client: PanelClient): Promise<{ key: string; recoveryCodes: string[] }> {
  const asked = await client.send("POST", "/api/panel/account/totp", {});
  if (!asked.ok) throw new Error(`No app was offered: ${await asked.text()}`);
  const { key, setup } = (await asked.json()) as { key: string; setup: string };
  const added = await client.send("PUT", "/api/panel/account/totp", { setup, first: codeOf(key) });
  if (!added.ok) throw new Error(`No authenticator was added: ${await added.text()}`);
  const { recoveryCodes } = (await added.json()) as { recoveryCodes: string[] | null };
  return { key, recoveryCodes: recoveryCodes ?? [] };
}
