/** What `npm run operator` does (`operator.mjs`). */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { beginKey } from "@/lib/server/audit/key";
import { db, migrate } from "@/lib/server/db";
import { env } from "@/lib/env";
import { resetPassword } from "@/lib/server/operators/reset-password";
import { endUserTokens } from "@/lib/server/panel-api/end-user-tokens";

const USAGE = `Enter the name of the operator whose password to reset: npm run operator -- reset NAME`;

async function reset(username: string): Promise<void> {
  const { dataDir, databaseUrl } = env();
  const file = join(dataDir, "instance.db");
  // Opening it would create a new, empty database, in which no operator can be found.
  if (databaseUrl === undefined && !existsSync(file)) {
    throw new Error(
      `There is no database at ${file}. Set DATA_DIR or DATABASE_URL to the same value as for npm start.`,
    );
  }
  try {
    // The panel may not have been started since it was updated.
    await migrate(db());
    await beginKey(db());
    const { operator, password } = await resetPassword(db(), username);
    await endUserTokens(operator);
    console.log(`The new password of ${operator.username}:\n\n    ${password}\n`);
    console.log("All sessions of this operator have ended. Change the password on the Account page.");
    if (operator.disabled) {
      console.log(
        `${operator.username} is still disabled. Another operator can enable the account on the Operators page.`,
      );
    }
  } finally {
    await db().destroy();
  }
}

const [command, ...words] = process.argv.slice(2);
// A name may contain spaces, whether or not it was quoted.
const username = words.join(" ");
try {
  if (command !== "reset" || username === "") throw new Error(USAGE);
  await reset(username);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
