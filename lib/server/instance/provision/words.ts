import "server-only";
import { permissionLabels } from "@/lib/shared/chat/permissions";
import { type BotPlan, type GuildPlan, isChanging, type Plan } from "./plan";

/** `+` create, `~` change, `=` unchanged, `?` unknown, because the instance does not report the value. */
export type Sign = "+" | "~" | "=" | "?";

export interface PlanLine {
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
  const unreported = permissions === null && wanted !== undefined;
  return {
    sign: "=",
    text: unreported
      ? `${where}: your instance does not report its permissions, so they stay unchanged`
      : where,
  };
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
  known?.hasBot ? "token: an earlier run stopped before it was saved" : "bot user and token";

/**
 * The numbers of bots that will be created, changed or left unchanged. `unknown` is the number of bots that may change,
 * because the panel cannot read their current state.
 */
interface Summary {
  create: number;
  change: number;
  same: number;
  unknown: number;
}

export function summaryOf(bots: readonly PlanLine[]): Summary {
  const count = (sign: Sign) => bots.filter((bot) => bot.sign === sign).length;
  return { create: count("+"), change: count("~"), same: count("="), unknown: count("?") };
}

export const describePlan = (plan: Plan): { owner: string; bots: BotDescription[]; summary: Summary } => {
  const bots = plan.bots.map(describeBot);
  return { owner: plan.owner, bots, summary: summaryOf(bots) };
};
