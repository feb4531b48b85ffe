import { clockTime, dayNumber, type Zone } from "@/components/ui/times";
import type { RunningReport } from "@/lib/shared/contract/running";

/** How much the panel knows about the version that the instance runs with. */
export interface Proof {
  /** Only what is proven gets a check mark. */
  isProven: boolean;
  /** "verified as a client at 14:03", "reported by the instance at 14:03" or "not verified since the restart at 14:02". */
  words: string;
}

/**
 * Returns the evidence for the version that the instance runs with, in one of three strengths.
 * @param now milliseconds since 1970
 */
export function proofOf(
  { state, known, unknownSince, apply }: Pick<RunningReport, "state" | "known" | "unknownSince" | "apply">,
  now: number,
  zone: Zone,
): Proof {
  const at = (time: string) => timeOf(Date.parse(time), now, zone);
  if (unknownSince !== null)
    return { isProven: false, words: `not verified since the save at ${at(unknownSince)}` };
  if (known === null) return { isProven: false, words: "not reported" };
  const isVerified =
    known.by === "applied" &&
    apply?.etag === known.etag &&
    apply.checks.some(({ name }) => name.startsWith("client:"));
  if (isVerified)
    return { isProven: true, words: `verified as a client at ${at(apply.endedAt ?? known.at)}` };
  if (state === "told") return { isProven: true, words: `reported by the instance at ${at(known.at)}` };
  return { isProven: false, words: `not verified since the restart at ${at(known.at)}` };
}

/** Returns "14:03" for today, and "14:03 on 21 Nov" for other days. */
export function timeOf(time: number, now: number, zone: Zone): string {
  const clock = clockTime(time, zone);
  if (dayNumber(time, zone) === dayNumber(now, zone)) return clock;
  const date = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: zone });
  return `${clock} on ${date.format(time)}`;
}
