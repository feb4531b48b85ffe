import * as z from "zod/mini";
import { route } from "./route";
import { countNames, partNames, watchRanges } from "./values";

export type { CountName, OwnName, PartName, SeriesName, WatchRange } from "./values";

/*
 * This path, WATCH_INTERVAL and some tables still use the old name `watch`, because these names are public or stored.
 * The code is in `lib/server/monitor`.
 */

/** One value per step of a range; null where nothing was measured or answered. */
const points = z.array(z.nullable(z.number()));
export type Points = z.infer<typeof points>;

/** Steps of equal length. All times in ms since 1970. */
const timeLine = z.object({
  /** Start of the first step. */
  from: z.number(),
  /** Length of a step in ms. */
  step: z.number(),
  /** Number of steps. */
  count: z.number(),
});
export type TimeLine = z.infer<typeof timeLine>;

/** A period in which a part failed to answer at least twice in a row. */
const outage = z.object({
  part: z.enum(partNames),
  from: z.number(),
  /** Null while the restart lasts. */
  to: z.nullable(z.number()),
});
export type Outage = z.infer<typeof outage>;

/** The current state of one part of the instance. */
const partNow = z.object({
  name: z.enum(partNames),
  /** The address that the panel probes. */
  target: z.string(),
  isUp: z.boolean(),
  /** Median response time of the last five minutes in ms, or of the last sample; null when the part is down. */
  ms: z.nullable(z.number()),
  /** The problem and what to do; null when the part is up. */
  reason: z.nullable(z.string()),
  /** Full days until the certificate expires; null without TLS. */
  certificateDays: z.nullable(z.number()),
  /** Time of the last probe. */
  at: z.number(),
  /** Share of the samples with an answer, 0 to 1; null if there are no samples. */
  uptime: z.object({ day: z.nullable(z.number()), month: z.nullable(z.number()) }),
  /**
   * Time of the first sample, at most 30 days ago; rounded to the hour if it is more than a day ago. Null without
   * samples.
   */
  since: z.nullable(z.number()),
  /** Mean response times of the last 24 hours, for a small plot. */
  spark: points,
});
export type PartNow = z.infer<typeof partNow>;

/** A count of the instance over 30 days. */
const countNow = z.object({
  name: z.enum(countNames),
  now: z.number(),
  /** The count a week ago; null if it was not counted at that time. */
  weekAgo: z.nullable(z.number()),
  /** In the steps of `counts.line`. */
  points,
});
export type CountNow = z.infer<typeof countNow>;

/** When the instance loaded a version of the file, on the time axis. */
const versionMark = z.object({
  /** ms since 1970 */
  at: z.number(),
  /** The version's number. */
  number: z.number(),
});
export type VersionMark = z.infer<typeof versionMark>;

/** A restart by an apply. Missing responses during the restart are not an outage. */
const plannedRestart = z.object({
  from: z.number(),
  /** Null while it lasts. */
  to: z.nullable(z.number()),
  /** The number of the version that was applied. */
  version: z.nullable(z.number()),
});
export type PlannedRestart = z.infer<typeof plannedRestart>;

/** Measurements of the running instance and of the panel itself, for tiles and plots. */
const watchAnswer = z.object({
  /** Time of the answer. */
  at: z.number(),
  /** Seconds between two samples; 0 if monitoring is off. */
  interval: z.number(),
  /** INSTANCE_API_URL is not set: the panel itself serves the three endpoints from the live file. */
  isLocal: z.boolean(),
  parts: z.array(partNow),
  /** The time line of `PartNow.spark`. */
  sparkLine: timeLine,
  range: z.enum(watchRanges),
  line: timeLine,
  /** Mean response times (ms) of each part in the range. */
  times: z.partialRecord(z.enum(partNames), points),
  /** How many answers each part gave in the range. */
  answers: z.partialRecord(z.enum(partNames), z.number()),
  /** Time of the very first sample, at most 30 days ago; null without samples. */
  since: z.nullable(z.number()),
  outages: z.array(outage),
  marks: z.array(versionMark),
  restarts: z.array(plannedRestart),
  counts: z.object({ line: timeLine, list: z.array(countNow) }),
  own: z.object({
    /** Counts for each step of the range. */
    points: z.object({ requests: points, limited: points, refused: points, failed: points }),
    /** Mean response time of the three endpoints (ms). */
    endpointMs: points,
    /** Mean response time of the last five minutes with requests; null without requests in 24 hours. */
    ms: z.nullable(z.number()),
    /** Totals over the range. */
    total: z.object({
      requests: z.number(),
      limited: z.number(),
      refused: z.number(),
      failed: z.number(),
      endpoints: z.number(),
    }),
  }),
  /** Time and folder of the last backup; null if there was none. */
  backup: z.nullable(z.object({ at: z.number(), folder: z.string() })),
  /** Why a later backup failed; null if none failed. */
  backupProblem: z.nullable(z.object({ at: z.number(), reason: z.string() })),
  /** Whether a webhook is set. */
  notifies: z.boolean(),
});
export type WatchAnswer = z.infer<typeof watchAnswer>;

const range = z._default(z.enum(watchRanges, `Ask for range=${watchRanges.join(", ")}.`), "24h");

export const watchRoutes = {
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
