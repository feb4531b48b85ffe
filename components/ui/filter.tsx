"use client";

import { useId } from "react";
import { Input, Label } from "./input";
import { useZone } from "./moment";
import type { Zone } from "./times";

const halfDay = 12 * 3_600_000;

/**
 * Returns the start of a day in local time, as ISO 8601. Undefined for an empty box or an incomplete year.
 */
function startOf(date: string, daysLater: number): string | undefined {
  if (date < "2000") return undefined;
  const start = new Date(`${date}T00:00`);
  start.setDate(start.getDate() + daysLater);
  return start.toISOString();
}

// The Swedish locale formats dates as in ISO 8601.
const dayOf = (at: number, timeZone: Zone): string =>
  new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeZone }).format(at);

interface FilterDateProps {
  label: string;
  /** ISO 8601. The start of the selected day or, with `isEnd`, its end. */
  at: string | undefined;
  isEnd?: boolean;
  onChange: (at: string | undefined) => void;
}

export function FilterDate({ label, at, isEnd = false, onChange }: FilterDateProps) {
  const id = useId();
  const within = at === undefined ? undefined : Date.parse(at) - (isEnd ? halfDay : 0);
  const zone = useZone();
  return (
    <div className="flex min-w-0 items-center gap-2">
      <Label htmlFor={id}>{label}</Label>
      <Input
        id={id}
        type="date"
        value={within === undefined ? "" : dayOf(within, zone)}
        onChange={({ target }) => onChange(startOf(target.value, isEnd ? 1 : 0))}
      />
    </div>
  );
}
