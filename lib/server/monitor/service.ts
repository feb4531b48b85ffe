import "server-only";
import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import type { PartName, PlannedRestart } from "@/lib/shared/contract/watch";
import type { Settings } from "@/lib/shared/settings/values";
import type { Reach } from "@/lib/panel-settings";
import { type Db, dropLease, takeLease } from "@/lib/server/db";
import { type ProbeResult, probesOf } from "@/lib/server/checks/probes";
import { askCounts, type Counts } from "./counts";
import { storeSamples, prune, rollUp, type Sample } from "./samples";
import { type Change, storeParts } from "./parts";

/** Counting is expensive for the instance, and counts change slowly. */
const COUNT_EVERY = 5 * 60_000;
/** Maximum random delay of a sample (ms), so that many panels do not send their requests at the same moment. */
const JITTER = 5_000;

export interface Look {
  at: number;
  parts: readonly { name: PartName; result: ProbeResult }[];
  changes: readonly Change[];
}

export interface MonitorSetting {
  db: Db;
  log: Logger;
  fileId: () => Promise<number>;
  settings: () => Promise<Settings>;
  reach: () => Pick<Reach, "instanceApiUrl" | "instanceOperatorToken" | "checkAllow">;
  every: number;
  ownCounts: () => Promise<Counts>;
  restarts: (since: number) => Promise<readonly PlannedRestart[]>;
  /** Returns what this process has counted since the last call, such as its responses. */
  ownFigures: () => Sample[];
  /** Called after each sample that this process takes. Must not throw. */
  onLook: (look: Look) => void;
}

/**
 * Samples the running instance at a regular interval. Only the replica with the lease takes samples, but every
 * replica stores its own figures. If a sample fails, monitoring continues with the next sample.
 */
export class Monitor {
  private readonly holder = randomUUID();
  private readonly stopping = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<boolean> | null = null;
  /** Whether an operator requested the sample that is being taken. */
  private isByHand = false;
  private isFailing = false;
  private countedAt = 0;
  /** Counts of this process that are not stored yet. */
  private owed = new Map<Sample["series"], number>();

  constructor(private readonly setting: MonitorSetting) {}

  start(): void {
    this.next(Math.random() * Math.min(JITTER, this.setting.every / 2));
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    clearTimeout(this.timer);
    await this.running;
    await this.lease()
      .then((lease) => dropLease(this.setting.db, lease, this.holder))
      .catch(() => undefined);
  }

  /** Panels with the same file share one lease, because they monitor the same instance. */
  private async lease(): Promise<string> {
    return `watch:${await this.setting.fileId()}`;
  }

  /**
   * Takes a sample, or waits for the current sample. Never rejects.
   * @param now whether an operator requested the sample; a requested sample is taken even without the lease
   * @returns whether this process has taken and stored the sample
   */
  async sampleOnce({ now = false } = {}): Promise<boolean> {
    // The regular sample in progress is not stored if this process lacks the lease. For an operator's
    // request, wait for that sample to end, and then take another sample.
    if (now && this.running && !this.isByHand) await this.running;
    if (!this.running) this.isByHand = now;
    this.running ??= this.sample(now)
      .then((isStored) => {
        if (this.isFailing) this.setting.log.info("monitoring can store samples again");
        this.isFailing = false;
        return isStored;
      })
      .catch((err: unknown) => {
        // Log only the first of several consecutive failures.
        if (!this.isFailing && !this.stopping.signal.aborted)
          this.setting.log.warn({ err }, "monitoring could not store a sample and continues");
        this.isFailing = true;
        return false;
      })
      .finally(() => (this.running = null));
    return this.running;
  }

  private next(delay: number): void {
    if (this.stopping.signal.aborted) return;
    this.timer = setTimeout(() => void this.sampleOnce().finally(() => this.next(this.untilNext())), delay);
    this.timer.unref();
  }

  private untilNext(): number {
    const { every } = this.setting;
    return every - (Date.now() % every) + Math.random() * Math.min(JITTER, every / 6);
  }

  private async sample(byHand: boolean): Promise<boolean> {
    const { db, every, onLook } = this.setting;
    const at = Date.now();
    const slot = at - (at % every);
    await this.storeOwnFigures(slot);
    const span = 3 * Math.max(every, JITTER);
    if (!(await takeLease(db, await this.lease(), { holder: this.holder, span })) && !byHand) return false;
    const settings = await this.setting.settings().catch(() => null);
    const parts = settings ? await this.probe(settings) : [];
    const counts = settings ? await this.counts(settings, at) : [];
    const isRestarting = (await this.setting.restarts(at)).length > 0;
    // A canceled sample shows nothing about the instance.
    if (this.stopping.signal.aborted) return false;
    const file = await this.setting.fileId();
    const counted = parts.filter(({ result }) => result.isUp || !isRestarting);
    const changes = await db.transaction().execute(async (tx) => {
      const times = counted.map(({ name, result }) => ({ series: name, value: result.ms }));
      await storeSamples(tx, file, slot, [...times, ...counts]);
      return settings ? storeParts(tx, file, { at, every, results: parts, isRestarting }) : [];
    });
    onLook({ at, parts: counted, changes });
    await rollUp(this.setting, at);
    await prune(this.setting, at);
    return true;
  }

  private probe(settings: Settings): Promise<{ name: PartName; result: ProbeResult }[]> {
    const { signal } = this.stopping;
    return Promise.all(
      probesOf(settings, this.setting.reach()).map(async ({ name, run }) => ({
        name,
        result: await run(signal),
      })),
    );
  }

  private async counts(settings: Settings, at: number): Promise<Sample[]> {
    const { instanceApiUrl, instanceOperatorToken, checkAllow } = this.setting.reach();
    // The panel's own users and guilds are counted at every sample, because that is cheap.
    if (instanceApiUrl !== undefined && Math.abs(at - this.countedAt) < COUNT_EVERY) return [];
    this.countedAt = at;
    const api = `${instanceApiUrl}/v${settings.get("api.defaultVersion")}`;
    const counts =
      instanceApiUrl === undefined
        ? await this.setting.ownCounts()
        : instanceOperatorToken === undefined
          ? {}
          : await askCounts(api, instanceOperatorToken, { allow: checkAllow, signal: this.stopping.signal });
    return Object.entries(counts).map(([series, value]) => ({ series: series as Sample["series"], value }));
  }

  private async storeOwnFigures(slot: number): Promise<void> {
    for (const { series, value } of this.setting.ownFigures())
      this.owed.set(series, (this.owed.get(series) ?? 0) + (value ?? 0));
    const owed = [...this.owed].map(([series, value]) => ({ series, value }));
    await storeSamples(this.setting.db, await this.setting.fileId(), slot, owed, { adds: true });
    this.owed.clear();
  }
}
