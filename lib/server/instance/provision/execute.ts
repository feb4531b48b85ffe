import "server-only";
import { AppError, type ErrorCode } from "@/lib/errors";
import { type BotPlan, isChanging, type Plan } from "./plan";
import type { Added, ProvisionTarget } from "./target";

export interface IssuedToken {
  bot: string;
  id: string;
  token: string;
}

/** Called for each step and awaited before the next one. */
export interface Progress {
  /** A bot is about to be created, and its token will follow. */
  beforeToken(bot: string): void | Promise<void>;
  /** Must store the token, because it is not returned again. */
  onToken(token: IssuedToken): void | Promise<void>;
  /** The bot is now as described in the document. `notes`: where the instance deviated. */
  onDone(bot: BotPlan, id: string, notes: readonly string[]): void | Promise<void>;
}

function noteOf(name: string, wanted: bigint, added: Added): string[] {
  if (added === "was-member")
    return [
      `It was in ${JSON.stringify(name)} already, and your instance did not change its permissions. To change them, remove the bot from the guild first.`,
    ];
  if (added.granted === null || added.granted === wanted) return [];
  return [`In ${JSON.stringify(name)} your instance granted ${added.granted} instead of ${wanted}.`];
}

/** Advice for limits of the local store. Other errors contain their own advice. */
const ADVICE: Partial<Record<ErrorCode, string>> = {
  "guild-member-limit": "Raise limits.guild.maxMembers",
  "guild-role-limit": "Raise limits.guild.maxRoles",
  "bot-guild-limit": "Raise limits.user.maxGuilds",
};

/** An error with the name of its bot. */
function during(bot: string, error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  const { code, message, problems, details } = error;
  const advice = ADVICE[code] === undefined ? "" : `. ${ADVICE[code]}, then run it again.`;
  return new AppError(code, `${bot}: ${message}${advice}`, { problems, details, cause: error });
}

async function executeFor(bot: BotPlan, target: ProvisionTarget, progress: Progress): Promise<void> {
  const { known, name, edit, guilds } = bot;
  if (bot.token) await progress.beforeToken(name);
  const made = known ?? (await target.create(name));
  const { id } = made;
  // Another run was faster: it has created the bot and has its token.
  const isOthers = "isNew" in made && !made.isNew && made.hasBot;
  if (bot.token && !isOthers) await progress.onToken({ bot: name, id, token: await target.issueToken(id) });
  if (Object.keys(edit).length > 0) await target.edit(id, edit);
  const notes: string[] = [];
  for (const { guild, action, wanted = 0n } of guilds) {
    if (action === "none") continue;
    notes.push(...noteOf(guild.name, wanted, await target.addToGuild(id, guild.id, wanted)));
  }
  await progress.onDone(bot, id, notes);
}

/**
 * Executes the plan one bot at a time, and stops at the first failure. Another run continues from there.
 * @throws the target's AppErrors, with the bot's name
 */
export async function executePlan(plan: Plan, target: ProvisionTarget, progress: Progress): Promise<void> {
  for (const bot of plan.bots) {
    if (!isChanging(bot)) continue;
    await executeFor(bot, target, progress).catch((error: unknown) => {
      throw during(bot.name, error);
    });
  }
}
