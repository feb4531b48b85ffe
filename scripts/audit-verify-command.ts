/** Implements `npm run audit:verify` (`audit-verify.mjs`). */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { readEnv } from "@/lib/env";
import { openKey } from "@/lib/server/audit/key";
import { createSink } from "@/lib/server/audit/sinks";
import { readHeads } from "@/lib/server/audit/sinks/file";
import { summaryOf, verifyAudit } from "@/lib/server/audit/verify";
import { openDatabase } from "@/lib/server/db";
import pino from "pino";

const [option, ...files] = process.argv.slice(2);

try {
  if (option !== undefined && (option !== "--log" || files.length === 0))
    throw new Error(
      "Usage: instance-admin audit verify [--log FILE…], where FILE is a copy of the panel's log. In a clone: npm run audit:verify -- …",
    );
  const { auditKey, auditSink, dataDir, databaseUrl } = readEnv();
  const file = join(dataDir, "instance.db");
  // Opening a missing database would create an empty one.
  if (databaseUrl === undefined && !existsSync(file))
    throw new Error(`There is no database at ${file}. Set DATA_DIR to the same folder as for npm start.`);
  if (auditKey === undefined && !existsSync(join(dataDir, "audit-key")))
    throw new Error(
      `There is no key at ${join(dataDir, "audit-key")}. Set DATA_DIR or AUDIT_KEY as for npm start.`,
    );
  const sink = auditSink === undefined ? null : createSink(auditSink);
  const absent = files.find((name) => !existsSync(name));
  if (absent !== undefined) throw new Error(`There is no file ${resolve(absent)}`);
  const logs = files.map((name) => ({ place: resolve(name), heads: () => readHeads(name) }));
  const { db, close } = openDatabase({ dataDir, databaseUrl }, pino({ level: "silent" }));
  try {
    const found = await verifyAudit({
      db,
      keyed: openKey({ given: auditKey, dataDir }),
      dataDir,
      elsewhere: [...(sink?.heads ? [{ place: sink.place, heads: sink.heads }] : []), ...logs],
    });
    const isIntact = found.fault === undefined;
    console[isIntact ? "log" : "error"](summaryOf(found));
    if (sink && !sink.heads)
      console.log(
        `${sink.place} (AUDIT_SINK) cannot be read back. Compare it with entry ${found.id}, ${found.hash}.`,
      );
    process.exitCode = isIntact ? 0 : 1;
  } finally {
    await close();
  }
} catch (error) {
  const { message } = error instanceof Error ? error : new Error(String(error));
  console.error(
    `The audit log could not be read: ${message}. Check DATA_DIR and DATABASE_URL, and start this version of the panel once.`,
  );
  process.exitCode = 1;
}
