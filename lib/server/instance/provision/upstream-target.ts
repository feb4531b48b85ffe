import "server-only";
import { z } from "zod";
import { AppError } from "@/lib/errors";
import { grantedPermissions } from "@/lib/shared/chat/granted-permissions";
import { manageableGuild } from "@/lib/shared/chat/instance-guild";
import { isSnowflake } from "@/lib/shared/chat/snowflake";
import { normaliseName } from "../local/names";
import { type UpstreamClient, UpstreamError } from "../upstream/client";
import type { Added, KnownGuild, Presence, ProvisionTarget } from "./target";
import { allGuilds } from "./upstream-guilds";

/** Characters; the instance has limits of its own. */
const LONGEST = { name: 100, description: 4_000 };

const me = z.object({ id: z.string(), username: z.string(), bot: z.boolean().nullish() });
const application = z.object({
  id: z.string().refine(isSnowflake),
  name: z.string(),
  description: z.string().nullish(),
  bot_public: z.boolean().nullish(),
  bot: z.object({}).nullish(),
});
const created = z.object({
  id: z.string().refine(isSnowflake),
  name: z.string().optional(),
  bot: z.object({}).nullish(),
});
const issued = z.object({ token: z.string().min(1) });

const normalText = (text: string) => text.normalize("NFC").trim();

/** @returns what the request answers; undefined when the instance does not have the route */
async function ifOffered<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof UpstreamError && error.isNotOffered) return undefined;
    throw error;
  }
}

function parsed<T extends z.ZodType>(schema: T, answer: unknown, what: string): z.output<T> {
  const result = schema.safeParse(answer);
  if (result.success) return result.data;
  throw new UpstreamError(`Your instance did not answer with ${what}. Look on it for what was made.`, 200);
}

const asKnownGuild =
  (accountId: string | null) =>
  (entry: { id: string; name: string }): KnownGuild => {
    const { id, name } = entry;
    const guild = manageableGuild(entry, accountId);
    if (!guild) return { id, name, mayManage: false, held: null };
    const held = guild.permissions === null ? null : BigInt(guild.permissions);
    return { id, name, mayManage: held === null ? null : true, held };
  };

/**
 * An upstream instance, for bots of the account that a token belongs to. It tells what its API tells: nothing is guessed.
 * @throws UpstreamError
 */
export async function upstreamTarget(client: UpstreamClient): Promise<ProvisionTarget> {
  const account = me.safeParse(await ifOffered(client.ask("GET", "/users/@me"))).data;
  if (account?.bot)
    throw new UpstreamError("INSTANCE_USER_TOKEN belongs to a bot. Set it to a person's token.", 403, 20001);
  /** Whether the instance tells if somebody is in a guild, as far as it was asked. */
  let tellsMembers = true;

  async function presenceIn(botId: string, guildId: string): Promise<Presence> {
    if (!tellsMembers) return "unknown";
    try {
      await client.ask("GET", `/guilds/${guildId}/members/${botId}`);
      return { member: true, permissions: null };
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      if (error.isNotOffered) tellsMembers = false;
      else if (error.answered === 404) return { member: false };
      else if (error.answered !== 403) throw error;
      return "unknown";
    }
  }

  return {
    owner: account?.username ?? "your account",
    normalName: (name) => normaliseName(name, LONGEST.name),
    normalDescription(text) {
      const description = normalText(text.slice(0, LONGEST.description));
      if (text.length <= LONGEST.description) return description;
      const message = `Use at most ${LONGEST.description} characters.`;
      throw new AppError("invalid-input", undefined, { problems: [{ path: "description", message }] });
    },

    async knownBots() {
      const answer = await ifOffered(client.ask("GET", "/applications"));
      if (answer === undefined)
        throw new UpstreamError(
          "Your instance does not list applications, so bots would be made again with each run. Nothing was changed. Create them on the Bots page instead.",
          404,
        );
      return parsed(z.array(application), answer, "a list of applications").map((one) => ({
        id: one.id,
        name: normalText(one.name),
        description: one.description === undefined ? null : normalText(one.description ?? ""),
        public: one.bot_public ?? null,
        hasBot: one.bot != null,
      }));
    },

    async knownGuilds() {
      const guilds = await ifOffered(allGuilds(client));
      return guilds?.map(asKnownGuild(account?.id ?? null)) ?? null;
    },

    async presence(botId, guildIds) {
      const found = new Map<string, Presence>();
      for (const id of guildIds) found.set(id, await presenceIn(botId, id));
      return found;
    },

    async create(name) {
      const answer = await client.ask("POST", "/applications", { name });
      const made = parsed(created, answer, "the application's id");
      if (made.name !== undefined && normalText(made.name) !== name)
        throw new UpstreamError(
          `Your instance stored the name as ${JSON.stringify(made.name.slice(0, 100))}. Write it like that in the document, so that the next run finds it.`,
          200,
        );
      return { id: made.id, hasBot: made.bot != null, isNew: true };
    },

    async issueToken(id) {
      return parsed(issued, await client.ask("POST", `/applications/${id}/bot`), "the bot's token").token;
    },

    async edit(id, { public: bot_public, ...texts }) {
      const changes = { ...texts, ...(bot_public !== undefined && { bot_public }) };
      const answer = await ifOffered(client.ask("PATCH", `/applications/${id}`, changes));
      if (answer === undefined)
        throw new UpstreamError(
          `Your instance does not let the ${Object.keys(changes).join(", ")} of an application be changed. Remove that from the document.`,
          404,
        );
    },

    async addToGuild(id, guild_id, permissions): Promise<Added> {
      try {
        const body = { guild_id, permissions: String(permissions), authorize: true };
        const answer = await client.ask("POST", `/oauth2/authorize?client_id=${id}`, body);
        return { granted: grantedPermissions(answer) };
      } catch (error) {
        // Some instances refuse to add a bot again; its permissions there stay as they are.
        const isIn =
          error instanceof UpstreamError && error.answered === 400 && /already a member/i.test(error.message);
        if (isIn) return "was-member";
        throw error;
      }
    },
  };
}
