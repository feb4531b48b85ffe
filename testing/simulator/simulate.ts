import { createHash } from "node:crypto";
import { createApplies } from "@/lib/server/apply";
import { createApply } from "@/lib/server/apply/create";
import { driveApply } from "@/lib/server/apply/drive";
import type { ApplyRoom } from "@/lib/server/apply/room";
import { activeApply, applyById, LostClaim, setAnswer } from "@/lib/server/apply/store";
import { type Db, migrate, openSqlite } from "@/lib/server/db";
import { createKnown, type RunningInstance } from "@/lib/server/known";
import { readReported } from "@/lib/server/known/compare";
import { Output } from "@/lib/server/reload/output";
import { AppError } from "@/lib/errors";
import { editionOf } from "@/lib/shared/settings/editions";
import { sameJson } from "@/lib/shared/json/value";
import type { ApplyCheck } from "@/lib/shared/contract/running";
import { SimulatedFile } from "./file";
import { type Config, parsed, Process, Random, VirtualClock } from "./world";

export interface Outcome {
  /** The invariants that the run broke. */
  broken: string[];
  /** What happened, and a hash of it. The same seed gives the same trace. */
  log: readonly string[];
  trace: string;
}

const partNames = ["api", "gateway", "cdn"] as const;
const edition = editionOf("branded");

