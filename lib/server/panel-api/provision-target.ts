import "server-only";
import { type Author, commandLine } from "@/lib/shared/author";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { beginKey } from "@/lib/server/audit/key";
import { db, migrate } from "@/lib/server/db";
import { instanceApi, instanceVersion, upstreamInstanceForCommand } from "@/lib/server/instance";
import type { ProvisionTarget } from "@/lib/server/instance/provision";
import { listOperators, type Operator, operatorNamed } from "@/lib/server/operators/accounts";
import { authorOf, type Session } from "@/lib/server/operators/session-store";
import { loadConnection } from "./chosen-instance";
import { instanceFor, instanceView, localFor } from "./instance";

/** An operator by name; without a name, the first operator who is not disabled. @throws AppError `not-found` */
async function ownerNamed(username: string | undefined): Promise<Operator> {
  const named = username === undefined ? undefined : await operatorNamed(db(), username);
  if (named) return named;
  const all = await listOperators(db());
  const [first] = all.toSorted((a, b) => Number(a.disabled) - Number(b.disabled) || a.id - b.id);
  if (!first)
    throw new AppError(
      "not-found",
      "There is no operator yet to own the bots. Open the setup link that the panel prints when it starts.",
    );
  if (username === undefined) return first;
  const names = all.map((operator) => operator.username).join(", ");
  throw new AppError(
    "not-found",
    `There is no operator named "${username}" who could own the bots. Operators: ${names}.`,
  );
}

/**
 * The local instance, for the bots of an operator.
 * @param username the owner; by default the first operator
 * @param actor who provisions, for the audit log
 * @throws AppError `not-found`; `conflict` for an operator without a user
 */
async function ownTarget(username: string | undefined, actor: Author): Promise<ProvisionTarget> {
  const operator = await ownerNamed(username);
  return { instance: localFor(operator, actor), owner: operator.username };
}

/**
 * The instance, for a session: in standalone mode for the bots of any operator, otherwise for the bots of the
 * connected account.
 * @throws AppError `not-found`; `conflict`, also for an owner's name while the panel is connected;
 * `account-required`
 */
export async function sessionTarget(session: Session, owner: string | undefined): Promise<ProvisionTarget> {
  const { username } = session.operator;
  const { mode, account } = await instanceView(session);
  if (mode === "standalone") return ownTarget(owner ?? username, authorOf(session));
  if (owner !== undefined) throw new AppError("conflict", NO_OWNER);
  return { instance: await instanceFor(session), owner: account?.username ?? "your account" };
}

const NO_OWNER =
  "On your instance, bots belong to the connected account. Remove the owner from the document or the command.";

/** The running instance, with a token from the environment. @throws Error in words; AppError */
async function commandTarget(
  url: string,
  username: string | undefined,
  isStored: boolean,
): Promise<ProvisionTarget> {
  const { instanceUserToken: token } = env();
  if (username !== undefined) throw new Error(NO_OWNER);
  if (token === undefined)
    throw new Error(
      `The bots are created on your instance at ${url}. Set INSTANCE_USER_TOKEN to a user token of the account that should own them.`,
    );
  const version = isStored ? await instanceVersion() : "9";
  const { instance, username: owner } = await upstreamInstanceForCommand(url, token, version);
  return { instance, owner: owner ?? "your account" };
}

/**
 * For the command line: the panel's database, which the panel may also have open, or with INSTANCE_API_URL that
 * instance.
 * @returns also whether the owner is the first operator only because nobody was named
 * @throws Error in words; AppError
 */
export async function openTarget(
  username: string | undefined,
): Promise<{ target: ProvisionTarget; isFirstOperator: boolean; close: () => Promise<void> }> {
  const { dataDir, databaseUrl } = env();
  const file = join(dataDir, "instance.db");
  const isStored = databaseUrl !== undefined || existsSync(file);
  // Opening it would create a new, empty database without operators.
  if (!isStored && instanceApi() === null)
    throw new Error(
      `There is no database at ${file}. Set DATA_DIR or DATABASE_URL to the same value as for npm start.`,
    );
  const close = async () => (isStored ? db().destroy() : undefined);
  try {
    // The panel may not have been started since it was updated.
    if (isStored) {
      await migrate(db());
      await beginKey(db());
      // An operator may have connected the panel to a running instance on its pages.
      await loadConnection();
    }
    const url = instanceApi();
    const target =
      url === null ? await ownTarget(username, commandLine) : await commandTarget(url, username, isStored);
    return { target, isFirstOperator: url === null && username === undefined, close };
  } catch (error) {
    await close();
    throw error;
  }
}
