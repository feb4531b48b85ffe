/** Implements `npm run audit:verify` (`audit-verify.mjs`). */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { env } from "@/lib/env";
import { isIntact, summaryOf, verifyAudit } from "@/lib/server/audit";
import { db } from "@/lib/server/db";

try {
  const { dataDir, databaseUrl } = env();
  const file = join(dataDir, "instance.db");
  // Opening a missing database would create an empty one.
  if (databaseUrl === undefined && !existsSync(file))
    throw new Error(`There is no database at ${file}. Set DATA_DIR to the same folder as for npm start.`);
  try {
    const found = await verifyAudit(db());
    const intact = isIntact(found);
    console[intact ? "log" : "error"](summaryOf(found));
    process.exitCode = intact ? 0 : 1;
  } finally {
    await db().destroy();
  }
} catch (error) {
  const { message } = error instanceof Error ? error : new Error(String(error));
  console.error(
    `The audit log could not be read: ${message}. Check DATA_DIR and DATABASE_URL, and start this version of the panel once.`,
  );
  process.exitCode = 1;
}
