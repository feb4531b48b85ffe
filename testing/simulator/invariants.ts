import type { Known } from "@/lib/server/known";
import type { ApplyRow } from "@/lib/server/apply/store";
import { sameJson } from "@/lib/shared/json/value";
import type { ApplyCheck, RunningReport } from "@/lib/shared/contract/running";
import type { VirtualClock } from "./clock";
import type { SimulatedFile } from "./file";
import { type Config, keyOf, parsed, type Process } from "./world";

export interface Judged {
  clock: VirtualClock;
  file: SimulatedFile;
  process: Process;
  known: Known;
  fail: (invariant: string, detail: string) => void;
}

/** The time (ms) within which two samples see a process. */
const twoSamplesMs = 61_000;
/** A process that has started later than this may not be judged yet. */
const settledMs = 75_000;

/** What the simulator checks, with what it knows and the panel does not. */
export function invariants({ clock, file, process, known, fail }: Judged) {
  /** What a process last served clients with, for long enough that monitoring has seen it. */
  let proven: { key: string; at: number } | null = null;

  return {
    /** Call this at each sample. */
    sampled(isApplying: boolean): void {
      process.note();
      const { config, atStart, habits, readText } = process;
      const isSettled = process.startedAt <= clock.now() - settledMs;
      if (config === null || config !== atStart || !isSettled || isApplying) return;
      // The panel sees neither which version a process started with, nor all of its values.
      if (!habits.hasMetrics || !habits.hasToken || !process.isWhole) return;
      // Nobody can know whether the process would use another broker.
      if (habits.broker !== null && brokerIn(file.text) !== brokerIn(readText)) return;
      if (process.isServing && process.hasCdn) proven = { key: keyOf(config), at: clock.now() };
    },

    /** A version to which the panel would roll back has served clients, and is the newest one that has. */
    target(etag: string | null, { isFirst }: { isFirst: boolean }): void {
      const text = etag === null ? undefined : file.textOf(etag);
      const servedAt = text === undefined ? undefined : process.servedAt(text);
      if (text !== undefined && servedAt === undefined)
        fail("a rollback target has run and served clients", text.slice(0, 200));
      else if (isFirst && proven !== null && (servedAt === undefined || servedAt < proven.at - twoSamplesMs))
        fail(
          "a rollback does not go back further than to what monitoring has seen working",
          `${text?.slice(0, 200) ?? "no target"}, proven: ${proven.key.slice(0, 200)}`,
        );
    },

    async ended(row: ApplyRow, { applied, hasChanged }: { applied: string; hasChanged: boolean }) {
      const isRestart = row.way === "command" && !process.habits.onlyReloads;
      const wasDown = (JSON.parse(row.baseline) as ApplyCheck[]).some(
        ({ name, isUp }) => name === "client:signed-in" && !isUp,
      );
      const isServed = process.isAnswering && !process.isFlapping && (wasDown || process.isServing);
      const isGood = row.state === "confirmed" || row.state === "rolled-back";
      if (isGood && !isServed) fail(`clients are served after an apply that ended as ${row.state}`, row.way);
      if (row.state === "confirmed" && !hasChanged && row.way === "command" && process.habits.hasMetrics)
        if (keyOf(process.atStart) !== keyOf(process.configOf(applied) ?? {}))
          fail("a process has started with a confirmed version", applied.slice(0, 200));
      const would = process.serves(applied);
      const isRight = isRestart && would.client && would.cdn && !hasChanged && row.reason !== null;
      if (isRight && row.state !== "confirmed" && row.state !== "kept")
        fail("a version that serves clients is not rolled back", `${row.state}: ${row.reason}`);
      if (row.state !== "failed" || isServed || !isRestart || hasChanged || row.from_etag === row.etag)
        return;
      const targets = (await known.targets([row.etag])).slice(0, 3).map((one) => file.textOf(one.etag));
      const good = targets.find((text) => text !== undefined && process.serves(text).api);
      if (!process.isAnswering && good !== undefined)
        fail("the instance is up if one of three versions that worked starts", good.slice(0, 200));
    },

    /** Nothing that the panel reports is contradicted by the instance. */
    async reported(report: RunningReport): Promise<void> {
      if (!process.isUp || report.state !== "told") return;
      const { startedAt } = report;
      const oldest = process.gateway?.startedAt ?? process.startedAt;
      if (process.habits.hasMetrics && Math.abs(Date.parse(startedAt ?? "") - oldest) > 1_000)
        fail("the panel knows when the process started", String(startedAt));
      const text = report.known ? file.textOf(report.known.etag) : undefined;
      const isRunning =
        process.config !== null && text !== undefined && sameKey(process.configOf(text), process.config);
      const serves = text === undefined ? null : process.serves(text);
      // Without a reported start, nobody can notice that the server was upgraded.
      const isNoticed = process.habits.hasMetrics || !process.isUpgraded;
      // An instance that never served clients is compared with itself.
      const everServed = (await known.targets([])).some(({ parts }) => parts.includes("client:signed-in"));
      if (report.known?.works && isRunning && isNoticed && !(everServed ? serves?.client : serves?.api))
        fail("a version that is reported as working serves clients", text!.slice(0, 200));
      pending(report);
      environment(report);
    },
  };

  function pending({ settings, startedAt }: RunningReport): void {
    const current = parsed(file.text);
    const { config, atStart, gateway } = process;
    if (!current || config === null) return;
    const listed = new Map(settings.map((setting) => [setting.path, setting]));
    const enabled = (rate: unknown) => (rate as { enabled?: boolean } | undefined)?.enabled;
    const usedAtStart = [atStart, ...(gateway ? [gateway.atStart] : [])];
    const used = [config, ...(gateway ? [gateway.config] : [])];
    const actual: Record<string, unknown[]> = {
      "general.instanceName": [current, ...used].map(({ general }) => general?.instanceName),
      "email.senderAddress": [current, ...used].map(({ email }) => email?.senderAddress ?? null),
      // Without a reported start, nobody can notice a restart by hand.
      ...(startedAt !== null && {
        "limits.rate.enabled": [current, ...usedAtStart].map(({ limits }) => enabled(limits?.rate)),
        "future.limit": [current, ...usedAtStart].map(({ future }) => future?.limit),
      }),
    };
    for (const [path, [inFile, ...values]] of Object.entries(actual)) {
      if (inFile === undefined) continue;
      const isInUse = values.every((value) => sameJson(inFile as never, value as never));
      const setting = listed.get(path);
      const detail = `${path}: ${String(inFile)}, used: ${values.map(String).join()}`;
      if (!setting && !isInUse) fail("a setting that is not listed is in effect", detail);
      if (setting?.state === "pending" && isInUse) fail("a pending setting is not in effect", detail);
    }
  }

  function environment({ settings }: RunningReport): void {
    const { broker } = process.habits;
    const [current, read] = [brokerIn(file.text), brokerIn(process.readText)];
    if (
      broker === null ||
      !process.habits.hasMetrics ||
      !process.habits.hasToken ||
      current === null ||
      current !== read ||
      current === broker
    )
      return;
    const setting = settings.find(({ path }) => path === "broker.host");
    if (setting?.isCertain !== true)
      fail("a value from the environment is recognized", String(setting?.state));
  }
}

const brokerIn = (text: string): unknown => parsed(text)?.rabbitmq?.host ?? null;

const sameKey = (one: Config | null, other: Config): boolean => one !== null && keyOf(one) === keyOf(other);
