import type { PartNow, WatchAnswer } from "@/lib/shared/contract/watch";

const day = 86_400_000;

/** Returns a service of the instance that has been up for 40 days. */
export const samplePart = (name: PartNow["name"], rest: Partial<PartNow> = {}): PartNow => ({
  name,
  target: `https://${name}.example.org`,
  isUp: true,
  ms: 62,
  reason: null,
  certificateDays: null,
  at: 0,
  uptime: { day: 1, month: 0.9997 },
  measured: day,
  since: -40 * day,
  spark: [],
  ...rest,
});

/** Returns measurements of an instance without services. The last backup is an hour old. */
export function sampleWatch(rest: Partial<WatchAnswer> = {}): WatchAnswer {
  const at = rest.at ?? Date.now();
  const line = { from: at - day, step: 300_000, count: 288 };
  return {
    at,
    interval: 30,
    isLocal: false,
    parts: [],
    sparkLine: { ...line, step: 900_000, count: 96 },
    range: "24h",
    line,
    times: {},
    since: at - 40 * day,
    outages: [],
    marks: [],
    restarts: [],
    counts: { line, list: [] },
    own: {
      points: { requests: [], limited: [], refused: [], failed: [] },
      endpointMs: [],
      ms: null,
      total: { requests: 0, limited: 0, refused: 0, failed: 0, endpoints: 0 },
    },
    backup: { at: at - 3_600_000, folder: "/srv/backup" },
    backupProblem: null,
    notifies: false,
    ...rest,
  };
}
