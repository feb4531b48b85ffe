import "server-only";
import { commandLine } from "@/lib/shared/author";
import { randomInt } from "node:crypto";
import type { Db } from "@/lib/server/db";
import { AppError } from "@/lib/errors";
import { currentOrigin, recordAudit } from "@/lib/server/audit";
import { announceEndedSessions } from "./ended-sessions";
import {
  dropApiTokens,
  endSessions,
  listOperators,
  type Operator,
  operatorNamed,
  setPassword,
} from "./operators";

/** Excludes characters that are easily confused when a person reads or types them. */
const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";
const GROUPS = 4;
const GROUP_LENGTH = 5;

/** How long a reset password is valid (ms) for operators who otherwise cannot sign in with a password. */
const LET_IN = 60 * 60 * 1000;

/** Returns random characters in groups, such as `k7mq-x2vd`. */
export function randomGroups(groups: number, length: number): string {
  const character = () => ALPHABET[randomInt(ALPHABET.length)] ?? "";
  const group = () => Array.from({ length }, character).join("");
  return Array.from({ length: groups }, group).join("-");
}

/**
 * Sets a random password for an operator, from the command line. Ends the operator's sessions, deletes the API tokens,
 * and ends lockouts after wrong guesses. A disabled operator stays disabled.
 * @param username in any spelling
 * @throws AppError `not-found` with the names of all operators
 */
export async function resetPassword(
  db: Db,
  username: string,
): Promise<{ operator: Operator; password: string }> {
  const operator = await knownOperator(db, username);
  const password = randomGroups(GROUPS, GROUP_LENGTH);
  const origin = await currentOrigin();
  await db.transaction().execute(async (tx) => {
    await setPassword(tx, operator.id, password);
    await dropApiTokens(tx, operator.id);
    const until = Date.now() + LET_IN;
    await tx.updateTable("operators").set({ password_until: until }).where("id", "=", operator.id).execute();
    await recordAudit(tx, {
      actor: commandLine,
      action: "operator.reset",
      target: operator.username,
      origin,
    });
  });
  await announceEndedSessions();
  return { operator, password };
}

/** @throws AppError `not-found` with the names of all operators */
async function knownOperator(db: Db, username: string): Promise<Operator> {
  const operator = await operatorNamed(db, username);
  if (operator) return operator;
  throw await unknownOperator(db, username);
}

async function unknownOperator(db: Db, username: string): Promise<AppError> {
  const names = (await listOperators(db)).map((operator) => operator.username);
  return new AppError(
    "not-found",
    names.length === 0
      ? "There is no operator yet. Open the setup link that the panel prints when it starts."
      : `There is no operator named "${username}". Operators: ${names.join(", ")}.`,
  );
}

/**
 * Removes all second factors of an operator and ends the operator's sessions. For the command line. The password is
 * unchanged.
 * @param username in any spelling
 * @throws AppError `not-found` with the names of all operators
 */
export async function resetFactors(db: Db, username: string): Promise<Operator> {
  const operator = await knownOperator(db, username);
  const origin = await currentOrigin();
  await db.transaction().execute(async (tx) => {
    for (const table of ["passkeys", "totp", "recovery_codes"] as const)
      await tx.deleteFrom(table).where("operator_id", "=", operator.id).execute();
    await recordAudit(tx, {
      actor: commandLine,
      action: "operator.reset-factor",
      target: operator.username,
      origin,
    });
  });
  await endSessions(db, operator.id);
  await announceEndedSessions();
  return operator;
}
