import type { ShownToken } from "../shown-token";

/** The addresses at which a bot's program reaches the instance. Null if the settings do not contain the address. */
export interface BotAddresses {
  /** `api.endpointPublic`, with or without `/api`. */
  api: string | null;
  /** `gateway.endpointPublic` */
  gateway: string | null;
  /** `api.defaultVersion`, such as `9`. */
  version: string;
}

export const LIBRARIES = ["discord.js", "discord.py", "Eris", "JDA", "curl"] as const;
export type Library = (typeof LIBRARIES)[number];

/**
 * Appends `/api` to an instance's address unless the address already ends with it. Libraries add a version,
 * such as `/v9`.
 */
function apiBase(address: string): string {
  const base = address.replace(/\/+$/, "");
  return base.endsWith("/api") ? base : `${base}/api`;
}

/**
 * Returns the code of a bot's first program. It reads the token from `BOT_TOKEN` and connects to this
 * instance instead of the library's default service.
 */
export function startCode(library: Library, addresses: BotAddresses): string {
  const base = apiBase(addresses.api ?? "https://chat.example.org/api");
  const gateway = addresses.gateway ?? "wss://gateway.chat.example.org";
  const { version } = addresses;
  const { host, pathname } = new URL(base);
  switch (library) {
    case "discord.js":
      return `import { Client, GatewayIntentBits } from "discord.js";

const client = new Client({
  intents: [GatewayIntentBits.Guilds],
  rest: { api: "${base}", version: "${version}" },
});
client.once("clientReady", () => console.log(\`Signed in as \${client.user.tag}\`));
await client.login(process.env.BOT_TOKEN);`;
    case "discord.py":
      return `import os
import discord
import yarl

discord.http.Route.BASE = "${base}/v${version}"
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL("${gateway}")

client = discord.Client(intents=discord.Intents.default())

@client.event
async def on_ready():
    print("Signed in as", client.user)

client.run(os.environ["BOT_TOKEN"])`;
    case "Eris":
      return `import Eris from "eris";

const bot = new Eris(\`Bot \${process.env.BOT_TOKEN}\`, {
  intents: ["guilds"],
  rest: { domain: "${host}", baseURL: "${pathname}/v${version}" },
});
bot.on("ready", () => console.log(\`Signed in as \${bot.user.username}\`));
bot.connect();`;
    case "JDA":
      return `import net.dv8tion.jda.api.JDABuilder;
import net.dv8tion.jda.api.requests.RestConfig;

public class Main {
  public static void main(String[] args) throws InterruptedException {
    var jda = JDABuilder.createDefault(System.getenv("BOT_TOKEN"))
        .setRestConfig(new RestConfig().setBaseUrl("${base}/v${version}/"))
        .build()
        .awaitReady();
    System.out.println("Signed in as " + jda.getSelfUser().getName());
  }
}`;
    case "curl":
      return `curl -H "Authorization: Bot $BOT_TOKEN" ${base}/v${version}/users/@me`;
  }
}

/** Unknown values are empty, for the operator to fill in. */
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
  ownerName: bot.name,
  label: "Bot token",
  noun: "token",
  file: { label: "Download .env", name: `${bot.id}.env`, text: envFile(addresses, token) },
});