/** Runs a panel, its operators and an instance in virtual time, as a seed decides. */
export async function simulate(seed: number, database: Db): Promise<Outcome> {
  const random = new Random(seed);
  const clock = new VirtualClock();
  const file = new SimulatedFile(clock);
  const habits = {
    hasMetrics: random.chance(0.8),
    rewrites: random.chance(0.4),
    broker: random.chance(0.3) ? "amqp://environment.example" : null,
  };
  const process = new Process(clock, habits, file);
  const log: string[] = [];
  const broken: string[] = [];
  const say = (line: string) => void log.push(`${clock.now()} ${line}`);
  const fail = (invariant: string, detail: string) => {
    say(`BROKEN ${invariant}: ${detail}`);
    broken.push(`${invariant}: ${detail}`);
  };

  const instance = simulatedInstance(process, clock);
  const fileId = () => Promise.resolve(1);
  const config = file.config;
  const rows = { db: database, fileId };
  const isApplying = async () => (await activeApply(rows)) !== undefined;
  const known = createKnown({ ...rows, config, instance, clock, isApplying });
  const room: ApplyRoom = {
    ...{ ...rows, config, known, instance, clock },
    env: { instanceApiUrl: "http://instance.invalid/api", checkAllow: [], instanceHealthTimeout: 20_000 },
    log: {
      debug: () => undefined,
      info: () => undefined,
      error: (fields: unknown) => say(`error ${String((fields as { err?: unknown }).err)}`),
    },
    recordAudit: () => Promise.resolve(),
    reload: {
      ways: () => [{ way: "broker" }, { way: "command", command: ["restart"] }],
      output: (earlier) => Promise.resolve(Output.begin(earlier, null)),
      async send(way) {
        await clock.wait(500);
        if (way === "broker") {
          if (!process.isUp) return { ok: false, reason: "Nobody listens.", isUntouched: true };
          process.reload();
        } else {
          process.isUp = false;
          await clock.wait(1_000);
          process.start();
        }
        return { ok: true, note: way };
      },
    },
  };
  const applies = createApplies({ ...room, notify: () => Promise.resolve(), roleOf: async () => "owner" });

  const sample = async () => {
    known.forget();
    await known.observe({ parts: await instance.parts(await config.settings(), AbortSignal.abort()) });
  };
  /** Monitoring takes a sample every 30 seconds, and the file is read every second. */
  const monitor = (): void =>
    clock.at(30_000, async () => {
      await sample();
      monitor();
    });

  function mutate(): string {
    const document = parsed(file.text) ?? {};
    const set = (section: string, values: Config[string]) => {
      document[section] = { ...document[section], ...values };
    };
    const kind = random.from([
      ...["name", "name", "name", "rate", "calm", "cdn", "refused", "fix"],
      ...["future", "broken future", "drop future", "broker", "section"],
    ]);
    say(`change ${kind}`);
    if (kind === "name") set("general", { instanceName: `Harbor ${Math.floor(random.next() * 1e6)}` });
    if (kind === "rate") set("limits", { rate: { enabled: true, ip: { count: 1, window: 600 } } });
    if (kind === "calm") set("limits", { rate: { enabled: true, ip: { count: 400, window: 5 } } });
    if (kind === "cdn") set("general", { instanceDescription: "no cdn" });
    if (kind === "refused") set("general", { instanceDescription: "refused" });
    if (kind === "future") set("future", { limit: Math.floor(random.next() * 100) });
    if (kind === "broken future") set("future", { limit: "many" });
    if (kind === "drop future") delete document.future;
    if (kind === "broker") set("rabbitmq", { host: `amqp://${Math.floor(random.next() * 1e6)}.example` });
    if (kind === "section") document.limits = "abc" as unknown as Config[string];
    if (kind === "fix") {
      set("general", { instanceDescription: "calm" });
      document.limits = { rate: { enabled: false } };
      if (document.future !== undefined) document.future = { limit: 5 };
    }
    return JSON.stringify(document);
  }

  const edit = async () => {
    file.write(mutate());
    const written = file.etag;
    clock.at(Math.floor(random.next() * 1_000), async () => {
      if (file.etag === written) file.notice();
    });
  };
  const save = async () => file.save(mutate());
  const restart = async () => {
    say("restart by hand");
    process.start();
    await clock.wait(1_000);
  };

  async function apply(): Promise<void> {
    known.forget();
    const way = random.chance(0.4) ? "broker" : "command";
    let id: number;
    try {
      const { etag } = await known.versions.now();
      id = await createApply(room, { etag, actor: "ada", way });
    } catch (error) {
      if (error instanceof AppError) return say(`no apply: ${error.code}`);
      throw error;
    }
    const applied = file.text;
    let hasChanged = false;
    if (random.chance(0.15))
      clock.at(Math.floor(random.next() * 15_000), async () => {
        hasChanged = true;
        await (random.chance(0.5) ? save() : edit());
      });
    const answer = random.from(["keep", "roll-back", null] as const);
    checkTarget((await applyById(room, id))?.from_etag ?? null);
    for (let end = false; !end;) {
      const killed = (error: unknown) => {
        if (!(error instanceof LostClaim)) throw error;
      };
      await driveApply(room, id, {
        lookEvery: 1_000,
        reached: (state) => {
          say(`apply ${way} ${state}`);
          if (random.chance(0.08)) throw new LostClaim("The panel is killed.");
          if (answer && state === "asking") void setAnswer(rows, id, answer);
          if (state === "contested") void setAnswer(rows, id, random.from(["newer", "older"] as const));
        },
      }).catch(killed);
      const row = await applyById(room, id);
      end = row?.ended_at != null;
      if (row?.state === "rolling-back") checkTarget(row.from_etag);
      if (!end) await clock.wait(6_000);
    }
    const row = (await applyById(room, id))!;
    checkTarget(row.from_etag === row.etag ? null : row.from_etag);
    say(`ended ${row.state} ${row.tried}`);
    const isServing = process.isAnswering;
    if (row.state === "rolled-back" && !isServing)
      fail("a rollback that is reported brings clients back", way);
    if (row.state === "confirmed" && !isServing) fail("a confirmed version serves clients", way);
    if (row.state === "confirmed" && !hasChanged && way === "command" && !process.hasRun(applied))
      fail("a confirmed version has run", way);
    const targets = await known.targets([]);
    const isDown = row.state === "failed" && !isServing;
    const others = targets.filter(({ etag }) => etag !== row.etag);
    if (isDown && way === "command" && !hasChanged && others.length > 0 && targets[0]?.etag !== row.etag)
      fail("the instance is up if a version that works exists", String(row.reason));
  }

  /** A version to which the panel would roll back has run, and a process that starts with it serves clients. */
  function checkTarget(etag: string | null): void {
    const text = etag === null ? undefined : file.textOf(etag);
    if (text === undefined) return;
    if (!process.hasRun(text)) fail("a rollback target has run", text.slice(0, 120));
    else if (!process.serves(text).api)
      fail("a process that starts with a rollback target serves", text.slice(0, 200));
  }

  /** Nothing that the panel reports is contradicted by the instance. */
  async function look(): Promise<void> {
    known.forget();
    const report = await applies.readRunning();
    say(
      `report ${report.state} ${report.settings.map(({ path, state }) => `${path}=${state}`).join()} ${report.known?.claim}`,
    );
    if (!process.isUp || report.state !== "told") return;
    const text = report.known ? file.textOf(report.known.etag) : undefined;
    if (report.known?.works && text !== undefined && !process.serves(text).api)
      fail("a version that is reported as working serves clients", text.slice(0, 200));
    const listed = new Map(report.settings.map((setting) => [setting.path, setting]));
    const current = parsed(file.text);
    if (!current || report.startedAt === null) return;
    const actual: Record<string, [unknown, unknown]> = {
      "general.instanceName": [current.general?.instanceName, process.config.general?.instanceName],
      "limits.rate.enabled": [
        (current.limits?.rate as { enabled?: boolean } | undefined)?.enabled,
        (process.atStart.limits?.rate as { enabled?: boolean } | undefined)?.enabled,
      ],
      "future.limit": [current.future?.limit, process.atStart.future?.limit],
    };
    for (const [path, [inFile, used]] of Object.entries(actual)) {
      const setting = listed.get(path);
      if (inFile !== undefined && !setting && !sameJson(inFile as never, used as never))
        fail(
          "a setting that is not listed is in effect",
          `${path}: ${String(inFile)}, used: ${String(used)}`,
        );
      if (setting?.state === "pending" && sameJson(inFile as never, used as never) && inFile !== undefined)
        fail("a pending setting is not in effect", `${path}: ${String(inFile)}`);
    }
    const host = listed.get("broker.host");
    const isTaken =
      habits.broker !== null && current.rabbitmq?.host !== undefined && current.rabbitmq.host !== null;
    const wasRead = (parsed(process.readText)?.rabbitmq?.host ?? null) !== null;
    if (isTaken && wasRead && current.rabbitmq?.host === parsed(process.readText)?.rabbitmq?.host)
      if (current.rabbitmq?.host !== habits.broker && host?.isCertain !== true)
        fail("a value from the environment is recognized", String(host?.state));
  }

  file.save(JSON.stringify({ rabbitmq: { host: null }, general: { instanceName: "Harbor" } }));
  await clock.wait(5_000);
  process.start();
  await clock.wait(2_000);
  file.notice();
  monitor();
  await clock.wait(31_000);
  for (let step = 0; step < 14 && broken.length === 0; step += 1) {
    await random.from([edit, save, save, apply, apply, apply, restart, look])();
    await clock.wait(Math.floor(random.next() * 40_000) + 1_000);
    await look();
  }
  return { broken, log, trace: createHash("sha256").update(log.join("\n")).digest("hex").slice(0, 16) };
}

