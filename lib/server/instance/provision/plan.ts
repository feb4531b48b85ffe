import "server-only";
import type { BotChanges, PanelApplication } from "@/lib/shared/contract/bots";
import type { PanelGuild } from "@/lib/shared/contract/guilds";
import type { Instance, Presence } from "../instance";

/** Where bots are provisioned. */
export interface ProvisionTarget {
  /** Acts as the bots' owner. */
  instance: Instance;
  /** The owner's display name. */
  owner: string;
}

/** The known facts about a guild that bots are added to. */
export type KnownGuild = Pick<PanelGuild, "id" | "name" | "manageable" | "permissions">;

/** The planned action in one guild. */
export interface GuildPlan {
  guild: KnownGuild;
  present: Presence;
  /** Undefined: any permissions. */
  wanted: bigint | undefined;
  /** `ask`: only the instance knows whether this changes anything. */
  action: "join" | "set" | "ask" | "none";
}

/** The planned changes of one bot. */
export interface BotPlan {
  /** Its future name. */
  name: string;
  /** Null: it will be created. */
  known: PanelApplication | null;
  edit: BotChanges;
  /** Whether a token is issued: for a new bot, and for a bot whose token an interrupted run did not save. */
  token: boolean;
  guilds: GuildPlan[];
  /** Values in the document that the instance does not report. */
  unreported: "public"[];
}

export interface Plan {
  owner: string;
  bots: BotPlan[];
}

/** Whether a plan changes or may change something. */
export const isChanging = ({ known, edit, token, guilds }: BotPlan): boolean =>
  known === null || token || Object.keys(edit).length > 0 || guilds.some(({ action }) => action !== "none");

export const needsToken = (plan: Plan): boolean => plan.bots.some(({ token }) => token);
