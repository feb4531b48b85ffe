/** Implements `npm run operator` (`operator.mjs`). */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { migrate } from "@/lib/server/db";
import { readEnv } from "@/lib/env";
import type { Operator } from "@/lib/server/operators";
import { createRooms, type Rooms } from "@/lib/server/rooms";
import { refuseRoot } from "./refuse-root";

const USAGE = `Choose what to reset, and for which operator:
    instance-admin operator reset NAME           a new password
    instance-admin operator reset-factor NAME    removes the second factor: passkeys, authenticator, recovery codes
In a clone: npm run operator -- …`;

async function withRooms(work: (rooms: Rooms) => Promise<void>): Promise<void> {
  const env = readEnv();
  const { dataDir, databaseUrl } = env;
  const file = join(dataDir, "instance.db");
  // Opening a missing database would create an empty one without operators.
  if (databaseUrl === undefined && !existsSync(file)) {
    throw new Error(
      `There is no database at ${file}. Set DATA_DIR or DATABASE_URL to the same value as for npm start.`,
    );
  }
  refuseRoot(env);
  const rooms = createRooms(env);
  try {
    // The panel may not have been started since an update.
    await migrate(rooms.db);
    await rooms.audit.begin();
    await work(rooms);
  } finally {
    await rooms.close();
  }
}

function warnIfDisabled({ username, disabled }: Operator): void {
  if (disabled)
    console.log(
      `${username} is still disabled. Another operator can enable the account on the Operators page.`,
    );
}

async function reset({ env, operators, panel }: Rooms, username: string): Promise<void> {
  const { operator, password } = await operators.resetPassword(username);
  await panel.operatorUsers.endAllTokens(operator);
  console.log(`The new password of ${operator.username}:\n\n    ${password}\n`);
  console.log(
    "All sessions, API tokens, user tokens and invitations of this operator have ended. Change the password on the Account page.",
  );
  if (!env.passwordSignIn || operator.isProvided)
    console.log("Password sign-in is off. This password works for one hour, at /login?password.");
  warnIfDisabled(operator);
}

async function resetFactor({ operators, panel }: Rooms, username: string): Promise<void> {
  const operator = await operators.resetFactors(username);
  await panel.operatorUsers.endTokens(operator);
  console.log(`${operator.username} no longer has a second factor and can sign in with only the password.`);
  console.log("All sessions of this operator have ended.");
  warnIfDisabled(operator);
}

const commands = new Map([
  ["reset", reset],
  ["reset-factor", resetFactor],
]);

const [command, ...words] = process.argv.slice(2);
// Operators need not quote a name that contains spaces.
const username = words.join(" ");
try {
  const run = commands.get(command ?? "");
  if (!run || username === "") throw new Error(USAGE);
  await withRooms((rooms) => run(rooms, username));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
