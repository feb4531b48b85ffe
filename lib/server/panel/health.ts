import "server-only";
import type { Env } from "@/lib/env";
import type { ConfigFile } from "@/lib/server/config-file";
import { databaseFailure, type Db, whyNotKept } from "@/lib/server/db";
import type { Instances } from "@/lib/server/instance";

interface HealthDeps {
  env: Pick<Env, "dataDir">;
  db: Db;
  config: Pick<ConfigFile, "read">;
  instances: Instances;
  isMigrated: boolean;
}

interface Health {
  status: "ok" | "unavailable";
  database: "ok" | "unavailable";
  configuration: "usable" | "missing" | "broken" | "unreadable";
  /** Whether an upstream instance answered the last check. Does not affect the panel's own status. */
  instance?: "reachable" | "unreachable" | "unknown";
  /** Why the status is not ok, as sentences for an operator. */
  reasons?: string[];
}

/**
 * Checks whether the panel works: the schema is migrated, the database answers and is writable, and the configuration
 * file was read.
 */
export async function health({ env, db, config, instances, isMigrated }: HealthDeps): Promise<Health> {
  const reasons: string[] = [];
  const url = instances.upstream.api();
  const known = url === null ? undefined : instances.upstream.health.known(url);
  const database = isMigrated && (await databaseFailure(db)) === null;
  const notKept = database ? await whyNotKept(db, env.dataDir) : null;
  if (!database) reasons.push("The database does not answer, or its migrations have not run.");
  else if (notKept !== null) reasons.push(notKept);
  const { state, problems } = await config.read();
  if (state !== "usable") {
    const place = problems.find((problem) => problem.line !== undefined);
    reasons.push(
      `The configuration file is ${state}${place ? ` (line ${place.line}, column ${place.column})` : ""}.`,
    );
  }
  return {
    status: reasons.length === 0 ? "ok" : "unavailable",
    database: database && notKept === null ? "ok" : "unavailable",
    configuration: state,
    ...(known !== undefined && {
      instance: known?.answers ? "reachable" : known ? "unreachable" : "unknown",
    }),
    ...(reasons.length > 0 && { reasons }),
  };
}
