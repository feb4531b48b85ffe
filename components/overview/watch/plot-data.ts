import type {
  Outage,
  PartName,
  PlannedRestart,
  Points,
  TimeLine,
  VersionMark,
  WatchAnswer,
  WatchRange,
} from "@/lib/shared/contract/watch";
import { partNames, watchRanges } from "@/lib/shared/contract/values";

/** A line of the plot. A service always has the same color and dashes. */
export interface PlotSeries {
  part: PartName;
  points: Points;
  /** The current response time in milliseconds, as in the service's row. Null if the service is down. */
  now: number | null;
  color: string;
  /** Lengths of dash and gap in pixels. They distinguish the lines for people who cannot distinguish the colors. */
  dash: number[];
}

export interface PlotData {
  line: TimeLine;
  series: PlotSeries[];
  outages: readonly Outage[];
  marks: readonly VersionMark[];
  restarts: readonly PlannedRestart[];
}

const dashes: Readonly<Record<PartName, number[]>> = {
  api: [],
  gateway: [6, 3],
  cdn: [2, 3],
  broker: [10, 3, 2, 3],
  mail: [10, 4],
};

const colorOf = (part: PartName): string => `--plot-${partNames.indexOf(part) + 1}`;

/**
 * Returns the lines of the plot, one for each service. If the panel itself serves the API, the API's line
 * shows the panel's response times.
 */
export function plotData(answer: WatchAnswer): PlotData {
  const { line, times, own, outages, marks, restarts, isLocal, parts } = answer;
  const isServedHere = isLocal && times.api === undefined;
  const series = partNames.flatMap((part) => {
    const look = { part, color: colorOf(part), dash: dashes[part] };
    if (isServedHere && part === "api") return [{ ...look, points: own.endpointMs, now: own.ms }];
    const points = times[part];
    const now = parts.find(({ name }) => name === part)?.ms ?? null;
    return points ? [{ ...look, points, now }] : [];
  });
  return {
    line,
    series,
    outages: outages.filter(({ to }) => to === null || to > line.from),
    marks,
    restarts,
  };
}

const hour = 3_600_000;
/**
 * The panel offers a range once it has collected data for at least this long (ms). With less data, the next
 * shorter range already shows all data.
 */
const offeredFrom: Readonly<Record<WatchRange, number>> = {
  "1h": 0,
  "24h": hour,
  "7d": 24 * hour,
  "30d": 7 * 24 * hour,
};

export const rangesSince = (since: number | null, now: number): WatchRange[] =>
  watchRanges.filter((range) => now - (since ?? now) >= offeredFrom[range]);
