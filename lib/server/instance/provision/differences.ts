import "server-only";
import type { BotChanges, PanelApplication } from "@/lib/shared/contract/bots";
import type { Presence } from "../instance";
import type { WantedBot } from "./document/parse";
import type { BotPlan, GuildPlan, KnownGuild } from "./plan";

/** @param wanted the bot's permissions; undefined if the document requests none */
export function guildPlan(guild: KnownGuild, present: Presence, wanted: bigint | undefined): GuildPlan {
  const same = { guild, present, wanted };
  if (present === "unknown") return { ...same, action: "ask" };
  if (!present.member) return { ...same, action: "join" };
  const isKept =
    wanted === undefined || present.permissions === null || BigInt(present.permissions) === wanted;
  return { ...same, action: isKept ? "none" : "set" };
}

/**
 * Returns the changes that one bot needs.
 * @param known null if the bot must be created
 * @param unsaved names of bots whose tokens an interrupted run did not save
 */
export function botPlan(
  wanted: WantedBot,
  known: PanelApplication | null,
  guilds: GuildPlan[],
  unsaved: ReadonlySet<string>,
): BotPlan {
  const { name, description } = wanted;
  const edit: BotChanges = {};
  const unreported: BotPlan["unreported"] = [];
  const present = known ?? { name, description: "", public: true };
  if (present.name !== name) edit.name = name;
  if (description !== undefined && present.description !== description) edit.description = description;
  if (wanted.public !== undefined && present.public === null) unreported.push("public");
  else if (wanted.public !== undefined && present.public !== wanted.public) edit.public = wanted.public;
  const token = known === null || !known.hasBot || unsaved.has(name);
  return { name, known, edit, token, guilds, unreported };
}
