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

/** A line of the plot. Color and dashes belong to the part and do not depend on the other lines. */
export interface PlotSeries {
  part: PartName;
  points: Points;
  /** The response time now, as the part's tile has it (ms); null when down. */
  now: number | null;
  /** How many answers the points are made of. */
  answers: number;
  /** CSS variable. */
  color: string;
  /** Lengths of line and gap in px; so that no one depends on colors. */
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

export const colorOf = (part: PartName): string => `--plot-${partNames.indexOf(part) + 1}`;

/** What is plotted of an answer: the instance's parts, and where the panel serves the API itself, its own times. */
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
