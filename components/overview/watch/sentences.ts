import type { Outage, PlannedRestart, Points, TimeLine, WatchAnswer } from "@/lib/shared/contract/watch";
import type { PlotData, PlotSeries } from "./plot-data";
import { partWords } from "@/components/shell/status-words";
import { clock, day, duration, lasted, slowFrom } from "./words";

type Zone = "UTC" | undefined;
type PartName = PlotSeries["part"];

/**
 * A difference is mentioned only if it reaches both limits: one in milliseconds, and one as a share of the
 * smaller value.
 */
const leastDifference = { ms: 10, share: 0.25 };
/** Minimum number of responses for a statement about a response time. */
const leastAnswers = 30;
/** How long (ms) a service must be slower than usual before a sentence mentions this. */
const leastSlowTime = 600_000;
/** Maximum number of outages or restarts that are listed one by one. More are summarized. */
const mostSingle = 2;

/** Describes the plot of response times in sentences. Returns none if there are too few measurements. */
export function responseSentences(data: PlotData, at: number, zone: Zone): string[] {
  const answers = data.series.flatMap((series) => answerSentence(series, data, at, zone) ?? []);
  return [...answers, ...restartSentence(data, at, zone), ...outageSentences(data, at, zone)];
}

function answerSentence(series: PlotSeries, data: PlotData, at: number, zone: Zone): string | null {
  const { part, points, now, answers } = series;
  if (now === null || answers < leastAnswers) return null;
  const { line, marks } = data;
  const mark = marks.at(-1);
  if (mark) {
    const place = Math.floor((mark.at - line.from) / line.step);
    const [before, after] = [spreadOf(points.slice(0, place)), spreadOf(points.slice(place + 1))];
    const each = answers / points.filter((point) => point !== null).length;
    const isEnough = [before, after].every((one) => one !== null && one.count * each >= leastAnswers);
    if (isEnough && before && after && differs(before, after)) {
      const more = `${duration(Math.abs(after.middle - before.middle))} ${after.middle > before.middle ? "more" : "less"}`;
      return `${partWords[part]} answers in ${duration(now)}, ${more} than before version ${mark.number} was applied (${clock(mark.at, at, zone)}).`;
    }
  }
  const usual = spreadOf(points);
  return usual && differs(usual, { low: now, middle: now, high: now })
    ? `${partWords[part]} answers in ${duration(now)}, ${now > usual.middle ? "slower" : "faster"} than usual (${duration(usual.middle)}).`
    : `${partWords[part]} is steady at ${duration(now)}.`;
}

/** Quartiles are compared instead of averages, because a few slow responses do not affect quartiles. */
interface Spread {
  count: number;
  low: number;
  middle: number;
  high: number;
}

function spreadOf(points: Points): Spread | null {
  const values = points.filter((point) => point !== null).toSorted((one, other) => one - other);
  const [low, middle, high] = [1, 2, 3].map((quarter) => values[Math.floor((values.length * quarter) / 4)]);
  return low === undefined || middle === undefined || high === undefined
    ? null
    : { count: values.length, low, middle, high };
}

/** Whether the medians differ enough, and the interquartile ranges do not overlap. */
function differs(one: Omit<Spread, "count">, other: Omit<Spread, "count">): boolean {
  const difference = Math.abs(one.middle - other.middle);
  return (
    difference >= leastDifference.ms &&
    difference >= leastDifference.share * Math.min(one.middle, other.middle) &&
    (one.high < other.low || other.high < one.low)
  );
}

/**
 * Describes since when a service has been slow, for example "Slow since 18:20 (1 h), 40 ms before". Here,
 * 40 ms is the median response time before 18:20. A service is slow in two cases:
 * - The response time reaches `slowFrom`.
 * - The response time has been clearly longer than usual for 10 minutes.
 * Returns null if the service is not slow.
 * @param answers number of responses from which the points were computed
 */
export function slowNote(
  { points, now, answers }: Pick<PlotSeries, "points" | "now" | "answers">,
  line: TimeLine,
  at: number,
  zone: Zone,
): string | null {
  const usual = spreadOf(points);
  if (now === null || usual === null) return null;
  const isUnusual =
    answers >= leastAnswers && now > usual.middle && differs(usual, { low: now, middle: now, high: now });
  if (!isUnusual && now < slowFrom) return null;
  const limit = isUnusual ? (usual.middle + now) / 2 : slowFrom;
  const lastFast = points.findLastIndex((point) => point !== null && point < limit);
  const word = now < slowFrom ? "Slower than usual" : "Slow";
  if (lastFast === -1) {
    const first = points.findIndex((point) => point !== null);
    return `${word} for at least ${lasted(at - line.from - first * line.step)}`;
  }
  const since = line.from + (lastFast + 1) * line.step;
  if (now < slowFrom && at - since < leastSlowTime) return null;
  const before = spreadOf(points.slice(0, lastFast + 1));
  return `${word} since ${clock(since, at, zone)} (${lasted(Math.max(0, at - since))})${before ? `, ${duration(before.middle)} before` : ""}`;
}

