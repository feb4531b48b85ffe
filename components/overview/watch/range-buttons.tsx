import { Button } from "@/components/ui/button";
import { watchRanges } from "@/lib/shared/contract/values";
import type { WatchRange } from "@/lib/shared/contract/watch";

const words: Readonly<Record<WatchRange, [short: string, long: string]>> = {
  "1h": ["1 h", "1 h: the last hour"],
  "24h": ["24 h", "24 h: the last 24 hours"],
  "7d": ["7 d", "7 d: the last 7 days"],
  "30d": ["30 d", "30 d: the last 30 days"],
};

const hour = 3_600_000;
/**
 * How long (ms) the panel must have measured before a range is offered: the length of the next shorter range. Until
 * then, the shorter range already shows all samples.
 */
const offeredFrom: Readonly<Record<WatchRange, number>> = {
  "1h": 0,
  "24h": hour,
  "7d": 24 * hour,
  "30d": 7 * 24 * hour,
};

/**
 * The ranges that are offered.
 * @param since time of the first sample; null if there are no samples
 */
export const rangesSince = (since: number | null, now: number): WatchRange[] =>
  watchRanges.filter((range) => now - (since ?? now) >= offeredFrom[range]);

interface RangeButtonsProps {
  ranges: readonly WatchRange[];
  range: WatchRange;
  onChange: (range: WatchRange) => void;
}

export function RangeButtons({ ranges, range, onChange }: RangeButtonsProps) {
  return (
    <div role="group" aria-label="Range" className="flex gap-1">
      {ranges.map((one) => (
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
