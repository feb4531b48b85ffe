import "server-only";
import { sql } from "kysely";
import { z } from "zod";
import { db, dialectOf, type Tx } from "@/lib/db";
import { AppError } from "@/lib/errors";
import { directory, prepareDirectory } from "@/lib/instance";
import {
  countOperators,
  createOperator,
  credentialsSchema,
  dropSetupToken,
  type Operator,
  recordAudit,
  setupTokenMatches,
} from "@/lib/operators";

export const firstRunSchema = credentialsSchema.extend({
  guildName: z
    .string("Enter a name for the guild.")
    .transform((name) => name.normalize("NFC").trim())
    .pipe(z.string().min(2, "Use at least 2 characters.").max(100, "Use at most 100 characters.")),
});
export type FirstRun = z.output<typeof firstRunSchema>;

/** Adds an operator together with the user that it is in the local instance directory: both or neither. */
export async function addOperator(
  input: { username: string; password: string },
  actor: string,
): Promise<Operator> {
  await prepareDirectory();
  return db()
    .transaction()
    .execute((tx) => insertOperator(tx, input, actor));
}

async function insertOperator(
  tx: Tx,
  input: { username: string; password: string },
  actor: string,
): Promise<Operator> {
  const user = await directory(tx).createUser({ username: input.username });
  const operator = await createOperator(tx, { ...input, userId: user.id });
  await recordAudit(tx, { actor, action: "operator.create", target: operator.username });
  return operator;
}

/** The first operator with a guild that it owns: both or neither, and only while there is no operator. */
export async function createFirstOperator(input: FirstRun, actor: string): Promise<Operator> {
  await prepareDirectory();
  return db()
    .transaction()
    .execute(async (tx) => {
      // Replicas that start together take turns; SQLite's write transactions do so anyway.
      if (dialectOf(tx) === "postgres") await sql`lock table operators in exclusive mode`.execute(tx);
      if ((await countOperators(tx)) > 0) {
        throw new AppError("conflict", "There is an operator already, so set-up is over. Sign in instead.");
      }
      const operator = await insertOperator(tx, input, actor);
      await directory(tx).createGuild(operator.userId, { name: input.guildName });
      await dropSetupToken(tx);
      return operator;
    });
}

/**
 * What the set-up page does with its form.
 * @throws AppError `forbidden` when the one-time link is not the one printed last; `conflict` when set-up is over.
 */
export async function completeSetup(token: string, input: FirstRun): Promise<Operator> {
  if (!(await setupTokenMatches(db(), token))) {
    throw new AppError(
      "forbidden",
      "This set-up link is no longer valid. Use the one that the panel printed when it was last started.",
    );
  }
  return createFirstOperator(input, input.username);
}
