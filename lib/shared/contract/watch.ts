import * as z from "zod/mini";
import { route } from "./route";
import { countNames, partNames, watchRanges } from "./values";

export type { CountName, OwnName, PartName, SeriesName, WatchRange } from "./values";

/** A value for each step of a range; null where nothing was measured, or nothing answered. */
const points = z.array(z.nullable(z.number()));
export type Points = z.infer<typeof points>;

/** Steps of equal length. All times in ms since 1970. */
const timeLine = z.object({
  /** Beginning of the first step. */
  from: z.number(),
  /** Length of a step in ms. */
  step: z.number(),
  /** How many. */
  count: z.number(),
});
export type TimeLine = z.infer<typeof timeLine>;

/** A time in which a part did not answer twice in a row or more. */
const outage = z.object({
  part: z.enum(partNames),
  from: z.number(),
  /** Null while it lasts. */
  to: z.nullable(z.number()),
});
export type Outage = z.infer<typeof outage>;

/** One part of the instance as it is now. */
const partNow = z.object({
  name: z.enum(partNames),
  /** The address that is asked. */
  target: z.string(),
  isUp: z.boolean(),
  /** Median response time of the last five minutes in ms, or that of the last sample; null when down. */
  ms: z.nullable(z.number()),
  /** What is wrong and what to do; null when up. */
  reason: z.nullable(z.string()),
  /** Whole days until the certificate ends; null without TLS. */
  certificateDays: z.nullable(z.number()),
  /** When it was last asked. */
  at: z.number(),
  /** Share of the samples that were answered, 0 to 1; null if there are none. */
  uptime: z.object({ day: z.nullable(z.number()), month: z.nullable(z.number()) }),
  /**
   * When it was first asked, at most 30 days ago; by the hour where that is more than a day ago. Null without samples.
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
  /** A week ago; null where it was not counted yet. */
  weekAgo: z.nullable(z.number()),
  /** In the steps of `counts.line`. */
  points,
});
export type CountNow = z.infer<typeof countNow>;

/** A version of the file that the instance took over, on the time axis. */
const versionMark = z.object({
  /** ms since 1970 */
  at: z.number(),
  /** The version's number. */
  number: z.number(),
});
export type VersionMark = z.infer<typeof versionMark>;

/** A restart by an apply: missing responses during it are not an outage. */
const plannedRestart = z.object({
  from: z.number(),
  /** Null while it lasts. */
  to: z.nullable(z.number()),
  /** The number of the version that was applied. */
  version: z.nullable(z.number()),
});
export type PlannedRestart = z.infer<typeof plannedRestart>;

/** What was measured of the running instance and of the panel itself: tiles and plots in one. */
const watchAnswer = z.object({
  /** When it was made. */
  at: z.number(),
  /** Seconds between two samples; 0: watching is off. */
  interval: z.number(),
  /** No INSTANCE_API_URL: the panel itself serves the three endpoints from the live file. */
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
  /** When the first sample of all was taken, at most 30 days ago; null without any. */
  since: z.nullable(z.number()),
  outages: z.array(outage),
  marks: z.array(versionMark),
  restarts: z.array(plannedRestart),
  counts: z.object({ line: timeLine, list: z.array(countNow) }),
  own: z.object({
    /** How many in each step of the range. */
    points: z.object({ requests: points, limited: points, refused: points, failed: points }),
    /** Mean time of an answer of the three endpoints (ms). */
    endpointMs: points,
    /** The same in the last five minutes in which there were any; null when there were none in 24 hours. */
    ms: z.nullable(z.number()),
    /** All together in the range. */
    total: z.object({
      requests: z.number(),
      limited: z.number(),
      refused: z.number(),
      failed: z.number(),
      endpoints: z.number(),
    }),
  }),
  /** When the last backup was made, and where to; null when there was none. */
  backup: z.nullable(z.object({ at: z.number(), folder: z.string() })),
  /** Why a later one failed; null if none did. */
  backupProblem: z.nullable(z.object({ at: z.number(), reason: z.string() })),
  /** Whether there is a webhook. */
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
