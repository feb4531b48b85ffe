import "server-only";
import type { BotDetail, BotPage, PanelBot } from "@/lib/shared/contract/bots";
import { AppError } from "@/lib/errors";
import { readSettings } from "@/lib/server/config-file";
import { db } from "@/lib/server/db";
import { type Application, type BotCursor, instanceStore } from "@/lib/server/instance";
import { listOperators, type Operator } from "@/lib/server/operators";
import { localUserId } from "./local-user";

const PAGE = 50;
/** Characters; a longer search finds no name. */
const LONGEST_SEARCH = 100;

export const asPanelBot = (application: Application): PanelBot => ({
  id: application.id,
  name: application.name,
  description: application.description,
  public: application.botPublic,
  owner: application.owner,
  hasBot: application.bot !== null,
  createdAt: new Date(application.createdAt).toISOString(),
});

/** A cursor is `<ms since 1970>.<id>` of a page's last bot. */
function cursorOf(text: string): BotCursor {
  const [, createdAt, id] = /^(\d{1,15})\.(\d{1,20})$/.exec(text) ?? [];
  if (!createdAt || !id)
    throw new AppError(
      "invalid-input",
      "This is not where a page of bots begins. Start from the first page.",
    );
  return { createdAt: Number(createdAt), id };
}

/**
 * A page of all bots, newest first.
 * @throws AppError `conflict` with an upstream instance; `invalid-input` for a cursor that is none
 */
export async function botPage(
  operator: Operator,
  { search = "", after }: { search?: string; after?: string },
): Promise<BotPage> {
  localUserId(operator);
  const page = {
    // PostgreSQL's texts cannot hold NUL.
    search: search.replaceAll("\0", "").slice(0, LONGEST_SEARCH).trim(),
    // One more than shown tells whether there is another page.
    limit: PAGE + 1,
    ...(after !== undefined && { after: cursorOf(after) }),
  };
  const found = await instanceStore().listBots(page);
  const shown = found.slice(0, PAGE);
  const last = found.length > PAGE ? shown.at(-1) : undefined;
  return {
    bots: shown.map((bot) => ({ ...asPanelBot(bot), guildCount: bot.guildCount })),
    next: last ? `${last.createdAt}.${last.id}` : null,
  };
}

/** Where bots' programs find the instance, by the live file. An unreadable file tells nothing. */
export async function botAddresses(): Promise<{
  api: string | null;
  gateway: string | null;
  version: string;
}> {
  const settings = await readSettings().catch(() => null);
  const usable = (address: string | null | undefined) => (address && URL.canParse(address) ? address : null);
  return {
    api: usable(settings?.get("api.endpointPublic")),
    gateway: usable(settings?.get("gateway.endpointPublic")),
    version: settings?.get("api.defaultVersion") ?? "9",
  };
}

/**
 * One bot with its guilds.
 * @throws AppError `conflict` with an upstream instance; `unknown-application`
 */
export async function botDetail(operator: Operator, id: string): Promise<BotDetail> {
  const userId = localUserId(operator);
  const store = instanceStore();
  const bot = asPanelBot(await store.getBot(id));
  const [guilds, manageable, operators] = await Promise.all([
    store.listBotGuilds(id),
    store.listManageableGuilds(userId),
    listOperators(db()),
  ]);
  const held = new Map(manageable.map((guild) => [guild.id, String(guild.permissions)]));
  return {
    ...bot,
    guilds: guilds.map((guild) => ({
      id: guild.id,
      name: guild.name,
      permissions: String(guild.permissions),
      joinedAt: new Date(guild.joinedAt).toISOString(),
      held: held.get(guild.id) ?? null,
    })),
    heirs: operators.flatMap(({ userId: id, username, disabled }) =>
      id === null || disabled ? [] : [{ id, username }],
    ),
  };
}
