import "server-only";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { processSingleton } from "@/lib/process-singleton";
import { db, type Db, stopBeforeClose } from "@/lib/server/db";
import { type Audit, createAudit } from "./audit";
import type { Completion, EntryIn } from "./entries";
import { openKey } from "./key";
import { createSink } from "./sinks";

export { type Audit, createAudit } from "./audit";
export { currentOrigin } from "./entries";
export { auditActors, auditPage, auditText, findAuditEntry, listAudit } from "./list";
export { summaryOf } from "./verify";

/** The audit log of this process. Rooms that `core.ts` builds take it as an argument. */
export const theAudit = (): Audit =>
  processSingleton("audit", () => {
    const { auditKey, auditSink, auditRetentionDays, dataDir } = env();
    const audit = createAudit({
      // Rooms pass their own database, so the process's database is opened only when the audit log begins.
      get db() {
        return db();
      },
      clock: { now: () => Date.now() },
      log: log(),
      keyed: openKey({ given: auditKey, dataDir }),
      dataDir,
      sink: auditSink === undefined ? null : createSink(auditSink),
      retentionDays: auditRetentionDays,
    });
    stopBeforeClose(() => audit.stop());
    return audit;
  });

export const audited = <T, D extends Db>(
  database: D,
  entry: EntryIn<D>,
  work: () => Promise<T>,
  describe?: (result: T) => Completion,
): Promise<T> => theAudit().audited(database, entry, work, describe);

export const recordAudit: Audit["recordAudit"] = (...entry) => theAudit().recordAudit(...entry);
export const recordFailure: Audit["recordFailure"] = (...entry) => theAudit().recordFailure(...entry);
