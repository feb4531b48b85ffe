import type { Outage, PartName, Points, WatchAnswer } from "@/lib/shared/contract/watch";
import { clock, duration, lasted, partWords } from "./words";

type Zone = "UTC" | undefined;
type Plotted = Pick<WatchAnswer, "at" | "line" | "times" | "outages" | "marks">;

/** How far two values must be apart to be told: in ms, and as a share of the smaller. */
const leastDifference = { ms: 10, share: 0.25 };
/** What counts as now: this part of a range's end. */
const recent = 1 / 24;
/** More outages than these are summed up. */
const mostOutages = 2;

/** What the plot of response times shows, in words. Empty where nothing was measured. */
export function responseSentences(answer: Plotted, zone: Zone): string[] {
  const parts = Object.entries(answer.times) as [PartName, Points][];
  const answers = parts.flatMap(([part, points]) => answerSentence(part, points, answer, zone) ?? []);
  return [...answers, ...outageSentences(answer, zone)];
}

function answerSentence(part: PartName, points: Points, answer: Plotted, zone: Zone): string | null {
  const now = middle(points.slice(-Math.max(1, Math.round(points.length * recent))));
  if (now === null) {
    const isMeasured = points.some((point) => point !== null);
    return isMeasured ? `${partWords[part]} has not answered lately.` : null;
  }
  const { line, marks } = answer;
  const mark = marks.at(-1);
  if (mark) {
    const place = Math.floor((mark.at - line.from) / line.step);
    const [before, after] = [middle(points.slice(0, place)), middle(points.slice(place + 1))];
    if (before !== null && after !== null && isTold(before, after)) {
      const more = `${duration(Math.abs(after - before))} ${after > before ? "more" : "less"}`;
      return `${partWords[part]} answers in ${duration(now)}, ${more} than before version ${mark.number} was applied (${clock(mark.at, answer.at, zone)}).`;
    }
  }
  const usual = middle(points) ?? now;
  return isTold(usual, now)
    ? `${partWords[part]} answers in ${duration(now)}, ${now > usual ? "slower" : "faster"} than usual (${duration(usual)}).`
    : `${partWords[part]} is steady at ${duration(now)}.`;
}

const isTold = (one: number, other: number): boolean =>
  Math.abs(one - other) >= leastDifference.ms &&
  Math.abs(one - other) >= leastDifference.share * Math.min(one, other);

/** The median, which a few slow answers do not move. */
function middle(points: Points): number | null {
  const values = points.filter((point) => point !== null).toSorted((one, other) => one - other);
  return values[values.length >> 1] ?? null;
}

/** The outages of a range: each, or how many and the longest; those of all parts at once are one. */
function outageSentences({ at, line, times, outages }: Plotted, zone: Zone): string[] {
  const seen = outages.filter(({ to }) => to === null || to > line.from);
  const groups = together(seen);
  const all = Object.keys(times).length;
  if (groups.length > mostOutages) {
    const longest = groups.toSorted((a, b) => length(b, at) - length(a, at))[0];
    return longest
      ? [
          `${groups.length} outages; the longest lasted ${lasted(length(longest, at))} (${clock(longest.from, at, zone)}).`,
        ]
      : [];
  }
  return groups.map(({ parts, from, to }) => {
    const who =
      parts.length === all && all > 1 ? "Nothing" : parts.map((part) => partWords[part]).join(" and ");
    const verb = who === "Nothing" ? "answered" : parts.length > 1 ? "were down" : "was down";
    if (to === null)
      return who === "Nothing"
        ? `Nothing has answered since ${clock(from, at, zone)}.`
        : `${who} ${parts.length > 1 ? "are" : "is"} down since ${clock(from, at, zone)}.`;
    return `${who} ${verb} from ${clock(from, at, zone)} to ${clock(to, at, zone, from)}.`;
  });
}

interface Group {
  parts: PartName[];
  from: number;
  to: number | null;
}

const length = ({ from, to }: Group, now: number): number => (to ?? now) - from;
/** Outages of several parts that begin and end within this time are one (ms). */
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

/** "one outage in 30 days" */
export function outagesInWords(outages: readonly Outage[]): string {
  const count = together(outages).length;
  if (count === 0) return "no outage in 30 days";
  return count === 1 ? "one outage in 30 days" : `${count} outages in 30 days`;
}

/** What the panel answered, in words. */
export function ownSentence({ requests, limited, refused, failed }: WatchAnswer["own"]["total"]): string {
  const some = (count: number) => (count === 0 ? "none" : count.toLocaleString("en"));
  if (requests === 0) return "The panel has answered no requests in 24 hours.";
  return `${requests.toLocaleString("en")} requests in 24 hours: ${some(limited)} over a rate limit, ${some(refused)} refused otherwise, ${some(failed)} failed.`;
}
