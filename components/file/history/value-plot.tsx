import { AuthorName } from "@/components/shell/author-name";
import { Moment } from "@/components/ui/moment";
import { PlotMark } from "@/components/ui/plot-mark";
import { authorWords } from "@/lib/shared/author";
import type { SettingHistory } from "@/lib/shared/contract/history";
import type { Field } from "@/lib/shared/settings/field";
import { describeValue } from "@/lib/shared/settings/wording";

/** Maximum number of changes in the plot. More marks would overlap. */
const most = 30;
/** Minimum distance between two marks, as a share of the plot's width. */
const gap = 0.03;

type Change = SettingHistory["entries"][number];

/** A change in the plot. `at` is its distance from the left edge and `top` from the top edge, both from 0 to 1. */
interface Point {
  entry: Change;
  value: number;
  at: number;
  top: number;
}

function numberOf(field: Field, value: unknown): number | undefined {
  const effective: unknown = value ?? field.default;
  return typeof effective === "number" ? effective : undefined;
}

/**
 * Places the most recent changes in the plot, with the oldest first. Moves marks apart if they would overlap.
 * @param now the time at the right edge, in milliseconds since 1970
 */
export function pointsOf(field: Field, entries: readonly Change[], now: number): Point[] {
  const shown = entries
    .slice(0, most)
    .flatMap((entry) => {
      const value = entry.change.secret ? undefined : numberOf(field, entry.change.after);
      return value === undefined ? [] : [{ entry, value }];
    })
    .toReversed();
  const [first] = shown;
  if (first === undefined) return [];
  const from = Date.parse(first.entry.at);
  const values = shown.map(({ value }) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  let last = -gap;
  const spread = shown.map(({ entry, value }) => {
    const at = (Date.parse(entry.at) - from) / Math.max(1, now - from);
    last = Math.max(last + gap, at);
    return { entry, value, at: last, top: high === low ? 0.5 : (high - value) / (high - low) };
  });
  // Moves marks beyond the right edge back into the plot, starting with the last mark.
  let limit = 1;
  for (const point of spread.toReversed()) {
    point.at = Math.max(0, Math.min(point.at, limit));
    limit = point.at - gap;
  }
  return spread;
}

interface ValuePlotProps {
  field: Field;
  entries: readonly Change[];
  now: number;
}

/**
 * Plots a setting's values over time. Each mark links to the version that set the value. The table below contains the
 * same information for screen readers.
 */
export function ValuePlot({ field, entries, now }: ValuePlotProps) {
  const points = pointsOf(field, entries, now);
  const [first] = points;
  if (first === undefined || points.length < 2) return null;
  const values = points.map(({ value }) => value);
  const steps = points.slice(1).map(({ at, top }) => `H${at * 100}V${top * 100}`);
  const path = `M${first.at * 100} ${first.top * 100}${steps.join("")}H100`;
  return (
    <figure aria-label={`${field.label} over time`} className="px-4 pt-4 sm:px-6">
      <div className="flex gap-3 text-xs text-muted-foreground tabular-nums">
        <div aria-hidden="true" className="flex flex-col justify-between py-2 text-right">
          <span>{describeValue(field, Math.max(...values))}</span>
          {new Set(values).size > 1 ? <span>{describeValue(field, Math.min(...values))}</span> : null}
        </div>
        <div className="relative h-28 flex-1 border-b border-l">
          <div className="absolute inset-x-3 inset-y-4">
            <svg
              aria-hidden="true"
              viewBox="0 0 100 100"
              preserveAspectRatio="none"
              className="block size-full overflow-visible"
            >
              <path
                d={path}
                fill="none"
                vectorEffect="non-scaling-stroke"
                strokeWidth={1.5}
                className="stroke-(--plot-1)"
              />
            </svg>
            <ul aria-label="Changes">
              {points.map(({ entry: { id, author, authorKind, note, at: time }, value, at, top }) => {
                const words = describeValue(field, value);
                return (
                  <li key={id}>
                    <PlotMark
                      at={at}
                      top={top}
                      href={`/settings/history/${id}`}
                      label={`${words}, ${authorWords({ kind: authorKind, name: author })}, version ${id}${note ? `: ${note}` : ""}`}
                    >
                      <span className="font-medium">{words}</span>
                      <span className="text-muted-foreground">
                        <AuthorName author={author} kind={authorKind} />, <Moment at={time} />
                      </span>
                      {note ? <span className="wrap-anywhere">{note}</span> : null}
                    </PlotMark>
                  </li>
                );
              })}
            </ul>
          </div>
        </div>
      </div>
      <figcaption className="mt-1 flex justify-between pl-12 text-xs text-muted-foreground">
        <Moment at={first.entry.at} />
        <span>Now</span>
      </figcaption>
    </figure>
  );
}
