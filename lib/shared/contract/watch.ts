/** The parts of a running instance that are probed, in the order in which they are shown. */
export const partNames = ["api", "gateway", "cdn", "broker", "mail"] as const;
export type PartName = (typeof partNames)[number];

/** What is counted on the instance. */
export const countNames = ["users", "guilds", "messages"] as const;
export type CountName = (typeof countNames)[number];

/**
 * The panel's own figures: requests answered; among them those over a rate limit (429), otherwise refused (4xx) and
 * failed (5xx); requests to the three endpoints; and the time that these took together (ms).
 */
export const ownNames = ["requests", "limited", "refused", "failed", "endpoints", "endpointTime"] as const;
export type OwnName = (typeof ownNames)[number];

export type SeriesName = PartName | CountName | OwnName;

export const watchRanges = ["24h", "7d", "30d"] as const;
export type WatchRange = (typeof watchRanges)[number];

/** A value for each step of a range; null where nothing was measured, or nothing answered. */
export type Points = (number | null)[];

/** Steps of equal length. All times in ms since 1970. */
export interface TimeLine {
  /** Beginning of the first step. */
  from: number;
  /** Length of a step in ms. */
  step: number;
  /** How many. */
  count: number;
}

/** A time in which a part did not answer twice in a row or more. */
export interface Outage {
  part: PartName;
  from: number;
  /** Null while it lasts. */
  to: number | null;
}

/** One part of the instance as it is now. */
export interface PartNow {
  name: PartName;
  /** The address that is asked. */
  target: string;
  isUp: boolean;
  /** Response time of the last sample in ms; null when down. */
  ms: number | null;
  /** What is wrong and what to do; null when up. */
  reason: string | null;
  /** Whole days until the certificate ends; null without TLS. */
  certificateDays: number | null;
  /** When it was last asked. */
  at: number;
  /** Share of the samples that were answered, 0 to 1; null where there are none. */
  uptime: { day: number | null; month: number | null };
  /** Mean response times of the last 24 hours, for a small plot. */
  spark: Points;
}

/** A count of the instance over 30 days. */
export interface CountNow {
  name: CountName;
  now: number;
  /** A week ago; null where it was not counted yet. */
  weekAgo: number | null;
  /** In the steps of `counts.line`. */
  points: Points;
}

/** A version of the file that the instance took over, on the time axis. */
export interface VersionMark {
  /** ms since 1970 */
  at: number;
  /** The version's number. */
  number: number;
}

/** A restart by an apply: what did not answer meanwhile is no outage. */
export interface PlannedRestart {
  from: number;
  /** Null while it lasts. */
  to: number | null;
  /** The number of the version that was applied. */
  version: number | null;
}

/** The answer of `GET /api/panel/watch`: tiles and plots in one. */
export interface WatchAnswer {
  /** When it was made. */
  at: number;
  /** Seconds between two samples; 0: watching is off. */
  interval: number;
  /** No INSTANCE_API_URL: the panel itself serves the three endpoints from the live file. */
  isLocal: boolean;
  parts: PartNow[];
  /** The time line of `PartNow.spark`. */
  sparkLine: TimeLine;
  range: WatchRange;
  line: TimeLine;
  /** Mean response times (ms) of each part in the range. */
  times: Partial<Record<PartName, Points>>;
  outages: Outage[];
  marks: VersionMark[];
  restarts: PlannedRestart[];
  counts: { line: TimeLine; list: CountNow[] };
  own: {
    /** How many in each step of the range. */
    points: Record<"requests" | "limited" | "refused" | "failed", Points>;
    /** Mean time of an answer of the three endpoints (ms). */
    endpointMs: Points;
    /** All together in the range. */
    total: Record<"requests" | "limited" | "refused" | "failed" | "endpoints", number>;
  };
  /** When the last backup was made, and where to; null when there was none. */
  backup: { at: number; folder: string } | null;
  /** Whether NOTIFY_URL is set. */
  notifies: boolean;
}
