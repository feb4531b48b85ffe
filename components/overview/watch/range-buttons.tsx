import { Button } from "@/components/ui/button";
import { watchRanges } from "@/lib/shared/contract/values";
import type { WatchRange } from "@/lib/shared/contract/watch";

const words: Readonly<Record<WatchRange, [short: string, long: string]>> = {
  "24h": ["24 h", "24 h: the last 24 hours"],
  "7d": ["7 d", "7 d: the last 7 days"],
  "30d": ["30 d", "30 d: the last 30 days"],
};

interface RangeButtonsProps {
  range: WatchRange;
  onChange: (range: WatchRange) => void;
}

/** How far back the plot goes. */
export function RangeButtons({ range, onChange }: RangeButtonsProps) {
  return (
    <div role="group" aria-label="Range" className="flex gap-1">
      {watchRanges.map((one) => (
        <Button
          key={one}
          size="sm"
          variant="quiet"
          aria-pressed={one === range}
          aria-label={words[one][1]}
          onClick={() => onChange(one)}
          className="aria-pressed:bg-accent-soft aria-pressed:text-accent-text"
        >
          {words[one][0]}
        </Button>
      ))}
    </div>
  );
}
