"use client";

import { useTheme } from "next-themes";
import { useEffect, useRef } from "react";
import uPlot from "uplot";
import type { Outage, Points, TimeLine } from "@/lib/shared/contract/watch";
import { themeColor } from "./plot-options";

const height = 24;
const leastRange = 1 / 2;

const none: readonly Outage[] = [];

export interface SparklineProps {
  points: Points;
  line: TimeLine;
  outages?: readonly Outage[];
}

/**
 * A small plot without axes. Hidden from screen readers, because the figures next to it contain the same information.
 */
export default function Sparkline({ points, line, outages = none }: SparklineProps) {
  const box = useRef<HTMLDivElement>(null);
  const { resolvedTheme } = useTheme();
  useEffect(() => {
    const target = box.current;
    if (!target) return;
    const off = { show: false };
    const drawn = new uPlot(
      {
        width: target.clientWidth,
        height,
        padding: [2, 0, 2, 0],
        legend: off,
        cursor: off,
        axes: [off, off],
        scales: { x: { time: true }, y: { range: (_, low, high) => around(low ?? 0, high ?? 0) } },
        series: [
          {},
          { stroke: themeColor("--plot-1"), width: 1.5, spanGaps: false, points: { show: false } },
        ],
        hooks: {
          drawClear: [
            (plot) => {
              plot.ctx.fillStyle = themeColor("--danger-soft");
              for (const { from, to } of outages) {
                const left = Math.max(0, plot.valToPos(from / 1000, "x", true));
                const right = to === null ? plot.bbox.width : plot.valToPos(to / 1000, "x", true);
                plot.ctx.fillRect(left, 0, Math.max(3, right - left), plot.ctx.canvas.height);
              }
            },
          ],
        },
      },
      [points.map((_, place) => (line.from + place * line.step) / 1000), [...points]],
      target,
    );
    const observer = new ResizeObserver(() => drawn.setSize({ width: target.clientWidth, height }));
    observer.observe(target);
    return () => {
      observer.disconnect();
      drawn.destroy();
    };
  }, [points, line, outages, resolvedTheme]);
  return <div ref={box} aria-hidden="true" className="h-6 w-full overflow-hidden" />;
}

function around(low: number, high: number): [number, number] {
  const more = Math.max(1, high * leastRange - (high - low)) / 2;
  return [low - more, high + more];
}
