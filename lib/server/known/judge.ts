import "server-only";
import type { Version } from "@/lib/server/config-file";
import type { PendingSetting } from "@/lib/shared/contract/running";
import { compareWithFile, differenceFrom, isSameKey, startDifference } from "./compare";
import type { Evidence } from "./evidence";
import type { InstanceReport } from "./report";
import { isNewStart, oldestOf, type ProcessStart, type ProcessStarts } from "./starts";
import type { KnownVersion } from "./store";
import type { Versions } from "./versions";

export interface Facts {
  report: InstanceReport | null;
  starts: ProcessStarts;
  stored: KnownVersion | null;
}

export interface Judged {
  evidence: Omit<Evidence, "probes">;
  startedBytes: Buffer | null;
  olderBytes: Buffer | null;
}

/** Compares versions with the instance's report, and with what its processes have read since their starts. */
export async function judge(
  { report, starts: reported, stored }: Facts,
  { versions, fromEnvironment }: { versions: Versions; fromEnvironment: ReadonlyMap<string, string | null> },
) {
  const { api = null } = reported;
  const oldest = oldestOf(reported);
  const start = oldest?.at ?? null;
  const isSplit = oldest !== null && isNewStart(oldest, api ?? undefined);
  const parse = (bytes: Buffer | null | undefined) => (bytes ? versions.parse(bytes) : null);
  const before = parse(stored?.bytes);
  const differs = (reading: Version, loaded: Version | null, options?: { isStrict: boolean }) =>
    report?.reported
      ? differenceFrom(reading, report.reported, { loaded, environment: fromEnvironment }, options)
      : null;
  const isReported = (reading: Version): boolean => {
    const difference = differs(reading, null, { isStrict: true });
    return difference?.different.length === 0 && difference.unreported.length === 0;
  };
  const isUnknown = ({ state }: PendingSetting) => state === "unknown";
  const hasUnknown = (reading: Version, last: Version | null): boolean =>
    report?.isWhole !== true &&
    compareWithFile(reading, report?.reported ?? null, { loaded: last }).some(isUnknown);
  const isFullyReported = (reading: Version) => isReported(reading) && !hasUnknown(reading, before);
  const seen = stored?.processSeenAt == null ? null : stored.process;
  const wasSeen = (one: ProcessStart | null, earlier: ProcessStart | null | undefined) =>
    one !== null && earlier != null && !isNewStart(earlier, one);
  const isOldestSeen = wasSeen(oldest, seen && oldestOf(seen));
  const isApiSeen = wasSeen(api, seen?.api);
  const startedWith =
    oldest && (await readAtStart(oldest, isOldestSeen ? (parse(stored?.startedBytes) ?? before) : null));
  const apiStartedWith = isSplit && api ? await readAtStart(api, isApiSeen ? before : null) : startedWith;
  /** What a part uses that started before the API. */
  const olderVersion = !isSplit
    ? null
    : isOldestSeen
      ? (parse(stored?.olderBytes) ?? (isApiSeen ? null : before))
      : startedWith;
  const loaded = apiStartedWith ?? before;
  /** The version that the API last loaded, as far as the panel knows. */
  const lastLoaded = isApiSeen && stored?.startedBytes ? before : loaded;

  /** @param known what was found out about this process before, unless it has rewritten its file since */
  async function readAtStart({ at }: ProcessStart, known: Version | null): Promise<Version | null> {
    const tests = { isReported, isFullyReported };
    if (!stored || known === null || stored.start === "unknown") return versions.at(at, tests);
    return (await versions.at(at, tests, stored.recordedAt)) ?? known;
  }

  return {
    startedWith: apiStartedWith,
    olderVersion,
    /** Whether the instance may run a version, and no setting is unknown that the instance does not report. */
    isRunning: (reading: Version): boolean =>
      judgmentOf(reading).evidence.report !== "different" && !hasUnknown(reading, lastLoaded),
    judgmentOf,
  };

  /**
   * @param startVersion what the process started with, if its start is not reported: a version with the same values
   * @param read the version that the process read, if it rewrote the file afterwards
   * @param isReload whether a reload event reached every part
   */
  function judgmentOf(
    reading: Version,
    startVersion: Version | null = null,
    { read = startVersion, isReload = false } = {},
  ): Judged {
    const from = start === null ? startVersion : startedWith;
    const differsFrom = (one: Version, isAtStart: boolean) =>
      startDifference(reading, one, fromEnvironment, { isAtStart }).length > 0;
    const isOther = from !== null && differsFrom(from, true);
    // If the API loaded other values without a restart, a reload event reached every part.
    const isReloaded = isReload || (isApiSeen && before !== null && differsFrom(before, false));
    const isOlder = olderVersion !== null && !isReloaded && differsFrom(olderVersion, false);
    return {
      evidence: {
        report: reportOf(reading, (start === null ? read : apiStartedWith) ?? before),
        start: from === null ? "unknown" : isOther || isOlder ? "other" : "same",
      },
      startedBytes: from && (isOther || isOlder) ? from.bytes : null,
      olderBytes: isOlder ? olderVersion.bytes : null,
    };
  }

  function reportOf(reading: Version, from: Version | null): Evidence["report"] {
    const difference = differs(reading, loaded);
    if (difference === null) return "none";
    // A key that the instance does not report may have been read, or not. It was if the process started with it.
    const isUnsure = difference.unreported.some((path) => from === null || !isSameKey(reading, from, path));
    if (difference.different.length > 0 || (isUnsure && report?.isWhole)) return "different";
    return report?.isWhole ? "equal" : "partial";
  }
}
