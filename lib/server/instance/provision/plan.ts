import "server-only";
import { AppError } from "@/lib/errors";
import type { ParsedDocument, WantedBot } from "./document/parse";
import type { DocumentProblem } from "./document/read";
import { GuildFinder } from "./guild-finder";
import type { BotChanges, KnownBot, KnownGuild, Presence, ProvisionTarget } from "./target";

/** What happens in one guild. */
export interface GuildPlan {
  guild: KnownGuild;
  present: Presence;
  /** Undefined: whatever it is. */
  wanted: bigint | undefined;
  /** `ask`: only the instance knows whether this changes anything. */
  action: "join" | "set" | "ask" | "none";
}

/** What happens to one bot. */
export interface BotPlan {
  /** As it will be called. */
  name: string;
  /** Null: it is created. */
  known: KnownBot | null;
  edit: BotChanges;
  /** Whether a token is made: for a new bot, and for one whose token an interrupted run did not save. */
  token: boolean;
  guilds: GuildPlan[];
  /** What the document asks for, but the instance does not tell. */
  untold: ("description" | "public")[];
}

export interface Plan {
  owner: string;
  bots: BotPlan[];
}

const MOST_PROBLEMS = 100;

/** @throws AppError `invalid-document` when there are problems, in the order of the document */
function refuseProblems(problems: readonly DocumentProblem[]): void {
  if (problems.length === 0) return;
  const ordered = problems.toSorted((a, b) => a.line - b.line || a.column - b.column);
  const shown = ordered.slice(0, MOST_PROBLEMS);
  const more = ordered.length - shown.length;
  const count = ordered.length === 1 ? "1 problem" : `${ordered.length} problems`;
  const rest = more > 0 ? ` The first ${MOST_PROBLEMS} are listed.` : "";
  throw new AppError(
    "invalid-document",
    `The document has ${count}, so nothing was changed.${rest} Correct what is listed and run it again.`,
    { problems: shown },
  );
}

/** Whether a plan changes something, or may. */
export const isChanging = ({ known, edit, token, guilds }: BotPlan): boolean =>
  known === null ||
  token ||
  Object.keys(edit).length > 0 ||
  guilds.some(({ action }) => action === "join" || action === "set" || action === "ask");

export const needsToken = (plan: Plan): boolean => plan.bots.some(({ token }) => token);

/** What the instance says is wrong with a text, as its own sentence. */
function normal<T>(make: () => T, report: (words: string) => void): T | undefined {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    report(error.problems[0]?.message ?? error.message);
    return undefined;
  }
}

/**
 * Compares a document with what there is.
 * @param unsaved names of bots whose tokens an interrupted run did not save
 * @throws AppError `invalid-document` with every problem, also those that parsing found
 */
export async function planFor(
  document: ParsedDocument,
  target: ProvisionTarget,
  unsaved: ReadonlySet<string> = new Set(),
): Promise<Plan> {
  const problems = [...document.problems];
  const [bots, guilds] = await Promise.all([target.knownBots(), target.knownGuilds()]);
  const finder = new GuildFinder(guilds, target.owner);
  const seen = new Map<string, number>();
  const plans: BotPlan[] = [];
  for (const wanted of document.bots) {
    const report = (at: readonly (string | number)[], words: string) =>
      void problems.push(document.problemAt([...wanted.path, ...at], words));
    const name = normal(
      () => target.normalName(wanted.name),
      (words) => report(["name"], words),
    );
    const description = normal(
      () => (wanted.description === undefined ? undefined : target.normalDescription(wanted.description)),
      (words) => report(["description"], words),
    );
    const found = name === undefined ? null : findBot(bots, name, wanted, target.owner, report);
    if (name !== undefined) refuseTwice(seen, document, wanted, found?.id ?? name, report);
    const where = wanted.guilds.flatMap((one) => {
      const guild = finder.find(one, (words) =>
        problems.push(document.problemAt([...one.path, "guild"], words)),
      );
      return guild ? [{ guild, one }] : [];
    });
    refuseGuildTwice(where, (path) =>
      problems.push(document.problemAt(path, "This guild is listed twice for this bot. Remove one.")),
    );
    if (name === undefined) continue;
    const ids = where.map(({ guild }) => guild.id);
    const presence = found && ids.length > 0 ? await target.presence(found.id, ids) : null;
    const guildPlans = where.map(({ guild, one }) => {
      const present = presence?.get(guild.id) ?? (found ? "unknown" : { member: false as const });
      const plan = guildPlan(guild, present, one.permissions);
      for (const words of finder.refusals(plan))
        problems.push(document.problemAt([...one.path, "permissions"], words));
      return plan;
    });
    plans.push(botPlan({ ...wanted, name, description }, found, guildPlans, unsaved));
  }
  refuseProblems(problems);
  return { owner: target.owner, bots: plans };
}

function findBot(
  bots: readonly KnownBot[],
  name: string,
  { id }: WantedBot,
  owner: string,
  report: (at: readonly string[], words: string) => void,
): KnownBot | null {
  if (id !== undefined) {
    const known = bots.find((bot) => bot.id === id);
    if (!known)
      report(["id"], `${owner} has no bot with this id. Remove the id to create one, or set its owner.`);
    return known ?? null;
  }
  const named = bots.filter((bot) => bot.name === name);
  if (named.length > 1)
    report(
      ["name"],
      `${owner} has ${named.length} bots of this name. Say which with id: ${named.map((bot) => bot.id).join(" or ")}.`,
    );
  return named[0] ?? null;
}

function refuseTwice(
  seen: Map<string, number>,
  document: ParsedDocument,
  wanted: WantedBot,
  key: string,
  report: (at: readonly string[], words: string) => void,
): void {
  const first = seen.get(key);
  if (first !== undefined) report(["name"], `This bot is listed on line ${first} already. Remove one.`);
  else seen.set(key, document.problemAt(wanted.path, "").line);
}

function refuseGuildTwice(
  where: readonly { guild: KnownGuild; one: { path: readonly (string | number)[] } }[],
  report: (path: readonly (string | number)[]) => void,
): void {
  const seen = new Set<string>();
  for (const { guild, one } of where) {
    if (seen.has(guild.id)) report([...one.path, "guild"]);
    seen.add(guild.id);
  }
}

function guildPlan(guild: KnownGuild, present: Presence, wanted: bigint | undefined): GuildPlan {
  const same = { guild, present, wanted };
  if (present === "unknown") return { ...same, action: "ask" };
  if (!present.member) return { ...same, action: "join" };
  const isKept = wanted === undefined || present.permissions === null || present.permissions === wanted;
  return { ...same, action: isKept ? "none" : "set" };
}

function botPlan(
  wanted: WantedBot,
  known: KnownBot | null,
  guilds: GuildPlan[],
  unsaved: ReadonlySet<string>,
): BotPlan {
  const { name, description } = wanted;
  const edit: BotChanges = {};
  const untold: BotPlan["untold"] = [];
  const present = known ?? { name, description: "", public: true };
  if (present.name !== name) edit.name = name;
  if (description !== undefined && present.description === null) untold.push("description");
  else if (description !== undefined && present.description !== description) edit.description = description;
  if (wanted.public !== undefined && present.public === null) untold.push("public");
  else if (wanted.public !== undefined && present.public !== wanted.public) edit.public = wanted.public;
  const token = known === null || !known.hasBot || unsaved.has(name);
  return { name, known, edit, token, guilds, untold };
}
