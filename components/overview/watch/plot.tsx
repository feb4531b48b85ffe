"use client";

import "uplot/dist/uPlot.min.css";
import { useTheme } from "next-themes";
import { useEffect, useRef } from "react";
import uPlot from "uplot";
import type { PlotData } from "./plot-data";
import { aligned, plotHeight, plotOptions } from "./plot-options";

interface PlotProps {
  data: PlotData;
  onPoint: (place: number | null) => void;
}

/** Response times on a canvas. Not read out: the sentences beside it say the same. */
export default function Plot({ data, onPoint }: PlotProps) {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const shown = useRef({ data, onPoint });
  const { resolvedTheme } = useTheme();
  const lines = data.series.map(({ part }) => part).join(" ");

  useEffect(() => {
    const changed = shown.current.data !== data;
    shown.current = { data, onPoint };
    if (changed) plot.current?.setData(aligned(data));
  }, [data, onPoint]);

  useEffect(() => {
    const target = box.current;
    if (!target) return;
    const options = plotOptions({
      width: target.clientWidth,
      data: () => shown.current.data,
      onPoint: (place) => shown.current.onPoint(place),
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
    // Colors are read when the plot is made: another theme, or another set of lines, makes another plot.
  }, [resolvedTheme, lines]);

  return <div ref={box} aria-hidden="true" className="h-52 w-full overflow-hidden" data-slot="plot" />;
}
