import "server-only";
import { audited } from "@/lib/server/audit";
import { db } from "@/lib/server/db";
import type { Operator } from "@/lib/server/operators";

type Detail = Record<string, unknown>;

/** Does something to a guild and records it under the guild's name. @param told what more the entry says, from the result */
export async function auditedGuild<T extends { name: string }>(
  operator: Operator,
  { action, id, detail }: { action: string; id: string; detail?: Detail },
  work: () => Promise<T>,
  told: (result: T) => Detail = () => ({}),
): Promise<T> {
  const known = { guild: id, ...detail };
  const entry = { actor: operator.username, action, detail: known };
  return audited(db(), entry, work, (result) => ({
    target: result.name,
    detail: { ...known, ...told(result) },
  }));
}

/** Does something to a user and records it under the user's name. */
export async function auditedUser<T extends { username: string }>(
  operator: Operator,
  { action, id, detail }: { action: string; id: string; detail?: Detail },
  work: () => Promise<T>,
  told: (result: T) => Detail = () => ({}),
): Promise<T> {
  const known = { user: id, ...detail };
  const entry = { actor: operator.username, action, detail: known };
  return audited(db(), entry, work, (result) => ({
    target: result.username,
    detail: { ...known, ...told(result) },
  }));
}
