import "server-only";
import type { BotChanges, KnownBot, KnownGuild, Presence } from "./target";

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
  /** What the document asks for, but the instance does not report. */
  unreported: ("description" | "public")[];
}

export interface Plan {
  owner: string;
  bots: BotPlan[];
}

/** Whether a plan changes something, or may. */
export const isChanging = ({ known, edit, token, guilds }: BotPlan): boolean =>
  known === null || token || Object.keys(edit).length > 0 || guilds.some(({ action }) => action !== "none");

export const needsToken = (plan: Plan): boolean => plan.bots.some(({ token }) => token);
