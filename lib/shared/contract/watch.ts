import * as z from "zod/mini";
import { route } from "./route";
import { countNames, partNames, watchRanges } from "./values";

export type { CountName, OwnName, PartName, SeriesName, WatchRange } from "./values";

/*
 * The path of these routes, WATCH_INTERVAL and some tables still use the old name `watch`, because these names are
 * public or stored. The code is in `lib/server/monitor`.
 */

/** One value per time step. Null if there was no measurement or no response. */
const points = z.array(z.nullable(z.number()));
export type Points = z.infer<typeof points>;

/** Time steps of equal length. Times are in milliseconds since 1970. */
const timeLine = z.object({
  /** Start of the first step. */
  from: z.number(),
  /** Length of a step in milliseconds. */
  step: z.number(),
  count: z.number(),
});
export type TimeLine = z.infer<typeof timeLine>;

const outage = z.object({
  part: z.enum(partNames),
  from: z.number(),
  /** Null while the outage lasts. */
  to: z.nullable(z.number()),
});
export type Outage = z.infer<typeof outage>;

const partNow = z.object({
  name: z.enum(partNames),
  target: z.string(),
  isUp: z.boolean(),
  /**
   * Median response time of the last five minutes in milliseconds. If the last five minutes contain no
   * response, the response time of the last sample. Null if the service is down.
   */
  ms: z.nullable(z.number()),
  reason: z.nullable(z.string()),
  /** Full days until the certificate expires. Null without TLS. */
  certificateDays: z.nullable(z.number()),
  at: z.number(),
  /** Null if there are no samples. */
  uptime: z.object({ day: z.nullable(z.number()), month: z.nullable(z.number()) }),
  /** For how long (ms) of the last 24 hours there are samples, in whole hours. */
  measured: z.number(),
  /**
   * Time of the first sample within the last 30 days. Rounded to the hour if it is more than a day ago. Null if there
   * are no samples.
   */
  since: z.nullable(z.number()),
  /** Mean response times of the last 24 hours. The time of each value is in `WatchAnswer.sparkLine`. */
  spark: points,
});
export type PartNow = z.infer<typeof partNow>;

const countNow = z.object({
  name: z.enum(countNames),
  now: z.number(),
  at: z.number(),
  weekAgo: z.nullable(z.number()),
  /** The time steps are in `counts.line`. */
  points,
});
export type CountNow = z.infer<typeof countNow>;

const versionMark = z.object({
  at: z.number(),
  number: z.number(),
});
export type VersionMark = z.infer<typeof versionMark>;

/** A missing response during the restart is not an outage. */
const plannedRestart = z.object({
  from: z.number(),
  /** Null while the restart is in progress. */
  to: z.nullable(z.number()),
  version: z.nullable(z.number()),
});
export type PlannedRestart = z.infer<typeof plannedRestart>;

const watchAnswer = z.object({
  at: z.number(),
  /** Seconds between two samples. 0 if monitoring is off. */
  interval: z.number(),
  isLocal: z.boolean(),
  parts: z.array(partNow),
  /** The time steps of `PartNow.spark`. */
  sparkLine: timeLine,
  range: z.enum(watchRanges),
  line: timeLine,
  /** Mean response times of each service in milliseconds, over the range. */
  times: z.partialRecord(z.enum(partNames), points),
  since: z.nullable(z.number()),
  outages: z.array(outage),
  marks: z.array(versionMark),
  restarts: z.array(plannedRestart),
  counts: z.object({ line: timeLine, list: z.array(countNow) }),
  own: z.object({
    points: z.object({ requests: points, limited: points, refused: points, failed: points }),
    /** Mean response time of the instance API's endpoints in milliseconds. */
    endpointMs: points,
    /** Mean response time in the latest five-minute step with requests. Null if there were none within 24 hours. */
    ms: z.nullable(z.number()),
    total: z.object({
      requests: z.number(),
      limited: z.number(),
      refused: z.number(),
      failed: z.number(),
      endpoints: z.number(),
    }),
  }),
  backup: z.nullable(z.object({ at: z.number(), folder: z.string() })),
  backupProblem: z.nullable(z.object({ at: z.number(), reason: z.string() })),
  notifies: z.boolean(),
});
export type WatchAnswer = z.infer<typeof watchAnswer>;

/**
 * Whether the instance works, according to the last check. Everything that shows the state of the instance shows this
 * value: the overview, the rail, the top bar and the window's title.
 */
const instanceStatus = z.object({
  /**
   * - `up`: every checked service responds.
   * - `partly-down`: clients can connect, but another service does not respond.
   * - `down`: the API or the gateway does not respond, so clients cannot connect.
   * - `restarting`: an apply is restarting the instance.
   * - `unknown`: there is no recent check.
   */
  state: z.enum(["up", "partly-down", "down", "restarting", "unknown"]),
  /** Start of the outage or restart, or the last check if the state is unknown. Milliseconds since 1970. */
  since: z.nullable(z.number()),
  /** Time of the last check. Null before the first check. */
  checkedAt: z.nullable(z.number()),
  /** Every checked service. Without monitoring, only the API. */
  parts: z.array(
    z.object({
      name: z.enum(partNames),
      isUp: z.boolean(),
      ms: z.nullable(z.number()),
      reason: z.nullable(z.string()),
    }),
  ),
  /** Seconds between two checks. 0 if monitoring is off. */
  interval: z.number(),
  at: z.number(),
});
export type InstanceStatus = z.infer<typeof instanceStatus>;

const range = z._default(z.enum(watchRanges, `Ask for range=${watchRanges.join(", ")}.`), "24h");

export const watchRoutes = {
  readStatus: route("GET", "/status", {
    summary: "Returns whether the instance is up and, if it is not, since when and which services are down.",
    role: "viewer",
    answer: instanceStatus,
  }),
  readWatch: route("GET", "/watch", {
    summary: "Returns measurements of the running instance and the panel.",
    role: "viewer",
    query: z.object({ range }),
    answer: watchAnswer,
  }),
  checkNow: route("POST", "/watch/check", {
    summary: "Probes the running instance now. The response includes parts that are down.",
    role: "editor",
    audit: "watch.check",
    body: z.object({ range }),
    answer: watchAnswer,
  }),
};
