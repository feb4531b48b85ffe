import "server-only";
import { AppError, type ErrorCode } from "@/lib/errors";
import type { Authorized } from "@/lib/shared/contract/bots";
import type { Instance } from "../instance";
import { type BotPlan, isChanging, type Plan, type ProvisionTarget } from "./plan";

export interface IssuedToken {
  bot: string;
  id: string;
  token: string;
}

/** Reports the steps of a run. Each call is awaited before the next step. */
export interface Progress {
  /** Called before a token is requested for this bot. */
  beforeToken(bot: string): void | Promise<void>;
  /** Called with the new token. Must store the token, because the instance does not return it again. */
  onToken(token: IssuedToken): void | Promise<void>;
  /**
   * Called when all changes to the bot have been made. `notes` describe permissions that the instance did not
   * set as the document requires.
   */
  onDone(bot: BotPlan, id: string, notes: readonly string[]): void | Promise<void>;
}

function noteOf(name: string, requested: bigint, done: Authorized): string[] {
  if (done.kind === "was-member")
    return [
      `It was already in ${JSON.stringify(name)}, and your instance did not change its permissions. To change them, remove the bot from the guild first.`,
    ];
  if (done.kind === "found" || done.granted === null || done.granted === String(requested)) return [];
  return [`In ${JSON.stringify(name)} your instance granted ${done.granted} instead of ${requested}.`];
}

async function createBot({ applications }: Instance, name: string) {
  const application = await applications.create(name, { once: true });
  if (application.name.normalize("NFC").trim() === name) return application;
  throw new AppError(
    "conflict",
    `Your instance stored the name as ${JSON.stringify(application.name.slice(0, 100))}. Use this name in the document, so that the next run finds the bot.`,
  );
}

/** Advice for limits of the local store. Other errors already contain advice. */
const ADVICE: Partial<Record<ErrorCode, string>> = {
  "guild-member-limit": "Raise limits.guild.maxMembers",
  "guild-role-limit": "Raise limits.guild.maxRoles",
  "bot-guild-limit": "Raise limits.user.maxGuilds",
};

function during(bot: string, error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  const { code, message, problems, details } = error;
  const advice = ADVICE[code] === undefined ? "" : `. ${ADVICE[code]}, then run it again.`;
  return new AppError(code, `${bot}: ${message}${advice}`, { problems, details, cause: error });
}

async function executeFor(bot: BotPlan, instance: Instance, progress: Progress): Promise<void> {
  const { known, name, edit, guilds } = bot;
  if (bot.token) await progress.beforeToken(name);
  const application = known ?? (await createBot(instance, name));
  const { id } = application;
  // If another run created the bot in the meantime, that run has its token.
  const isOthers = "isNew" in application && !application.isNew && application.hasBot;
  if (bot.token && !isOthers)
    await progress.onToken({ bot: name, id, ...(await instance.applications.issueToken(id)) });
  if (Object.keys(edit).length > 0) await instance.applications.edit(id, edit);
  const notes: string[] = [];
  for (const { guild, action, wanted = 0n } of guilds) {
    if (action === "none") continue;
    notes.push(...noteOf(guild.name, wanted, await instance.bots.authorize(id, guild.id, wanted)));
  }
  await progress.onDone(bot, id, notes);
}

/**
 * Executes a plan one bot at a time, and stops at the first failure. The next run makes the remaining changes.
 * @throws AppError the instance's error, with the bot's name
 */
export async function executePlan(
  plan: Plan,
  { instance }: ProvisionTarget,
  progress: Progress,
): Promise<void> {
  for (const bot of plan.bots) {
    if (!isChanging(bot)) continue;
    await executeFor(bot, instance, progress).catch((error: unknown) => {
      throw during(bot.name, error);
    });
  }
}
