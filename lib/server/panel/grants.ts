import "server-only";
import { AppError } from "@/lib/errors";
import { takeover } from "@/lib/shared/chat/permissions";
import type { Role } from "@/lib/shared/role";
import type { Operator, Session } from "@/lib/server/operators";

export interface Giver {
  role: Role;
  /** Throws if the giver has not proved their identity lately. */
  requireProof: () => void | Promise<void>;
}

/** A person with access to the machine can do everything that an owner can. */
export const commandGiver: Giver = { role: "owner", requireProof: () => undefined };

export interface Grant {
  /** The person who becomes the owner. Undefined if the giver stays the owner. */
  owner?: { name: string; isDisabled: boolean } | undefined;
  permissions?: bigint;
}

/** Decides who may give away bots and permissions, for every way in: routes, provisioning, and commands. */
export async function checkGrant(
  { role, requireProof }: Giver,
  { owner, permissions = 0n }: Grant,
): Promise<void> {
  if (owner && role !== "owner")
    throw new AppError(
      "forbidden",
      `Only an owner of the panel can make ${owner.name} the owner of a bot. Ask an owner, or keep the bot.`,
    );
  if (owner?.isDisabled)
    throw new AppError(
      "conflict",
      `${owner.name} is disabled and cannot own bots. Enable the operator, or choose another owner.`,
    );
  if (owner || (permissions & takeover) !== 0n) await requireProof();
}

/** A user who belongs to an operator acts as that operator. @throws AppError `forbidden` */
export function checkTokenFor(
  { operator, role }: Pick<Session, "operator" | "role">,
  operators: readonly Operator[],
  userId: string,
): void {
  const holder = operators.find((one) => one.userId === userId);
  if (holder && holder.id !== operator.id && role !== "owner")
    throw new AppError(
      "forbidden",
      `This user belongs to the operator ${holder.username}. Only they or an owner of the panel can create its tokens.`,
    );
}
