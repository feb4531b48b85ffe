import "server-only";
import { env } from "@/lib/env";
import { AppError, type ErrorCode } from "@/lib/errors";
import { log } from "@/lib/log";
import { forgetSingletons } from "@/lib/process-singleton";
import { theAudit } from "@/lib/server/audit";
import { configFile, openEdition, spell } from "@/lib/server/config-file";
import { createDoor } from "@/lib/server/door";
import { makePlannedRestore } from "@/lib/server/monitor/backup/planned-restore";
import { finishRestore } from "@/lib/server/panel/backups";
import { instances } from "@/lib/server/instance";
import { instanceArea } from "@/lib/server/instance-api/route";
import * as pages from "@/lib/server/panel";
import { authArea } from "@/lib/server/panel-api/auth-area";
import { insteadOfPages, panelArea, unknownArea } from "@/lib/server/panel-api/area";
import { openArea } from "@/lib/server/panel-api/open-area";
import { beginMonitoring, beginVerifying, closeDatabase, startUp } from "@/lib/server/panel/start-up";
import { applies, operators, proposals } from "@/lib/server/panel/rooms";

/** The server, as `scripts/serve.mjs` and pages use it. */
export type Core = Awaited<ReturnType<typeof startCore>>;

/** @throws Error if the panel cannot run; the message explains the cause to the operator */
export async function startCore() {
  openEdition(env().configEdition);
  // Before the database is opened.
  const restored = await makePlannedRestore(env(), { log: log(), now: Date.now });
  await startUp();
  if (restored?.problem === null) await finishRestore(restored);
  void beginMonitoring();
  void beginVerifying();
  return {
    env: env(),
    config: configFile(),
    door: createDoor([instanceArea, openArea, authArea, panelArea, unknownArea], insteadOfPages),
    operators: operators(),
    audit: { lastVerified: theAudit().lastVerified },
    running: () => applies().readRunning(),
    applies: {
      get: (id: number) => applies().get(id),
      past: (before?: number) => applies().past(before),
    },
    proposals: proposals(),
    panel: {
      ...pages,
      spell,
      registrationFacts: instances().upstream.registrationFacts,
      isConnected: () => instances().upstream.api() !== null,
    },
    /** Returns the code of an error that a service threw. Undefined for any other error. */
    errorCode: (error: unknown): ErrorCode | undefined =>
      error instanceof AppError ? error.code : undefined,
    /** Stops background work and closes the database. */
    async stop(): Promise<void> {
      await closeDatabase();
      forgetSingletons();
    },
  };
}
