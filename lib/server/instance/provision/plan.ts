import "server-only";
import type { BotChanges, PanelApplication } from "@/lib/shared/contract/bots";
import type { PanelGuild } from "@/lib/shared/contract/guilds";
import type { Instance, Presence } from "../instance";
import type { WantedBot } from "./document/parse";
import { permissionLabels } from "@/lib/shared/chat/permissions";

export interface ProvisionTarget {
  /** Requests are made on behalf of the bots' owner. */
  instance: Instance;
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
  name: string;
  known: PanelApplication | null;
  edit: BotChanges;
  /** Whether to issue a token. True for new bots, and for bots whose tokens an interrupted run did not save. */
  token: boolean;
  guilds: GuildPlan[];
  /** Values of the document that cannot be compared, because the instance does not report them. */
  unreported: "public"[];
}

export interface Plan {
  owner: string;
  bots: BotPlan[];
}

export const isChanging = ({ edit, token, guilds }: BotPlan): boolean =>
  token || Object.keys(edit).length > 0 || guilds.some(({ action }) => action !== "none");

export const permissionsOf = ({ bots }: Plan): bigint =>
  bots
    .flatMap(({ guilds }) => guilds)
    .reduce((set, { action, wanted = 0n }) => (action === "none" ? set : set | wanted), 0n);

export const needsToken = (plan: Plan): boolean => plan.bots.some(({ token }) => token);

/**
 * @param requested the bot's permissions; undefined if the document requests none
 * @param canChange whether the instance changes the permissions of a bot that is a member
 */
export function guildPlan(
  guild: KnownGuild,
  present: Presence,
  requested: bigint | undefined,
  canChange: boolean,
): GuildPlan {
  const same = { guild, present, wanted: requested };
  if (present === "unknown") return { ...same, action: "ask" };
  if (!present.member) return { ...same, action: "join" };
  const isKept =
    requested === undefined || present.permissions === null || BigInt(present.permissions) === requested;
  return { ...same, action: isKept || !canChange ? "none" : "set" };
}

/**
 * @param known null if the bot must be created
 * @param unsaved names of bots whose tokens an interrupted run did not save
 */
export function botPlan(
  described: WantedBot,
  known: PanelApplication | null,
  guilds: GuildPlan[],
  unsaved: ReadonlySet<string>,
): BotPlan {
  const { name, description } = described;
  const edit: BotChanges = {};
  const unreported: BotPlan["unreported"] = [];
  const present = known ?? { name, description: "", public: true };
  if (present.name !== name) edit.name = name;
  if (description !== undefined && present.description !== description) edit.description = description;
  if (described.public !== undefined && present.public === null) unreported.push("public");
  else if (described.public !== undefined && present.public !== described.public)
    edit.public = described.public;
  const token = known === null || !known.hasBot || unsaved.has(name);
  return { name, known, edit, token, guilds, unreported };
}

/** `+` create, `~` change, `=` unchanged, `?` unknown (the instance does not report the value). */
type Sign = "+" | "~" | "=" | "?";

interface PlanLine {
  sign: Sign;
  text: string;
}

export interface BotDescription extends PlanLine {
  name: string;
  /** Null if the bot does not exist yet. */
  id: string | null;
  changes: PlanLine[];
}

const labels = (set: bigint) => permissionLabels(set).join(", ") || "no permissions";
const quoted = (text: string) => JSON.stringify(text);

function permissionChange(from: bigint, to: bigint): string {
  const added = permissionLabels(to & ~from).map((label) => `+ ${label}`);
  const removed = permissionLabels(from & ~to).map((label) => `− ${label}`);
  return [...added, ...removed].join(", ");
}

function guildLine({ guild, present, wanted, action }: GuildPlan): PlanLine {
  const where = `guild ${quoted(guild.name)} (${guild.id})`;
  if (action === "join") return { sign: "+", text: `${where}: ${labels(wanted ?? 0n)}` };
  if (action === "ask") {
    const unreported = "your instance does not report whether the bot is in it";
    return { sign: "?", text: `${where}: add with ${labels(wanted ?? 0n)}; ${unreported}` };
  }
  const permissions = present !== "unknown" && present.member ? present.permissions : null;
  if (action === "set" && permissions !== null)
    return { sign: "~", text: `${where}: ${permissionChange(BigInt(permissions), wanted ?? 0n)}` };
  if (wanted === undefined || (permissions !== null && BigInt(permissions) === wanted))
    return { sign: "=", text: where };
  const permissionWords =
    permissions === null
      ? "the instance shows no roles of the bot to this account"
      : `wanted ${permissionChange(BigInt(permissions), wanted)}; the instance does not change the permissions of a member`;
  return { sign: "=", text: `${where}: ${permissionWords}, so they stay unchanged` };
}

function editLines({ known, edit, unreported }: BotPlan): PlanLine[] {
  const before = known ?? { name: "", description: "", public: true };
  const line = (key: string, from: string, to: string): PlanLine =>
    known ? { sign: "~", text: `${key}: ${from} → ${to}` } : { sign: "+", text: `${key}: ${to}` };
  return [
    ...(edit.name === undefined ? [] : [line("name", quoted(before.name), quoted(edit.name))]),
    ...(edit.description === undefined
      ? []
      : [line("description", quoted(before.description), quoted(edit.description))]),
    ...(edit.public === undefined ? [] : [line("public", String(before.public), String(edit.public))]),
    ...unreported.map((key): PlanLine => ({
      sign: "=",
      text: `${key}: your instance does not report it, so it stays unchanged`,
    })),
  ];
}

export function describeBot(plan: BotPlan): BotDescription {
  const { name, known, token } = plan;
  const changes = [
    ...editLines(plan),
    ...(token && known ? [{ sign: "+" as const, text: tokenReason(plan) }] : []),
    ...plan.guilds.map(guildLine),
  ];
  const certain = isChanging({ ...plan, guilds: plan.guilds.filter(({ action }) => action !== "ask") });
  const sign = known === null ? "+" : certain ? "~" : isChanging(plan) ? "?" : "=";
  return { sign, text: known ? `${name} (${known.id})` : name, name, id: known?.id ?? null, changes };
}

const tokenReason = ({ known }: BotPlan) =>
  known?.hasBot ? "token: an earlier run stopped before saving the token" : "bot user and token";

/**
 * The numbers of bots that will be created, changed or left unchanged. `unknown` counts bots that may change:
 * the panel cannot read their current state.
 */
interface Summary {
  create: number;
  change: number;
  same: number;
  unknown: number;
}

function summaryOf(bots: readonly PlanLine[]): Summary {
  const count = (sign: Sign) => bots.filter((bot) => bot.sign === sign).length;
  return { create: count("+"), change: count("~"), same: count("="), unknown: count("?") };
}

export const describePlan = (plan: Plan): { owner: string; bots: BotDescription[]; summary: Summary } => {
  const bots = plan.bots.map(describeBot);
  return { owner: plan.owner, bots, summary: summaryOf(bots) };
};
