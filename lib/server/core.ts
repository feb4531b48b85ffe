import "server-only";
import type { Env } from "@/lib/env";
import { AppError, type ErrorCode } from "@/lib/errors";
import { createLog } from "@/lib/log";
import { spell } from "@/lib/server/config-file";
import { removedWords } from "@/lib/server/audit";
import { createDoor } from "@/lib/server/http/door";
import { makePlannedRestore } from "@/lib/server/monitor/backup/planned-restore";
import { insteadOfPages, mayReadDoctor, panelArea, unknownArea } from "@/lib/server/http/panel-api/area";
import { authArea } from "@/lib/server/http/panel-api/auth-area";
import { openArea } from "@/lib/server/http/panel-api/open-area";
import { auditFilterOf } from "@/lib/server/panel/audit-view";
import { fileFor } from "@/lib/server/panel/file-for-role";
import { filterOf, rowId } from "@/lib/server/panel/page-address";
import { createRooms } from "@/lib/server/rooms";

export { readEnv } from "@/lib/env";

export type Core = Awaited<ReturnType<typeof startCore>>;

/** @throws Error if the panel cannot run; the message explains the cause to the operator */
export async function startCore(variables: Env) {
  // Before the database is opened.
  const log = createLog({ level: variables.logLevel, format: variables.logFormat });
  const restored = await makePlannedRestore(variables, { log, now: Date.now });
  const rooms = createRooms(variables);
  const { env, config, audit, applies, instances, operators, panel } = rooms;
  await panel.startUp.run(async () => {
    if (restored?.isFinished === false) await panel.backups.finishRestore(restored);
  });
  void panel.startUp.beginMonitoring();
  void panel.startUp.beginVerifying();
  panel.startUp.beginReclaiming();
  return {
    env,
    config,
    door: createDoor({
      ...rooms,
      areas: [rooms.instanceApi.area, openArea(rooms), authArea(rooms), panelArea(rooms), unknownArea(rooms)],
      instead: () => insteadOfPages(rooms),
      databaseWait: () => rooms.pool?.waited() ?? 0,
    }),
    operators,
    mayReadDoctor,
    audit: { lastVerified: audit.lastVerified, removedWords },
    running: () => applies.readRunning(),
    applies: {
      get: applies.get,
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
    stop: rooms.close,
  };
}
