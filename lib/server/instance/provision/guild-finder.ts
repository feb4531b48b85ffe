import "server-only";
import { isSnowflake } from "@/lib/shared/chat/snowflake";
import { permissionLabels } from "@/lib/shared/chat/permissions";
import { brief } from "./document/read";
import type { GuildPlan, KnownGuild } from "./plan";

const MOST_LISTED = 5;

/** Finds the document's guilds by name or id among the guilds that the owner knows. */
export class GuildFinder {
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
    if (this.guilds === null) return "Your instance does not list guilds. Write the id of this one.";
    const names = this.guilds.slice(0, MOST_LISTED).map(({ name }) => `"${brief(name)}"`);
    const more = this.guilds.length > MOST_LISTED ? " and others" : "";
    const there =
      names.length > 0 ? `There are ${names.join(", ")}${more}.` : `${this.owner} is not in any guild.`;
    return `There is no guild "${brief(text)}". ${there}`;
  }

  refusals({ guild, action, wanted }: GuildPlan): string[] {
    if (action === "none") return [];
    if (action === "ask" && wanted === undefined)
      return [
        "Add permissions: your instance does not report whether the bot is in this guild, so the panel cannot preserve the existing ones.",
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

/** Returns the same key for names that look the same. */
const keyOf = (name: string) => name.slice(0, 1_000).normalize("NFC").trim();
