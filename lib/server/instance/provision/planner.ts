import "server-only";
import { AppError } from "@/lib/errors";
import type { PanelApplication } from "@/lib/shared/contract/bots";
import { normalizeName, normalizeText } from "../local/names";
import {
  botPlan,
  type BotPlan,
  guildPlan,
  type GuildPlan,
  type KnownGuild,
  type Plan,
  type ProvisionTarget,
} from "./plan";
import type { ParsedDocument, WantedBot, WantedGuild } from "./document/parse";
import { brief, type DocumentProblem, type Path } from "./document/read";
import { isSnowflake } from "@/lib/shared/chat/snowflake";
import { permissionLabels } from "@/lib/shared/chat/permissions";

/** With `words`, throws an error with this message instead of returning null. */
async function ifOffered<T>(request: Promise<T>, words?: string): Promise<T | null> {
  return request.catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== "not-offered") throw error;
    if (words !== undefined) throw new AppError("conflict", words);
    return null;
  });
}

const NOT_LISTED =
  "Your instance does not list applications, so every run would create the bots again. Nothing was changed. Create them on the Bots page instead.";

/**
 * @param unsaved names of bots whose tokens an interrupted run did not save
 * @throws AppError `invalid-document` with all problems, including those from parsing
 */
export async function planFor(
  document: ParsedDocument,
  target: ProvisionTarget,
  unsaved: ReadonlySet<string> = new Set(),
): Promise<Plan> {
  const { applications, guilds } = target.instance;
  const [bots, known, longest] = await Promise.all([
    ifOffered(applications.list({ complete: true }), NOT_LISTED),
    ifOffered(guilds.all(false)),
    applications.limits(),
  ]);
  const planner = new Planner(document, target, bots ?? [], known, longest);
  const plans: BotPlan[] = [];
  for (const described of document.bots) {
    const plan = await planner.plan(described, unsaved);
    if (plan) plans.push(plan);
  }
  refuseProblems(planner.problems);
  return { owner: target.owner, bots: plans };
}

class Planner {
  readonly problems;
  private readonly finder: GuildFinder;
  /** Maps each planned bot to its line in the document. The key is the bot's id or, for a new bot, its name. */
  private readonly lines = new Map<string, number>();

  constructor(
    private readonly document: ParsedDocument,
    private readonly target: ProvisionTarget,
    private readonly bots: readonly PanelApplication[],
    guilds: readonly KnownGuild[] | null,
    private readonly longest: { name: number; description: number },
  ) {
    this.problems = [...document.problems];
    this.finder = new GuildFinder(guilds, target.owner);
  }

  /** If the bot's name is invalid, reports a problem and returns null. */
  async plan(described: WantedBot, unsaved: ReadonlySet<string>): Promise<BotPlan | null> {
    const { path, description: text } = described;
    const name = this.normal([...path, "name"], () => normalizeName(described.name, this.longest.name));
    const description = this.normal([...path, "description"], () =>
      text === undefined ? undefined : normalizeText(text, this.longest.description, "description"),
    );
    const known = name === undefined ? null : this.find(name, described);
    if (name !== undefined) this.refuseTwice(known?.id ?? name, name, described);
    const guilds = await this.guildPlans(described, known);
    return name === undefined ? null : botPlan({ ...described, name, description }, known, guilds, unsaved);
  }

  private report(path: Path, words: string): void {
    this.problems.push(this.document.problemAt(path, words));
  }

  private normal<T>(path: Path, make: () => T): T | undefined {
    try {
      return make();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.report(path, error.problems[0]?.message ?? error.message);
      return undefined;
    }
  }

  private find(name: string, { id, path }: WantedBot): PanelApplication | null {
    const { owner } = this.target;
    if (id !== undefined) {
      const known = this.bots.find((bot) => bot.id === id);
      const words = `${owner} has no bot with this id. Remove the id to create one, or set its owner.`;
      if (!known) this.report([...path, "id"], words);
      return known ?? null;
    }
    const [first, ...others] = this.bots.filter((bot) => bot.name === name);
    if (first && others.length > 0) {
      const ids = [first, ...others].map((bot) => bot.id);
      const words = `${owner} has ${ids.length} bots with this name. Set id to one of them: ${ids.join(" or ")}.`;
      this.report([...path, "name"], words);
    }
    return first ?? null;
  }

