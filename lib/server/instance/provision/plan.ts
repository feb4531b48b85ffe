import "server-only";
import type { BotChanges, PanelApplication } from "@/lib/shared/contract/bots";
import type { PanelGuild } from "@/lib/shared/contract/guilds";
import type { Instance, Presence } from "../instance";

export interface ProvisionTarget {
  /** The instance, with requests on behalf of the bots' owner. */
  instance: Instance;
  /** The owner's name for messages. */
  owner: string;
}

export type KnownGuild = Pick<PanelGuild, "id" | "name" | "manageable" | "permissions">;

export interface GuildPlan {
  guild: KnownGuild;
  present: Presence;
  /** Undefined if the document requests no permissions. */
  wanted: bigint | undefined;
  /** `ask` if only the instance knows whether adding the bot changes anything. */
  action: "join" | "set" | "ask" | "none";
}

export interface BotPlan {
  /** The bot's name after the run. */
  name: string;
  /** Null if the bot will be created. */
  known: PanelApplication | null;
  edit: BotChanges;
  /** Whether to issue a token: for new bots, and for bots whose tokens an interrupted run did not save. */
  token: boolean;
  guilds: GuildPlan[];
  /** Values of the document that cannot be compared, because the instance does not report them. */
  unreported: "public"[];
}

export interface Plan {
  owner: string;
  bots: BotPlan[];
}

/** Whether executing the plan changes the bot, or might change it. */
export const isChanging = ({ known, edit, token, guilds }: BotPlan): boolean =>
  known === null || token || Object.keys(edit).length > 0 || guilds.some(({ action }) => action !== "none");

export const needsToken = (plan: Plan): boolean => plan.bots.some(({ token }) => token);
