import type { BotAddresses } from "./start-code";
import { apiBase } from "./start-code";
import type { ShownToken } from "../token-keeper";

/**
 * The content of a bot's `.env` file: its token and the instance's addresses. Unknown values are empty, for the
 * operator to fill in.
 */
export function envFile(addresses: BotAddresses, token = ""): string {
  const api = addresses.api === null ? "" : apiBase(addresses.api);
  const lines = [
    ["BOT_TOKEN", token],
    ["API_URL", api],
    ["API_VERSION", addresses.version],
    ["GATEWAY_URL", addresses.gateway ?? ""],
  ];
  return lines.map(([name, value]) => `${name}=${value}\n`).join("");
}

export const botToken = (
  bot: { id: string; name: string },
  addresses: BotAddresses,
  token: string,
): ShownToken => ({
  token,
  id: bot.id,
  of: bot.name,
  label: "Bot token",
  file: { label: "Download .env", name: `${bot.id}.env`, text: envFile(addresses, token) },
});
