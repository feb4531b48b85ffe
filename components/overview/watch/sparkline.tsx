import type { Outage, Points, TimeLine } from "@/lib/shared/contract/watch";

const width = 240;
const height = 36;
/** The margin that leaves room for the width of the line. */
const inset = 2;

/**
 * Returns the path of a line with gaps where values are missing. A value between two gaps is a dot.
 * @param least minimum range of the vertical axis, as a share of the largest value; keeps small variations
 *   small
 */
export function sparkPath(points: Points, least = 0): string {
  const values = points.filter((point) => point !== null);
  // A line needs at least two values.
  if (values.length < 2) return "";
  const [lowest, highest] = [Math.min(...values), Math.max(...values)];
  const more = Math.max(0, highest * least - (highest - lowest)) / 2;
  const [low, high] = [lowest - more, highest + more];
  const x = (place: number) => ((place / Math.max(1, points.length - 1)) * width).toFixed(1);
  const y = (value: number) =>
    (high === low
      ? height / 2
      : height - inset - ((value - low) / (high - low)) * (height - 2 * inset)
    ).toFixed(1);
  return points
    .flatMap((point, place) => {
      if (point === null) return [];
      const isFirst = place === 0 || points[place - 1] === null;
      const isAlone = isFirst && (points[place + 1] ?? null) === null;
      return `${isFirst ? "M" : "L"}${x(place)} ${y(point)}${isAlone ? "h0.1" : ""}`;
    })
    .join("");
}

export interface SparklineProps {
  points: Points;
  line: TimeLine;
  outages?: readonly Outage[];
  /** See `sparkPath`. */
  least?: number;
}

/**
 * A small plot without axes. Hidden from screen readers, because the figures next to it contain the same information.
 */
export function Sparkline({ points, line, outages = [], least }: SparklineProps) {
  const length = line.step * line.count;
  const at = (moment: number) => Math.min(1, Math.max(0, (moment - line.from) / length)) * width;
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className="block h-6 w-full overflow-visible"
    >
      {outages.map(({ from, to }) => (
        <rect
          key={from}
          x={at(from)}
          y={0}
          width={Math.max(2, at(to ?? Infinity) - at(from))}
          height={height}
          className="fill-danger-soft"
        />
      ))}
      <path
        d={sparkPath(points, least)}
        fill="none"
        vectorEffect="non-scaling-stroke"
        strokeLinecap="round"
        strokeLinejoin="round"
        className="stroke-(--plot-1)"
        strokeWidth={1.5}
      />
    </svg>
  );
}
