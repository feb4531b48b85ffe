import type uPlot from "uplot";
import type { PlotData } from "./plot-data";

/** The value of a color variable in the current theme. */
export const themeColor = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** Draws outages, and restarts by an apply, as bands behind the lines. */
export function drawBands(plot: uPlot, { outages, restarts, line }: PlotData): void {
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

/** Draws each applied version as a dashed line with the version's number. */
export function drawMarks(plot: uPlot, { marks }: PlotData): void {
  const { ctx, bbox } = plot;
  const scale = window.devicePixelRatio;
  ctx.save();
  ctx.font = `500 ${11 * scale}px ${getComputedStyle(document.body).fontFamily}`;
  ctx.textBaseline = "middle";
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
