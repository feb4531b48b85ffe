import { clockTime, dayNumber, type Zone } from "@/components/ui/times";
import type { RunningReport } from "@/lib/shared/contract/running";

const isProven: Readonly<Record<NonNullable<RunningReport["known"]>["claim"], boolean>> = {
  works: true,
  "until-restart": true,
  loaded: true,
  reported: false,
  presumed: false,
};

/**
 * How the panel knows the version that the instance runs with: "verified as a client at 14:03", "reported by the instance
 * at 14:03" or "not verified since the restart at 14:02".
 * @param now milliseconds since 1970
 */
export function proofOf(
  { known, unknownSince }: Pick<RunningReport, "known" | "unknownSince">,
  now: number,
  zone: Zone,
): string {
  const at = (time: string) => timeOf(Date.parse(time), now, zone);
  if (unknownSince !== null) return `not verified since the save at ${at(unknownSince)}`;
  return known === null ? "not reported" : wordsOf(known.claim, at(known.at));
}

function wordsOf(claim: NonNullable<RunningReport["known"]>["claim"], since: string): string {
  switch (claim) {
    case "works":
      return `verified as a client at ${since}`;
    case "until-restart":
      return `verified as a client at ${since}, not yet after a restart of every part`;
    case "loaded":
      return `reported by the instance at ${since}`;
    case "reported":
      return `reported in part by the instance at ${since}`;
    case "presumed":
      return `not verified since the restart at ${since}`;
  }
}

/** Whether the instance reports now that it runs the file's settings. */
export const isInEffect = ({ state, known, unknownSince }: RunningReport): boolean =>
  state === "told" && known !== null && unknownSince === null && isProven[known.claim];

/** Returns "14:03" for today, and "14:03 on 21 Nov" for other days. */
export function timeOf(time: number, now: number, zone: Zone): string {
  const clock = clockTime(time, zone);
  if (dayNumber(time, zone) === dayNumber(now, zone)) return clock;
  const date = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: zone });
  return `${clock} on ${date.format(time)}`;
}
