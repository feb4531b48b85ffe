import "server-only";
import type { Clock } from "@/lib/clock";
import { AppError } from "@/lib/errors";
import type { ConfigFile, Version, WholeVersion } from "@/lib/server/config-file";
import type { Db } from "@/lib/server/db";
import type { ApplyCheck, PendingSetting, ServerVersion } from "@/lib/shared/contract/running";
import type { Settings } from "@/lib/shared/settings/values";
import { comparableOf, compareWithFile, environmentValues, isSame, type ReportedSettings } from "./compare";
import { claimOf, type Evidence, isTarget } from "./evidence";
import { type Facts, judge, type Judged } from "./judge";
import { leavesTraces, type RunningInstance } from "./instance";
import type { InstanceReport } from "./report";
import { hasRestarted, isNewStart, oldestStart, type ProcessStarts } from "./starts";
import { createKnownStore, type KnownBy, type KnownVersion, type WorkingVersion } from "./store";
import { createUpgrades } from "./upgrades";
import { createVersions, rewriteWithin } from "./versions";

export type { RunningInstance } from "./instance";
export { createRunningInstance } from "./instance";
export type { KnownVersion, WorkingVersion } from "./store";
export { unpacked } from "./store";

export interface KnownDeps {
  db: Db;
  fileId: () => Promise<number>;
  config: ConfigFile;
  instance: RunningInstance;
  clock: Clock;
  /** Whether an apply is in progress. It records what it learns itself, because the applied version may still fail. */
  isApplying: () => Promise<boolean>;
}

export type Known = ReturnType<typeof createKnown>;

export interface Observation {
  report: InstanceReport | null;
  known: KnownVersion | null;
  starts: ProcessStarts;
}

const observedWithin = 5_000;
/** How long (ms) a process must have been seen running before it is judged. */
export const settledMs = 1_000;
const cachedMs = 3_000;
const versionCachedMs = 60_000;
const exposedCachedMs = 10 * 60_000;

