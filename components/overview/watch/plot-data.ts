import type {
  Outage,
  PartName,
  PlannedRestart,
  Points,
  TimeLine,
  VersionMark,
  WatchAnswer,
} from "@/lib/shared/contract/watch";
import { partNames } from "@/lib/shared/contract/values";

/** A line of the plot. Its color and dashes depend only on the part, not on the other lines. */
export interface PlotSeries {
  part: PartName;
  points: Points;
  /** The current response time, as in the part's tile (ms); null when down. */
  now: number | null;
  /** The number of answers behind the points. */
  answers: number;
  /** CSS variable. */
  color: string;
  /** Lengths of line and gap in px, so that nobody depends on colors. */
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

/** The plotted parts of an answer: the instance's parts and, if the panel serves the API itself, its own times. */
export function plotData(answer: WatchAnswer): PlotData {
  const { line, times, answers, own, outages, marks, restarts, isLocal, parts } = answer;
  const isServedHere = isLocal && times.api === undefined;
  const series = partNames.flatMap((part) => {
    const look = { part, color: colorOf(part), dash: dashes[part] };
    if (isServedHere && part === "api")
      return [{ ...look, points: own.endpointMs, now: own.ms, answers: own.total.endpoints }];
    const points = times[part];
    const now = parts.find(({ name }) => name === part)?.ms ?? null;
    return points ? [{ ...look, points, now, answers: answers[part] ?? 0 }] : [];
  });
  return {
    line,
    series,
    outages: outages.filter(({ to }) => to === null || to > line.from),
    marks,
    restarts,
  };
}
