import "server-only";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { readEnv } from "@/lib/env";
import { migrate } from "@/lib/server/db";
import type { ProvisionTarget } from "@/lib/server/instance/provision";
import { upstreamTarget } from "@/lib/server/panel/provision";
import { createRooms } from "@/lib/server/rooms";
import { refuseRoot } from "./refuse-root";

interface OpenTarget {
  target: ProvisionTarget;
  /** Whether the panel chose the owner, because no name was given. */
  isFirstOperator: boolean;
  close: () => Promise<void>;
}

/**
 * Opens the instance for the bots: the connected instance, or else the local instance in the panel's database. A running
 * panel may use the database at the same time.
 */
export async function openTarget(username: string | undefined): Promise<OpenTarget> {
  const env = readEnv();
  const { dataDir, databaseUrl, givenApiUrl: url } = env;
  const database = join(dataDir, "instance.db");
  // Opening a missing database would create an empty one without operators.
  if (databaseUrl === undefined && !existsSync(database)) {
    if (url === undefined)
      throw new Error(
        `There is no database at ${database}. Set DATA_DIR or DATABASE_URL to the same value as for npm start.`,
      );
    const target = await upstreamTarget(env, { url, owner: username, version: "9" });
    return { target, isFirstOperator: false, close: async () => undefined };
  }
  refuseRoot(env);
  const { db, audit, panel, panelSettings, close } = createRooms(env);
  try {
    // The panel may have been updated, but not started since.
    await migrate(db);
    await audit.begin();
    // An operator may have chosen a running instance on the panel's pages.
    await panel.connection.load();
    const target = await panel.provisioning.commandTarget(username);
    const isFirstOperator = panelSettings.instanceApiUrl === undefined && username === undefined;
    return { target, isFirstOperator, close };
  } catch (error) {
    await close();
    throw error;
  }
}