/**
 * Mentions each restart in the range that was caused by applying the file. If there are many, mentions only
 * their number and the last restart.
 */
function restartSentence({ restarts, line }: PlotData, at: number, zone: Zone): string[] {
  const seen = restarts.filter(({ to }) => to === null || to > line.from);
  const last = seen.at(-1);
  if (!last) return [];
  if (last.to === null)
    return [`An apply has been restarting the instance since ${clock(last.from, at, zone)}.`];
  const when = ({ from, version }: PlannedRestart) =>
    `${clock(from, at, zone)}${version === null ? "" : ` (version ${version})`}`;
  if (seen.length > mostSingle)
    return [`The instance was restarted by ${seen.length} applies, last at ${when(last)}.`];
  return [
    `The instance was restarted by ${seen.length === 1 ? "an apply" : "applies"} at ${seen.map(when).join(" and ")}.`,
  ];
}

/**
 * Mentions each outage in the range. If there are many, mentions only their number and the longest outage.
 * Simultaneous outages of several services count as one.
 */
function outageSentences({ line, series, outages }: PlotData, at: number, zone: Zone): string[] {
  const seen = outages.filter(({ to }) => to === null || to > line.from);
  const groups = together(seen);
  if (groups.length > mostSingle) {
    const longest = groups.toSorted((a, b) => length(b, at) - length(a, at))[0];
    return longest
      ? [
          `${groups.length} outages; the longest lasted ${lasted(length(longest, at))} (${clock(longest.from, at, zone)}).`,
        ]
      : [];
  }
  return groups.map((group) => {
    const { parts, from, to } = group;
    const isAll = parts.length === series.length && series.length > 1;
    const who = isAll ? "Nothing" : new Intl.ListFormat("en").format(parts.map((part) => partWords[part]));
    const [began, ended] = [clock(from, at, zone), to === null ? null : clock(to, at, zone, from)];
    if (ended === null)
      return isAll
        ? `Nothing has answered since ${began}.`
        : `${who} ${parts.length > 1 ? "have" : "has"} been down since ${began}.`;
    const verb = isAll ? "answered" : parts.length > 1 ? "were down" : "was down";
    if (began === ended || length(group, at) < 60_000)
      return `${who} ${verb} for ${lasted(length(group, at))} at ${began}.`;
    return `${who} ${verb} from ${began} to ${ended}.`;
  });
}

interface Group {
  parts: PartName[];
  from: number;
  to: number | null;
}

const length = ({ from, to }: Group, now: number): number => (to ?? now) - from;
/** Outages of several services count as one if they start and end within this time of each other (ms). */
const near = 90_000;

function together(outages: readonly Outage[]): Group[] {
  const groups: Group[] = [];
  for (const { part, from, to } of outages) {
    const group = groups.find(
      (one) =>
        Math.abs(one.from - from) <= near &&
        (one.to === null || to === null ? one.to === to : Math.abs(one.to - to) <= near),
    );
    if (group) group.parts.push(part);
    else groups.push({ parts: [part], from, to });
  }
  return groups;
}

/**
 * Counts the outages in words, for example "one outage in 30 days" or "no outage in 40 min". The period is never
 * longer than the measured time. Returns undefined during the first minute, because an outage is recorded only after
 * two failed samples.
 */
export function outagesInWords({
  outages,
  since,
  at,
}: Pick<WatchAnswer, "outages" | "since" | "at">): string | undefined {
  if (since === null || at - since < 60_000) return undefined;
  const count = together(outages).length;
  const span = at - since < 29 * day ? lasted(at - since) : "30 days";
  return `${count === 0 ? "no" : count === 1 ? "one" : count} ${count > 1 ? "outages" : "outage"} in ${span}`;
}

/** Returns the period that a count covers, in words: 24 hours, or the measured time if it is shorter. */
export const spanWords = (measured: number): string => (measured < day ? lasted(measured) : "24 hours");

/**
 * Returns a sentence about the requests that the panel has served.
 * @param measured how long the panel has counted them (ms)
 */
export function ownSentence(
  { requests, limited, refused, failed }: WatchAnswer["own"]["total"],
  measured: number,
): string {
  const some = (count: number) => (count === 0 ? "none" : count.toLocaleString("en"));
  if (requests === 0)
    return measured < 60_000
      ? "The panel has served no requests yet."
      : `The panel has served no requests in ${spanWords(measured)}.`;
  return `${requests.toLocaleString("en")} ${requests === 1 ? "request" : "requests"} in ${spanWords(measured)}: ${some(limited)} over a rate limit, ${some(refused)} refused for other reasons, ${some(failed)} failed.`;
}
