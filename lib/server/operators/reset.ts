import "server-only";
import { commandLine } from "@/lib/shared/author";
import { randomInt } from "node:crypto";
import type { Tx } from "@/lib/server/db";
import { AppError } from "@/lib/errors";
import { currentOrigin } from "@/lib/server/audit";
import {
  dropCreated,
  endSessions,
  listOperators,
  type Operator,
  operatorNamed,
  setPassword,
} from "./operators";
import type { OperatorsRoom } from "./room";

type ResetRoom = Pick<OperatorsRoom, "db" | "audit" | "ended">;

/** Excludes characters that are easily confused when a person reads or types them. */
const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";

/** How long a reset password is valid (ms) for operators who otherwise cannot sign in with a password. */
const LET_IN = 60 * 60 * 1000;

export function randomGroups(groups: number, length: number): string {
  const character = () => ALPHABET[randomInt(ALPHABET.length)] ?? "";
  const group = () => Array.from({ length }, character).join("");
  return Array.from({ length: groups }, group).join("-");
}

/**
 * Ends the operator's sessions, deletes the API tokens and invitations, and ends lockouts after wrong guesses. A disabled
 * operator stays disabled.
 * @param username in any spelling
 * @throws AppError `not-found` with the names of all operators
 */
export async function resetPassword(
  room: ResetRoom,
  username: string,
): Promise<{ operator: Operator; password: string }> {
  // At least 128 bits.
  const password = randomGroups(6, 5);
  const operator = await reset(room, username, "operator.reset", async (tx, id) => {
    await setPassword(tx, id, password);
    await dropCreated(tx, id);
    const until = Date.now() + LET_IN;
    await tx.updateTable("operators").set({ password_until: until }).where("id", "=", id).execute();
  });
  return { operator, password };
}

/**
 * The password is unchanged.
 * @param username in any spelling
 * @throws AppError `not-found` with the names of all operators
 */
export const resetFactors = (room: ResetRoom, username: string): Promise<Operator> =>
  reset(room, username, "operator.reset-factor", async (tx, id) => {
    for (const table of ["passkeys", "totp", "recovery_codes"] as const)
      await tx.deleteFrom(table).where("operator_id", "=", id).execute();
    await endSessions({ ...room, db: tx }, id);
  });

async function reset(
  { db, audit, ended }: ResetRoom,
  username: string,
  action: string,
  change: (tx: Tx, id: number) => Promise<void>,
): Promise<Operator> {
  const operator = await operatorNamed(db, username);
  if (!operator) throw noOperatorNamed(username, await listOperators(db));
  const origin = await currentOrigin();
  await db.transaction().execute(async (tx) => {
    await change(tx, operator.id);
    await audit.recordAudit(tx, { actor: commandLine, action, target: operator.username, origin });
  });
  await ended.announceEndedSessions();
  return operator;
}

const noOperatorNamed = (username: string, all: readonly Operator[]) =>
  new AppError(
    "not-found",
    all.length === 0
      ? "There is no operator yet. Open the setup link that the panel prints when it starts."
      : `There is no operator named "${username}". Operators: ${all.map((one) => one.username).join(", ")}.`,
  );
