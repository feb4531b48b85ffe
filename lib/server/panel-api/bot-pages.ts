import "server-only";
import { z } from "zod";
import {
  BOT_ORDERS,
  type BotDetail,
  type BotOrder,
  type BotPage,
  type PanelBot,
} from "@/lib/shared/contract/bots";
import { AppError } from "@/lib/errors";
import { readSettings } from "@/lib/server/config-file";
import { db } from "@/lib/server/db";
import { type Application, type BotCursor, type BotSummary, instanceStore } from "@/lib/server/instance";
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
  icon: application.icon,
  owner: application.owner,
  hasBot: application.bot !== null,
  createdAt: new Date(application.createdAt).toISOString(),
});

/** Characters; longer than that of the longest name. */
const LONGEST_CURSOR = 10_000;
const cursorSchema = z.tuple([z.union([z.int(), z.string()]), z.string().regex(/^\d{1,20}$/)]);

/** A cursor is `[key, id]` of a page's last bot as JSON in base64url: names may hold any letters. */
const cursorText = ({ key, id }: BotCursor) => Buffer.from(JSON.stringify([key, id])).toString("base64url");

function cursorOf(text: string, order: BotOrder): BotCursor {
  try {
    const json = text.length > LONGEST_CURSOR ? "" : Buffer.from(text, "base64url").toString();
    const [key, id] = cursorSchema.parse(JSON.parse(json));
    // PostgreSQL's texts cannot hold NUL.
    const isKey = order === "name" ? typeof key === "string" && !key.includes("\0") : typeof key === "number";
    if (isKey) return { key, id };
  } catch {
    // Said below.
  }
  throw new AppError("invalid-input", "This is not where a page of bots begins. Start from the first page.");
}

function orderOf(text: string | undefined): BotOrder {
  const order = BOT_ORDERS.find((one) => one === (text ?? "newest"));
  if (order) return order;
  throw new AppError("invalid-input", `Bots are ordered by ${BOT_ORDERS.join(", ")}. Choose one of these.`);
}

/**
 * A page of all bots, newest first unless another order is asked for.
 * @throws AppError `conflict` with an upstream instance; `invalid-input` for an order or a cursor that is none
 */
export async function botPage(
  operator: Operator,
  asked: { search?: string; order?: string; after?: string },
): Promise<BotPage> {
  localUserId(operator);
  const order = orderOf(asked.order);
  const page = {
    order,
    // PostgreSQL's texts cannot hold NUL.
    search: (asked.search ?? "").replaceAll("\0", "").slice(0, LONGEST_SEARCH).trim(),
    // One more than shown tells whether there is another page.
    limit: PAGE + 1,
    ...(asked.after !== undefined && { after: cursorOf(asked.after, order) }),
  };
  const found = await instanceStore().listBots(page);
  const shown = found.slice(0, PAGE);
  const last = found.length > PAGE ? shown.at(-1) : undefined;
  const keyOf = (bot: BotSummary) => (order === "name" ? bot.nameKey : bot.createdAt);
  return {
    bots: shown.map((bot) => ({ ...asPanelBot(bot), guildCount: bot.guildCount })),
    next: last ? cursorText({ key: keyOf(last), id: last.id }) : null,
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
