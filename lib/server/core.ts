import "server-only";
import { env as theEnv } from "@/lib/env";
import { AppError, type ErrorCode } from "@/lib/errors";
import { log } from "@/lib/log";
import { forgetSingletons } from "@/lib/process-singleton";
import { spell } from "@/lib/server/config-file";
import { closeDatabase } from "@/lib/server/db";
import { createDoor } from "@/lib/server/door";
import { makePlannedRestore } from "@/lib/server/monitor/backup/planned-restore";
import { instanceArea } from "@/lib/server/instance-api/route";
import { insteadOfPages, panelArea, unknownArea } from "@/lib/server/panel-api/area";
import { authArea } from "@/lib/server/panel-api/auth-area";
import { openArea } from "@/lib/server/panel-api/open-area";
import { auditFilterOf } from "@/lib/server/panel/audit-view";
import { fileFor } from "@/lib/server/panel/file-for-role";
import { filterOf, rowId } from "@/lib/server/panel/page-address";
import { openRooms } from "@/lib/server/rooms";

/** The server, as `scripts/serve.mjs` and pages use it. */
export type Core = Awaited<ReturnType<typeof startCore>>;

/** @throws Error if the panel cannot run; the message explains the cause to the operator */
export async function startCore() {
  // Before the database is opened.
  const restored = await makePlannedRestore(theEnv(), { log: log(), now: Date.now });
  const rooms = openRooms();
  const { env, config, audit, applies, instances, operators, panel } = rooms;
  await panel.startUp.run();
  if (restored?.problem === null) await panel.backups.finishRestore(restored);
  void panel.startUp.beginMonitoring();
  void panel.startUp.beginVerifying();
  panel.startUp.beginReclaiming();
  return {
    env,
    config,
    door: createDoor([instanceArea, openArea(rooms), authArea(rooms), panelArea(rooms), unknownArea], () =>
      insteadOfPages(rooms),
    ),
    operators,
    audit: { lastVerified: audit.lastVerified },
    running: () => applies.readRunning(),
    applies: {
      get: (id: number) => applies.get(id),
      past: (before?: number) => applies.past(before),
    },
    proposals: panel.proposals,
    panel: {
      ...{ ...panel, auditFilterOf, fileFor, filterOf, rowId, spell },
      registrationFacts: instances.upstream.registrationFacts,
      isConnected: () => instances.upstream.api() !== null,
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
