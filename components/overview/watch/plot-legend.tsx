import type { PlotData } from "./plot-data";
import { clock, duration, partWords } from "./words";

interface PlotLegendProps {
  data: PlotData;
  /**
   * Index of the time step under the pointer. Null if the pointer is elsewhere; the legend then shows current values.
   */
  place: number | null;
  now: number;
}

export function PlotLegend({ data: { series, line }, place, now }: PlotLegendProps) {
  return (
    <ul aria-hidden="true" className="flex min-h-5 flex-wrap gap-x-4 text-xs text-muted-foreground">
      {series.map(({ part, points, now: latest, color, dash }) => {
        const value = place === null ? latest : points[place];
        return (
          <li key={part} className="flex items-center gap-1.5 tabular-nums">
            <svg width="20" height="4">
              <line
                x1="0"
                x2="20"
                y1="2"
                y2="2"
                strokeWidth="2"
                style={{ stroke: `var(${color})` }}
                strokeDasharray={dash.join(" ") || undefined}
              />
            </svg>
            {partWords[part]} {value === null || value === undefined ? "–" : duration(value)}
          </li>
        );
      })}
      {/* Always rendered, so that nothing moves when the pointer enters the plot. */}
      <li className={place === null ? "invisible" : ""}>
        {place === null ? "00:00" : clock(line.from + place * line.step, now, undefined)}
      </li>
    </ul>
  );
}
