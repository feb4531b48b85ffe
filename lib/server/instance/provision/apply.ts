import "server-only";
import { type BotPlan, isChanging, type Plan } from "./plan";
import type { Added, ProvisionTarget } from "./target";

export interface IssuedToken {
  bot: string;
  id: string;
  token: string;
}

/** Who is told of each step, and waited for, before the next one begins. */
export interface Progress {
  /** A bot is about to be made; its token follows. */
  beforeToken(bot: string): void | Promise<void>;
  /** Has to keep the token: it is not told again. */
  onToken(token: IssuedToken): void | Promise<void>;
  /** The bot is as the document says. `notes`: where the instance did something else. */
  onDone(bot: BotPlan, id: string, notes: readonly string[]): void | Promise<void>;
}

function noteOf(name: string, wanted: bigint, added: Added): string[] {
  if (added === "was-member")
    return [
      `It was in ${JSON.stringify(name)} already, and your instance left its permissions as they were. To change them, take the bot out of the guild first.`,
    ];
  if (added.granted === null || added.granted === wanted) return [];
  return [`In ${JSON.stringify(name)} your instance granted ${added.granted} instead of ${wanted}.`];
}

/**
 * Does what the plan says, one bot after the other, and stops at the first failure; another run goes on from there.
 * @throws AppError as the target does
 */
export async function applyPlan(plan: Plan, target: ProvisionTarget, progress: Progress): Promise<void> {
  for (const bot of plan.bots) {
    if (!isChanging(bot)) continue;
    if (bot.token) await progress.beforeToken(bot.name);
    const made = bot.known
      ? { id: bot.known.id, isNew: false, hasBot: bot.known.hasBot }
      : await target.create(bot.name);
    const { id } = made;
    // Another run that was quicker has made the bot and has its token.
    const isOthers = bot.known === null && !made.isNew && made.hasBot;
    if (bot.token && !isOthers)
      await progress.onToken({ bot: bot.name, id, token: await target.issueToken(id) });
    if (Object.keys(bot.edit).length > 0) await target.edit(id, bot.edit);
    const notes: string[] = [];
    for (const { guild, action, wanted = 0n } of bot.guilds) {
      if (action === "none") continue;
      notes.push(...noteOf(guild.name, wanted, await target.addToGuild(id, guild.id, wanted)));
    }
    await progress.onDone(bot, id, notes);
  }
}