function simulatedInstance(process: Process, clock: VirtualClock): RunningInstance {
  const check = (name: ApplyCheck["name"], isUp: boolean): ApplyCheck => ({
    name,
    isUp,
    ...(!isUp && { reason: "It does not answer." }),
  });
  const report = async () => {
    const text = process.isUp ? Buffer.from(JSON.stringify(process.config)) : null;
    const reported = text && readReported(edition, text);
    return { reported, isWhole: reported !== null };
  };
  return {
    isConnected: () => true,
    report,
    sharedReport: report,
    forgetReport: () => undefined,
    watch: async () => ({ hasSeenEnd: () => false, close: () => undefined }),
    version: async () => null,
    async starts() {
      if (!process.habits.hasMetrics || !process.isUp) return {};
      const reported = Math.round(process.startedAt / 1_000) * 1_000;
      return { api: { reported, at: reported } };
    },
    async parts() {
      await clock.wait(20);
      return partNames.map((name) => check(name, name === "cdn" ? process.hasCdn : process.isAnswering));
    },
    client: async () => [check("client:signed-in", process.isAnswering)],
  };
}

/** Opens a database for one process of the simulator. Runs share it, because creating one takes longer than a run. */
export async function openSimulator() {
  const database = openSqlite(":memory:");
  await migrate(database);
  await database.insertInto("config_files").values({ id: 1, undone_dismissed: 0, created_at: 0 }).execute();
  return {
    async run(seed: number): Promise<Outcome> {
      for (const table of ["applies", "running_versions", "working_versions", "environment_values"] as const)
        await database.deleteFrom(table).execute();
      return simulate(seed, database);
    },
    close: () => database.destroy(),
  };
}
