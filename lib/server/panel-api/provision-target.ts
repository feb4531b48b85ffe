import "server-only";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { db, migrate } from "@/lib/server/db";
import { localTarget, type ProvisionTarget } from "@/lib/server/instance/provision";
import { listOperators, type Operator, operatorNamed } from "@/lib/server/operators/accounts";
import { localUserId } from "./local-user";

/** An operator by name, or without one the first. @throws AppError `not-found` */
async function ownerNamed(username: string | undefined): Promise<Operator> {
  const named = username === undefined ? undefined : await operatorNamed(db(), username);
  if (named) return named;
  const all = await listOperators(db());
  const [first] = all.toSorted((a, b) => a.id - b.id);
  if (!first)
    throw new AppError(
      "not-found",
      "There is no operator yet, so nobody could own the bots. Open the setup link that the panel prints when it starts.",
    );
  if (username === undefined) return first;
  const names = all.map((operator) => operator.username).join(", ");
  throw new AppError(
    "not-found",
    `There is no operator named "${username}" who could own the bots. Operators: ${names}.`,
  );
}

/**
 * The local store, for bots of an operator.
 * @param username the owner; without one the first operator
 * @param actor who provisions, as the audit names them
 * @throws AppError `not-found`; `conflict` for an operator without a user
 */
export async function targetOf(username: string | undefined, actor: string): Promise<ProvisionTarget> {
  const operator = await ownerNamed(username);
  return localTarget({ userId: localUserId(operator), username: operator.username }, actor);
}

/** For the command line: the panel's database, which the panel may have open too. @throws Error in words */
export async function openTarget(
  username: string | undefined,
): Promise<{ target: ProvisionTarget; close: () => Promise<void> }> {
  const { dataDir, databaseUrl } = env();
  const file = join(dataDir, "instance.db");
  // Opening it would create a new, empty database, in which there is nobody.
  if (databaseUrl === undefined && !existsSync(file))
    throw new Error(
      `There is no database at ${file}. Set DATA_DIR or DATABASE_URL to the same value as for npm start.`,
    );
  const close = () => db().destroy();
  try {
    // The panel may not have been started since it was updated.
    await migrate(db());
    return { target: await targetOf(username, "command line"), close };
  } catch (error) {
    await close();
    throw error;
  }
}