export function createKnown({ db, fileId, config, instance, clock, isApplying }: KnownDeps) {
  const store = createKnownStore({ db, fileId, clock });
  const versions = createVersions({ config });
  const upgrades = createUpgrades({ db, fileId, config, clock });
  let starts: { value: Promise<ProcessStarts>; at: number } | null = null;
  let exposed: { addresses: readonly string[]; at: number } | null = null;
  let server: { value: Promise<ServerVersion | null>; at: number } | null = null;

  const settingsNow = (): Promise<Settings | null> => config.settings().catch(() => null);

  async function startsNow(settings: Settings | null): Promise<ProcessStarts> {
    if (settings === null || !instance.isConnected()) return {};
    if (!starts || clock.elapsed() - starts.at >= cachedMs)
      starts = { value: instance.starts(settings, AbortSignal.timeout(observedWithin)), at: clock.elapsed() };
    return starts.value;
  }

  function forget(): void {
    starts = null;
    instance.forgetReport();
  }

  /** @param version by default, the current file */
  async function compare(
    reported: ReportedSettings | null,
    known: Pick<KnownVersion, "bytes" | "startedBytes" | "olderBytes"> | null,
    version?: Buffer,
  ): Promise<{ etag: string; settings: PendingSetting[] }> {
    const current = await versions.current();
    const reading = version ? versions.parse(version) : current.reading;
    // A file that cannot be parsed cannot be compared. The page shows the file's problem instead.
    if (!reading) return { etag: current.etag, settings: [] };
    const parsed = (bytes: Buffer | null | undefined) => (bytes ? versions.parse(bytes) : null);
    const settings = compareWithFile(reading, reported, {
      loaded: parsed(known?.bytes),
      started: parsed(known?.startedBytes),
      older: parsed(known?.olderBytes),
      environment: await store.environment(),
    });
    return { etag: reading.etag, settings };
  }

  const judgeNow = async (facts: Facts) =>
    judge(facts, { versions, fromEnvironment: await store.environment() });

  async function learnEnvironment({ report, starts: reported, stored }: Facts): Promise<void> {
    if (!reported.api || !report?.reported || !report.isWhole) return;
    if (stored?.process?.api && !isNewStart(stored.process.api, reported.api)) return;
    const read = await versions.readAt(reported.api.at);
    if (!read) return;
    const overridden = environmentValues(read, report.reported);
    const recorded = await store.environment();
    // Monitoring calls this at each sample, so what is recorded is not written again.
    const added = overridden
      .filter(({ path }) => !recorded.has(path))
      .map(({ path, variable = null }) => ({ path, variable }));
    const before = stored && versions.parse(stored.bytes);
    const { settings } = report.reported;
    // A value that somebody changed, and that the process then reports, comes from the file.
    const isFromFile = (path: string) => {
      const reported = settings.get(path);
      return (
        before !== null &&
        reported !== undefined &&
        isSame(read, path, reported) &&
        !isSame(before, path, comparableOf(read, path))
      );
    };
    const ended = [...recorded.keys()].filter(isFromFile);
    await store.setEnvironment(added, ended);
  }

  async function record(
    reading: Version,
    { evidence, startedBytes, olderBytes }: Judged,
    further: {
      probes: Evidence["probes"];
      by: KnownBy;
      stored: KnownVersion | null;
      starts: ProcessStarts;
      /** If the probes passed: the parts and client probes that worked. */
      up?: string[];
      /** Whether the probes are earlier ones, so the time of the verification stays the same. */
      isCarried?: boolean;
    },
  ): Promise<KnownVersion | null> {
    const { by, stored, probes, up, isCarried } = further;
    const claim = claimOf({ ...evidence, probes });
    if (claim === null) return stored;
    const { etag, bytes } = reading;
    // A part that does not answer now has not restarted.
    const process = Object.keys(further.starts).length > 0 ? further.starts : (stored?.process ?? null);
    const start = oldestStart(further.starts);
    const isAlike =
      stored?.etag === etag &&
      (start === null || stored.recordedAt > start + rewriteWithin) &&
      (by !== "told" || stored.by !== "marked") &&
      stored.claim === claim &&
      stored.start === evidence.start &&
      (stored.olderBytes === null) === (olderBytes === null) &&
      JSON.stringify(stored.process) === JSON.stringify(process);
    if (isTarget(claim) && up) await store.addWorking({ etag, bytes, claim, parts: up });
    if (isAlike) return stored;
    const processSeenAt = process && (seenSince(stored, process) ?? clock.now());
    return store.setRunning({
      ...{ etag, bytes, by, claim, start: evidence.start, startedBytes, olderBytes },
      ...{ process, processSeenAt },
      ...(isCarried && stored?.claim === claim && { at: stored.at }),
    });
  }

  async function probe(reading: Version, parts: readonly ApplyCheck[]) {
    const settings = await versions.settingsOf(reading.bytes);
    const untried = leavesTraces.map((name): ApplyCheck => ({ name, isUp: true }));
    const client = await instance.client(settings, untried, AbortSignal.timeout(15_000));
    return resultOf([...parts, ...client.filter((check) => !untried.includes(check))]);
  }

  /**
   * What did not work with the last working version does not count against this one, except for the API. If there is no
   * such version, what an apply ignored does not count.
   */
  async function resultOf(checks: readonly ApplyCheck[]) {
    const [last] = await store.working();
    const isUp = checks.every(
      (check) =>
        check.isUp || (check.name !== "api" && (last ? !last.parts.includes(check.name) : check.isIgnored)),
    );
    if (!isUp) return { probes: "failed" as const };
    const up = checks.filter((check) => check.isUp && check.name !== "pending").map(({ name }) => name);
    return { probes: "passed" as const, up };
  }

  async function targets(except: readonly string[]): Promise<WorkingVersion[]> {
    const others = (await store.working()).filter(({ etag }) => !except.includes(etag));
    const proven = others.filter(({ claim }) => claim === "works");
    return proven.length > 0 ? proven : others;
  }

  return {
    versions,
    compare,
    startsNow,
    forget,
    report: () => (instance.isConnected() ? instance.sharedReport() : Promise.resolve(null)),
    running: () => store.running(),
    environment: () => store.environment(),

    targets,

    async target(): Promise<WorkingVersion | null> {
      const [newest] = await targets([]);
      return newest ?? null;
    },

    /**
     * The public addresses at which the instance shows its metrics to everybody, as they were found last. Looks again in
     * the background every ten minutes.
     */
    exposedMetrics(): readonly string[] {
      const addresses = exposed?.addresses ?? [];
      if (!instance.isConnected() || (exposed && clock.elapsed() - exposed.at < exposedCachedMs))
        return addresses;
      exposed = { addresses, at: clock.elapsed() };
      void settingsNow().then(async (settings) => {
        if (settings === null || exposed === null) return;
        const exposedAddresses = await instance.exposedMetrics(settings, AbortSignal.timeout(observedWithin));
        exposed = { ...exposed, addresses: exposedAddresses };
      });
      return addresses;
    },

    async server(): Promise<ServerVersion | null> {
      const settings = await settingsNow();
      if (settings === null || !instance.isConnected()) return null;
      if (!server || clock.elapsed() - server.at >= versionCachedMs)
        server = {
          value: instance
            .version(settings, AbortSignal.timeout(observedWithin))
            .then(async (reportedVersion) => {
              if (reportedVersion)
                await config.recognizeServer(reportedVersion.implementation).catch(() => undefined);
              return reportedVersion;
            }),
          at: clock.elapsed(),
        };
      return server.value;
    },

    /** Stores which server program runs, and what an upgrade changed. Monitoring calls it at each sample. */
    async noteServer(): Promise<void> {
      const settings = await settingsNow();
      if (settings === null || !instance.isConnected()) return;
      const version = () => instance.version(settings, AbortSignal.timeout(observedWithin));
      const reportedVersion = await version();
      instance.forgetReport();
      const report = await instance.sharedReport();
      // A report from the time of a restart may be of the old or of the new program.
      if (!reportedVersion || JSON.stringify(await version()) !== JSON.stringify(reportedVersion)) return;
      server = { value: Promise.resolve(reportedVersion), at: clock.elapsed() };
      await config.recognizeServer(reportedVersion.implementation);
      await upgrades.note(reportedVersion, report);
    },
    upgrades: () => upgrades.list(),

    /**
     * Monitoring calls it at each sample, and pages when they are opened.
     * @param parts fresh results of the parts' probes; without them, a version is not judged as working
     */
    async observe({ parts }: { parts?: readonly ApplyCheck[] } = {}): Promise<Observation> {
      const stored = await store.running();
      if (!instance.isConnected()) return { report: null, known: stored, starts: {} };
      const [report, answered] = await Promise.all([instance.sharedReport(), settingsNow().then(startsNow)]);
      const reported = withMissing(answered, stored);
      const facts = { report, starts: reported, stored };
      if (!report.reported || (await isApplying())) return { report, known: stored, starts: reported };
      // Reading the file records a change from outside, which the process may have started with.
      const current = (await versions.current()).reading;
      await learnEnvironment(facts);
      const { startedWith, olderVersion, isRunning, judgmentOf } = await judgeNow(facts);
      const wasRestarted = isRestarted(stored, reported);
      const known = stored && !wasRestarted ? versions.parse(stored.bytes) : null;
      const reading =
        [current, known, startedWith].find((one) => one && isRunning(one)) ??
        (await versions.newestWith(isRunning));
      if (!reading)
        return {
          report,
          known: stored && { ...stored, olderBytes: olderVersion?.bytes ?? null },
          starts: reported,
        };
      const isStored = stored !== null && stored.etag === reading.etag && !wasRestarted;
      const judged = judgmentOf(reading);
      const judgment: Judged =
        oldestStart(reported) === null
          ? {
              evidence: { ...judged.evidence, start: isStored ? stored.start : "unknown" },
              startedBytes: stored?.startedBytes ?? null,
              olderBytes: stored?.olderBytes ?? null,
            }
          : judged;
      // An operator's word is no probe.
      const isMarked = isStored && stored.by === "marked";
      const wasProbed =
        isStored &&
        !isMarked &&
        (stored.claim === "works" || stored.claim === "until-restart" || stored.claim === "presumed");
      const before = { stored, starts: reported } as const;
      if (wasProbed && stored.start === judgment.evidence.start) {
        const evidence = { ...judgment.evidence, isMarked: stored.claim === "presumed" };
        const carried = { ...before, by: stored.by, probes: "passed", isCarried: true } as const;
        return {
          report,
          known: await record(reading, { ...judgment, evidence }, carried),
          starts: reported,
        };
      }
      const isUnseen = isMarked && oldestStart(reported) === null;
      const seenAt = isUnseen ? stored.at : seenSince(stored, reported);
      const isSettled = seenAt !== null && clock.now() - seenAt >= settledMs;
      const probed =
        parts && isSettled && judgment.evidence.start !== "unknown"
          ? await probe(reading, parts)
          : { probes: "not run" as const };
      const isProbed = stored?.by === "marked" && probed.probes === "passed";
      const by = isStored && !isProbed ? stored.by : "told";
      judgment.evidence.isMarked = isMarked;
      return {
        report,
        known: await record(reading, judgment, { ...before, by, ...probed }),
        starts: reported,
      };
    },

    /** @param checks the last results of its probes */
    async recordApplied({
      etag,
      isRestart,
      checks,
    }: {
      etag: string;
      isRestart: boolean;
      checks: readonly ApplyCheck[];
    }): Promise<void> {
      forget();
      const stored = await store.running();
      const connected = instance.isConnected();
      const [report, reported] = await Promise.all([
        connected ? instance.sharedReport() : null,
        settingsNow().then(startsNow),
      ]);
      const facts = { report, starts: reported, stored };
      await learnEnvironment(facts);
      const { judgmentOf } = await judgeNow(facts);
      const result = await resultOf(checks);
      const startedBefore = stored && (stored.startedBytes ?? stored.bytes);
      // The instance may have rewritten the file, or somebody may have changed it since.
      const isStill = await versions.isStill(etag);
      const applied = await versions.bytesOf(etag);
      const candidates: WholeVersion[] = [
        ...(isStill ? [await versions.now()] : []),
        { etag, bytes: applied },
      ];
      for (const { bytes } of candidates) {
        const reading = versions.parse(bytes);
        if (!reading) continue;
        // A process that started after somebody changed the file may have read the change.
        const restarted = isStill ? reading : null;
        const startVersion = isRestart ? restarted : startedBefore && versions.parse(startedBefore);
        const judged = judgmentOf(reading, startVersion, {
          read: isRestart && isStill ? versions.parse(applied) : startVersion,
          isReload: !isRestart,
        });
        if (judged.evidence.report === "different") continue;
        // A reload after a change of the file may have loaded settings that the instance does not report.
        if (!isRestart && !isStill && !report?.isWhole) judged.evidence.start = "unknown";
        // A reload does not show what the process started with.
        if (!isRestart && oldestStart(reported) === null && judged.evidence.start === "same")
          judged.evidence.start = stored?.start ?? "unknown";
        await record(reading, judged, { by: "applied", stored, starts: reported, ...result });
        return;
      }
    },

    /** @throws AppError `config-unusable`; `conflict` if the instance reports other values */
    async mark(): Promise<void> {
      forget();
      const { bytes } = await versions.now();
      const reading = versions.parse(bytes);
      if (!reading) return;
      const stored = await store.running();
      const report = instance.isConnected() ? await instance.sharedReport() : null;
      const reported = await startsNow(await settingsNow());
      const { judgmentOf } = await judgeNow({ report, starts: reported, stored });
      const judged = judgmentOf(reading, reading);
      if (judged.evidence.report === "different")
        throw new AppError(
          "conflict",
          "The instance reports other values than the file, so it has not started with this file. Restart it, then try again.",
        );
      const marked = { ...judged, evidence: { ...judged.evidence, isMarked: true } };
      await record(reading, marked, { by: "marked", stored, starts: reported, probes: "not run" });
    },
  };
}

/** Adds the parts that do not report their start now, unless a process has restarted since. */
const withMissing = (starts: ProcessStarts, stored: KnownVersion | null): ProcessStarts =>
  starts.api && seenSince(stored, starts) !== null ? { ...stored?.process, ...starts } : starts;

const isRestarted = (stored: KnownVersion | null, starts: ProcessStarts): boolean =>
  stored?.process ? hasRestarted(stored.process, starts) === true : false;

const seenSince = (stored: KnownVersion | null, starts: ProcessStarts): number | null =>
  stored?.process && hasRestarted(stored.process, starts) === false ? stored.processSeenAt : null;
