import "server-only";
import { Gauge, type Registry } from "prom-client";
import { env } from "@/lib/env";
import { processSingleton } from "@/lib/process-singleton";
import { log } from "@/lib/log";
import { db, stopBeforeClose } from "@/lib/server/db";
import { removeOldEntries } from "./retention";
import { isIntact, summaryOf, verifyFurther, type Verification } from "./verify";

const HOUR = 3_600_000;

/** The result of the last verification by this process. `at` is when the verification ended (ms since 1970). */
export interface Verified extends Verification {
  at: number;
}

interface Hourly {
  last: Verified | null;
  timer: ReturnType<typeof setInterval> | null;
  /** The last verification. Never rejects. */
  running: Promise<void>;
  /** Aborted at shutdown. */
  stopping: AbortController;
}

const hourly = () =>
  processSingleton("audit-hourly", (): Hourly => ({
    last: null,
    timer: null,
    running: Promise.resolve(),
    stopping: new AbortController(),
  }));

/** The result of the last verification. Null until the first verification has ended. */
export const lastVerified = (): Verified | null => hourly().last;

/**
 * Verifies the audit log now and every hour, and removes entries that are older than AUDIT_RETENTION_DAYS. Writes the
 * newest hash to the server's log and the metrics. Somebody who can write to the database cannot change those copies,
 * so they reveal a truncated or recomputed chain.
 * @param registry the panel's metrics
 */
export function startVerifying(registry: Registry): void {
  if (hourly().timer) return;
  registerMetrics(registry);
  const verifyNext = () => {
    const own = hourly();
    own.running = own.running.then(() => verify(own.stopping.signal));
  };
  verifyNext();
  hourly().timer = setInterval(verifyNext, HOUR).unref();
  stopBeforeClose(stopVerifying);
}

/** Stops the hourly verification and aborts a verification in progress. */
async function stopVerifying(): Promise<void> {
  const own = hourly();
  clearInterval(own.timer ?? undefined);
  own.timer = null;
  own.stopping.abort();
  await own.running;
}

async function verify(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  try {
    const found = await verifyFurther(db(), Date.now(), signal);
    hourly().last = { ...found, at: Date.now() };
    const head = { entry: found.id, hash: found.hash };
    if (found.fault !== undefined) return log().error(head, `The audit log is not intact. ${found.fault}`);
    log()[isIntact(found) ? "info" : "warn"](head, summaryOf(found));
    const { auditRetentionDays } = env();
    if (auditRetentionDays !== undefined) await removeOldEntries(db(), auditRetentionDays);
  } catch (err) {
    if (signal.aborted) return;
    log().warn(
      { err },
      "The audit log could not be verified, or its old entries not removed; the next attempt is in an hour",
    );
  }
}

function registerMetrics(registry: Registry): void {
  const gauge = (
    name: string,
    help: string,
    labelNames: string[],
    set: (gauge: Gauge, last: Verified) => void,
  ) =>
    new Gauge({
      name: `instance_admin_audit_${name}`,
      help,
      labelNames,
      registers: [registry],
      collect() {
        this.reset();
        const last = lastVerified();
        if (last) set(this, last);
      },
    });
  gauge(
    "entries",
    "Entries of the audit log at the last verification, labeled with the newest entry's hash.",
    ["hash"],
    (own, last) => own.set({ hash: last.hash }, last.id),
  );
  gauge("intact", "Whether the last verification found the audit log intact.", [], (own, last) =>
    own.set(isIntact(last) ? 1 : 0),
  );
  gauge("verified_timestamp_seconds", "When the audit log was last verified.", [], (own, { at }) =>
    own.set(at / 1000),
  );
}
