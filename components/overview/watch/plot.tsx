"use client";

import "uplot/dist/uPlot.min.css";
import { useTheme } from "next-themes";
import { useEffect, useRef, useState } from "react";
import uPlot from "uplot";
import { partWords } from "@/components/shell/status-words";
import type { PlotData } from "./plot-data";
import { aligned, plotHeight, plotInset, plotOptions } from "./plot-options";
import TimeMarks from "./time-marks";

/** Screen readers get the current times from the rows of "How it runs". */
export default function Plot({ data, onPoint }: { data: PlotData; onPoint: (place: number | null) => void }) {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const shown = useRef({ data, onPoint });
  const [range, setRange] = useState<{ from: number; to: number } | null>(null);
  const { resolvedTheme } = useTheme();
  const lines = data.series.map(({ part }) => part).join(" ");

  useEffect(() => {
    const before = shown.current.data;
    shown.current = { data, onPoint };
    if (before === data || !plot.current) return;
    // New samples do not reset the zoom. A different range does.
    const keeps = before.line.step === data.line.step && isEnlarged(plot.current, before);
    plot.current.setData(aligned(data), !keeps);
    if (keeps) plot.current.redraw();
  }, [data, onPoint]);

  useEffect(() => {
    const target = box.current;
    if (!target) return;
    const options = plotOptions({
      width: target.clientWidth,
      data: () => shown.current.data,
      onPoint: (place) => shown.current.onPoint(place),
      onRange: (from, to) => setRange({ from, to }),
    });
    const drawn = (plot.current = new uPlot(options, aligned(shown.current.data), target));
    const observer = new ResizeObserver(() => {
      if (target.clientWidth > 0 && target.clientWidth !== drawn.width)
        drawn.setSize({ width: target.clientWidth, height: plotHeight });
    });
    observer.observe(target);
    return () => {
      observer.disconnect();
      plot.current = null;
      drawn.destroy();
    };
    // The plot reads its colors only when it is created, so a change of the theme or of the set of lines
    // creates a new plot.
  }, [resolvedTheme, lines]);

  return (
    <div className="relative">
      <div
        ref={box}
        role="img"
        aria-label={`Response times: ${data.series.map(({ part }) => partWords[part]).join(", ")}`}
        title="Drag to zoom in, double-click to reset"
        className="h-52 w-full overflow-hidden"
        data-slot="plot"
      />
      {range === null ? null : <TimeMarks {...range} applied={data.marks} inset={plotInset} />}
    </div>
  );
}

function isEnlarged({ scales }: uPlot, { line: { from, step, count } }: PlotData): boolean {
  const { min, max } = scales.x ?? {};
  if (min == null || max == null) return false;
  return min > from / 1000 || max < (from + step * (count - 1)) / 1000;
}
