import { Secret, TOTP } from "otpauth";
import type { PanelClient } from "./session";

/**
 * Returns the code that an authenticator shows.
 * @param steps the number of 30-second time steps after the current one
 */
export const codeOf = (key: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Date.now() + steps * 30_000 });

/**
 * Sets up an authenticator for the client's operator. This uses up the current code. Tests can use the next
 * code, `codeOf(key, 1)`, because the panel accepts codes one time step early.
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
