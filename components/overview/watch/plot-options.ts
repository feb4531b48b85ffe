import type uPlot from "uplot";
import type { PlotData } from "./plot-data";
import { duration } from "./words";

export const plotHeight = 208;

/** Space for the axes around the plot's area, in pixels. */
export const plotInset = { left: 64, right: 20, bottom: 28 };

const day = 86_400;

function moments(splits: number[]): string[] {
  const isLong = (splits[1] ?? 0) - (splits[0] ?? 0) >= day / 2;
  const format = new Intl.DateTimeFormat(
    "en-GB",
    isLong ? { day: "numeric", month: "short" } : { hour: "2-digit", minute: "2-digit" },
  );
  return splits.map((at) => format.format(at * 1000));
}

/**
 * The possible steps between labels on the vertical axis (ms): 1, 2, 5, 10 and so on, up to several hours.
 */
const steps = Array.from({ length: 8 }, (_, power) => [1, 2, 5].map((digit) => digit * 10 ** power)).flat();

interface PlotOptions {
  width: number;
  /** Returns the data to draw. A function, because the data changes while the plot stays the same object. */
  data: () => PlotData;
  onPoint: (place: number | null) => void;
  /** Called with the visible time range in milliseconds since 1970. Zooming changes the range. */
  onRange: (from: number, to: number) => void;
}

export function plotOptions({ width, data, onPoint, onRange }: PlotOptions): uPlot.Options {
  const axis = {
    stroke: themeColor("--muted-foreground"),
    font: `12px ${getComputedStyle(document.body).fontFamily}`,
    ticks: { show: false },
  };
  return {
    width,
    height: plotHeight,
    padding: [8, plotInset.right, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: true, y: false, setScale: true }, points: { size: 6 } },
    scales: {
      x: { time: true },
      // The axis starts at zero, so that twice the response time is drawn twice as high.
      y: { range: (_, __, high) => [0, Math.max(10, (high ?? 0) * 1.15)] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        values: (_, splits) => moments(splits),
        space: 72,
        size: plotInset.bottom,
      },
      {
        ...axis,
        grid: { stroke: themeColor("--border"), width: 1 },
        values: (_, splits) => splits.map(duration),
        // Prevents labels with fractions of a millisecond.
        incrs: steps,
        size: plotInset.left,
        space: 36,
      },
    ],
    series: [
      {},
      ...data().series.map(({ part, color, dash }) => ({
        label: part,
        stroke: themeColor(color),
        dash,
        width: 1.5,
        spanGaps: false,
        points: { show: false },
      })),
    ],
    hooks: {
      drawClear: [(plot) => drawBands(plot, data())],
      draw: [(plot) => drawMarks(plot, data())],
      setScale: [
        ({ scales }, axis) => {
          const { min, max } = scales.x ?? {};
          if (axis === "x" && min != null && max != null) onRange(min * 1000, max * 1000);
        },
      ],
      setCursor: [({ cursor }) => onPoint(cursor.idx ?? null)],
    },
  };
}

/** Converts the data to uPlot's format: an array of times in seconds, then an array per line. */
export function aligned({ line, series }: PlotData): uPlot.AlignedData {
  const times = Array.from({ length: line.count }, (_, place) => (line.from + place * line.step) / 1000);
  return [times, ...series.map(({ points }) => points)];
}

export const themeColor = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim();

function drawBands(plot: uPlot, { outages, restarts, line }: PlotData): void {
  const { ctx, bbox } = plot;
  ctx.save();
  const bands = [
    ...restarts.map((one) => ({ ...one, color: "--warning-soft" })),
    ...outages.map((one) => ({ ...one, color: "--danger-soft" })),
  ];
  for (const { from, to, color } of bands) {
    ctx.fillStyle = themeColor(color);
    const left = Math.max(bbox.left, plot.valToPos(from / 1000, "x", true));
    const end = to ?? line.from + line.step * line.count;
    const right = Math.min(bbox.left + bbox.width, plot.valToPos(end / 1000, "x", true));
    ctx.fillRect(left, bbox.top, Math.max(2, right - left), bbox.height);
  }
  ctx.restore();
}

function drawMarks(plot: uPlot, { marks }: PlotData): void {
  const { ctx, bbox } = plot;
  const scale = window.devicePixelRatio;
  ctx.save();
  ctx.font = `500 ${11 * scale}px ${getComputedStyle(document.body).fontFamily}`;
  ctx.textBaseline = "middle";
  // The axes are aligned otherwise.
  ctx.textAlign = "left";
  for (const { at, number } of marks) {
    const x = Math.round(plot.valToPos(at / 1000, "x", true));
    if (x < bbox.left || x > bbox.left + bbox.width) continue;
    ctx.strokeStyle = themeColor("--warning");
    ctx.lineWidth = scale;
    ctx.setLineDash([3 * scale, 3 * scale]);
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    drawLabel(ctx, `version ${number}`, { x, bbox, scale });
  }
  ctx.restore();
}

function drawLabel(
  ctx: CanvasRenderingContext2D,
  text: string,
  { x, bbox, scale }: { x: number; bbox: uPlot.BBox; scale: number },
): void {
  const padding = 6 * scale;
  const [width, height] = [ctx.measureText(text).width + 2 * padding, 18 * scale];
  // Keeps the number within the plot, even if the line is at an edge.
  const left = Math.min(bbox.left + bbox.width - width, Math.max(bbox.left, x - width / 2));
  ctx.setLineDash([]);
  ctx.fillStyle = themeColor("--warning-soft");
  ctx.beginPath();
  ctx.roundRect(left, bbox.top, width, height, 4 * scale);
  ctx.fill();
  ctx.fillStyle = themeColor("--warning-text");
  ctx.fillText(text, left + padding, bbox.top + height / 2);
}
