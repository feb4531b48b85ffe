import "server-only";
import { Gauge, type Registry } from "prom-client";
import type { Verification } from "./verify";

/** The result of the last verification by this process. `at` is when the verification ended (ms since 1970). */
export interface Verified extends Verification {
  at: number;
}

interface Observed {
  verified: () => Verified | null;
  /** Number of entries that wait for AUDIT_SINK; null without a sink. */
  waiting: () => number | null;
}

export function registerAuditMetrics(registry: Registry, { verified, waiting }: Observed): void {
  const gauge = (name: string, help: string, labelNames: string[], set: (gauge: Gauge) => void) =>
    new Gauge({
      name: `instance_admin_audit_${name}`,
      help,
      labelNames,
      registers: [registry],
      collect() {
        // Without labels, `reset` would report 0.
        if (labelNames.length > 0) this.reset();
        else this.remove();
        set(this);
      },
    });
  const last = (set: (gauge: Gauge, last: Verified) => void) => (gauge: Gauge) => {
    const result = verified();
    if (result) set(gauge, result);
  };
  gauge(
    "entries",
    "Entries of the audit log at the last verification, labeled with the newest entry's hash.",
    ["hash"],
    last((metric, { id, hash }) => metric.set({ hash }, id)),
  );
  gauge(
    "intact",
    "Whether the last verification found no change to the audit log.",
    [],
    last((metric, { fault }) => metric.set(fault === undefined ? 1 : 0)),
  );
  gauge(
    "verified_timestamp_seconds",
    "When the audit log was last verified.",
    [],
    last((metric, { at }) => metric.set(at / 1000)),
  );
  gauge("sink_waiting", "Audit entries that wait for AUDIT_SINK.", [], (metric) => {
    const count = waiting();
    if (count !== null) metric.set(count);
  });
}
