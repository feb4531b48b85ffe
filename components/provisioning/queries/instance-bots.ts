import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import { webAddress } from "../web-address";
import type { InstanceAccess } from "./instance-access";
import { InstanceError } from "./instance-error";
import { askInstance, isNotOffered } from "./instance-request";

/** An application of the connected account, as the upstream instance describes it. */
export interface InstanceBot {
  id: string;
  name: string;
  description: string;
  /** Whether others may add it to their guilds; null if the instance does not say. */
  public: boolean | null;
  hasBot: boolean;
  /** The bot user's name; null if the instance does not say, or without a bot. */
  username: string | null;
  /** Where its owner wants people to add it from: an http or https address. */
  installUrl: string | null;
}

const sent = z.object({
  id: z.string().check(z.regex(/^[1-9]\d{0,18}$/)),
  name: z.string(),
  description: z.nullish(z.string()),
  bot_public: z.nullish(z.boolean()),
  bot: z.nullish(z.object({ username: z.nullish(z.string()) })),
  custom_install_url: z.nullish(z.string()),
});

/** Null for an entry that is no application. */
function instanceBot(entry: unknown): InstanceBot | null {
  const parsed = sent.safeParse(entry);
  if (!parsed.success) return null;
  const { id, name, description, bot_public, bot, custom_install_url } = parsed.data;
  return {
    id,
    name,
    description: description ?? "",
    public: bot_public ?? null,
    hasBot: bot != null,
    username: bot?.username ?? null,
    installUrl: webAddress(custom_install_url),
  };
}

async function listBots(access: InstanceAccess, signal?: AbortSignal): Promise<InstanceBot[] | null> {
  try {
    const answer = await askInstance(access, "/applications", { method: "GET", signal });
    if (!Array.isArray(answer)) return null;
    const bots = answer.flatMap((entry) => instanceBot(entry) ?? []);
    return bots.toSorted((a, b) => (BigInt(a.id) > BigInt(b.id) ? -1 : 1));
  } catch (error) {
    if (isNotOffered(error)) return null;
    throw error;
  }
}

/**
 * One application: asked by its id, or looked up in the list where the instance does not answer that.
 * @returns null where the instance offers neither
 * @throws InstanceError; status 404 for an id that the account's list lacks
 */
export async function readBot(
  access: InstanceAccess,
  id: string,
  signal?: AbortSignal,
): Promise<InstanceBot | null> {
  try {
    const answer = await askInstance(access, `/applications/${id}`, { method: "GET", signal });
    const bot = instanceBot(answer);
    if (bot) return bot;
  } catch (error) {
    if (!isNotOffered(error)) throw error;
  }
  const bots = await listBots(access, signal);
  if (bots === null) return null;
  const found = bots.find((bot) => bot.id === id);
  if (!found)
    throw new InstanceError("The connected account has no application with this id.", 404, [], 10002);
  return found;
}

// No retries: each failed request may already have waited for the instance's time limit.
const asked = { retry: false, staleTime: 10_000 } as const;

/**
 * The account's applications, newest first; null when the instance does not list them.
 * @param connection identifies the connection, so that another account's applications are never shown
 */
export const instanceBotsQuery = (access: InstanceAccess | null, connection: number) =>
  queryOptions({
    ...asked,
    queryKey: ["instance", connection, "bots", "list"],
    enabled: access !== null,
    queryFn: ({ signal }) => (access === null ? null : listBots(access, signal)),
  });

export const instanceBotQuery = (access: InstanceAccess | null, connection: number, id: string) =>
  queryOptions({
    ...asked,
    queryKey: ["instance", connection, "bots", id],
    enabled: access !== null,
    queryFn: ({ signal }) => (access === null ? null : readBot(access, id, signal)),
  });

/** Everything that shows the account's applications; to be asked again after a change. */
export const allInstanceBots = (connection: number) => ({ queryKey: ["instance", connection, "bots"] });