  private refuseTwice(key: string, name: string, { path }: WantedBot): void {
    const first = this.lines.get(key);
    const { line } = this.document.problemAt(path, "");
    if (first !== undefined)
      this.report([...path, "name"], `This bot is already listed on line ${first}. Remove one.`);
    // A run would find a bot that the document renames when it looks for a new bot of the same name.
    for (const known of [key, name]) if (!this.lines.has(known)) this.lines.set(known, line);
  }

  private async guildPlans({ guilds }: WantedBot, known: PanelApplication | null): Promise<GuildPlan[]> {
    const matches = guilds.flatMap((wanted) => {
      const guild = this.finder.find(wanted, (words) => this.report([...wanted.path, "guild"], words));
      return guild ? [{ guild, wanted }] : [];
    });
    this.refuseGuildTwice(matches);
    const plans: GuildPlan[] = [];
    const canChange = this.target.instance.capabilities.botMembership === true;
    for (const { guild, wanted } of matches) {
      const present = known
        ? await this.target.instance.bots.membership(known.id, guild.id)
        : { member: false as const };
      const plan = guildPlan(guild, present, wanted.permissions, canChange);
      for (const words of this.finder.refusals(plan)) this.report([...wanted.path, "permissions"], words);
      plans.push(plan);
    }
    return plans;
  }

  private refuseGuildTwice(matches: readonly { guild: KnownGuild; wanted: WantedGuild }[]): void {
    const guildIds = new Set<string>();
    for (const { guild, wanted } of matches) {
      const words = "This guild is listed twice for this bot. Remove one.";
      if (guildIds.has(guild.id)) this.report([...wanted.path, "guild"], words);
      guildIds.add(guild.id);
    }
  }
}

const MOST_PROBLEMS = 100;

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

const MOST_LISTED = 5;

class GuildFinder {
  private readonly byId: ReadonlyMap<string, KnownGuild>;
  private readonly byName = new Map<string, KnownGuild[]>();

  constructor(
    private readonly guilds: readonly KnownGuild[] | null,
    private readonly owner: string,
  ) {
    this.byId = new Map(guilds?.map((guild) => [guild.id, guild]));
    for (const guild of guilds ?? []) {
      const key = keyOf(guild.name);
      const namesakes = this.byName.get(key);
      if (namesakes) namesakes.push(guild);
      else this.byName.set(key, [guild]);
    }
  }

  /** Returns null after reporting that the guild does not exist or that its name is ambiguous. */
  find({ guild: text }: { guild: string }, report: (words: string) => void): KnownGuild | null {
    const id = text.trim();
    const known = this.byId.get(id);
    if (known) return known;
    if (this.guilds === null && isSnowflake(id)) return { id, name: id, manageable: null, permissions: null };
    const [first, ...others] = this.byName.get(keyOf(text)) ?? [];
    if (first && others.length === 0) return first;
    if (!first) {
      report(this.unknown(text));
      return null;
    }
    const ids = [first, ...others].map(({ id }) => id);
    const listed = ids.slice(0, MOST_LISTED).join(", ");
    report(`There are ${ids.length} guilds with this name. Write the id of one instead: ${listed}.`);
    return null;
  }

  private unknown(text: string): string {
    if (this.guilds === null)
      return "Your instance does not list its guilds. Write the id of the guild instead of its name.";
    const names = this.guilds.slice(0, MOST_LISTED).map(({ name }) => `"${brief(name)}"`);
    const more = this.guilds.length > MOST_LISTED ? " and others" : "";
    const presence =
      names.length > 0 ? `There are ${names.join(", ")}${more}.` : `${this.owner} is not in any guild.`;
    return `There is no guild "${brief(text)}". ${presence}`;
  }

  refusals({ guild, action, wanted }: GuildPlan): string[] {
    if (action === "none") return [];
    if (action === "ask" && wanted === undefined)
      return [
        "List the bot's permissions here: your instance does not report whether the bot is in this guild, so the panel cannot preserve existing permissions.",
      ];
    if (guild.manageable === false)
      return [
        `${this.owner} may not add bots to ${brief(guild.name)}: adding bots requires the Manage guild permission.`,
      ];
    const missing = guild.permissions === null ? 0n : (wanted ?? 0n) & ~BigInt(guild.permissions);
    if (missing === 0n) return [];
    const names = permissionLabels(missing).join(", ");
    return [
      `${this.owner} cannot grant ${names} in ${brief(guild.name)} because ${this.owner} does not have it. Remove it here.`,
    ];
  }
}

const keyOf = (name: string) => name.slice(0, 1_000).normalize("NFC").trim();
