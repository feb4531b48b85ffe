import { createHash } from "node:crypto";
import { createApplies, isApplying } from "@/lib/server/apply";
import { createApply } from "@/lib/server/apply/create";
import { driveApply } from "@/lib/server/apply/drive";
import { applyById, LostClaim, setAnswer } from "@/lib/server/apply/store";
import type { Db } from "@/lib/server/db";
import { AppError } from "@/lib/errors";
import { Random, VirtualClock } from "./clock";
import { SimulatedFile, versionParser } from "./file";
import { invariants } from "./invariants";
import { openTables, silent, simulatedRoom } from "./room";
import { type Config, faults, type Habits, parsed, Process } from "./world";

export interface Outcome {
  /** The invariants that the run broke. */
  broken: string[];
  /** What happened, and a hash of it. The same seed gives the same trace. */
  log: readonly string[];
  trace: string;
}

function habitsOf(random: Random, others: Random): Habits {
  const hasMetrics = random.chance(0.8);
  // Without a reported start, nobody can notice that a part's process goes on running.
  const isSplit = hasMetrics && others.chance(0.4);
  return {
    hasMetrics,
    hasToken: others.chance(0.7),
    isSplit,
    onlyApi: isSplit && others.chance(0.3),
    rewrites: random.chance(0.4),
    broker: random.chance(0.3) ? "amqp://environment.example" : null,
    slowMs: random.from([0, 0, 400, 3_000, 12_000]),
    isSupervised: random.chance(0.5),
    notifies: random.chance(0.3),
    onlyReloads: hasMetrics && random.chance(0.05),
  };
}

/** Runs a panel, its operators and an instance in virtual time, as a seed decides. */
async function simulate(
  seed: number,
  { database, parse }: { database: Db; parse: ReturnType<typeof versionParser> },
): Promise<Outcome> {
  const random = new Random(seed);
  const clock = new VirtualClock();
  const file = new SimulatedFile(clock, parse);
  const habits = habitsOf(random, new Random(~seed));
  const process = new Process(clock, habits, file);
  const log: string[] = [`0 ${JSON.stringify(habits)}`];
  const broken: string[] = [];
  const begun = clock.now();
  const say = (line: string) => void log.push(`${clock.now() - begun} ${line}`);
  const fail = (invariant: string, detail: string) => {
    say(`BROKEN ${invariant}: ${detail}`);
    broken.push(`${invariant}: ${detail}`);
  };

  const error = (fields: unknown) => say(`error ${String((fields as { err?: unknown }).err)}`);
  const room = simulatedRoom({ database, clock, file, process }, { log: { ...silent, error } });
  const { instance, config, known } = room;
  const rows = { db: database, fileId: room.fileId };
  const check = invariants({ clock, file, process, known, fail });
  const applies = createApplies({ ...room, notify: () => Promise.resolve(), roleOf: async () => "owner" });

  /** Monitoring takes a sample every 30 seconds, whether or not a page is open. */
  const monitor = (): void =>
    clock.at(30_000, async () => {
      known.forget();
      await known.observe({ parts: await instance.parts(await config.settings(), AbortSignal.abort()) });
      check.sampled(await isApplying(rows));
      monitor();
    });

  let changes = 0;
  function mutate(): string {
    changes += 1;
    const document = parsed(file.text) ?? {};
    const set = (section: string, values: Config[string]) => {
      document[section] = { ...document[section], ...values };
    };
    const kind = random.from([
      ...["name", "name", "name", "rate", "calm", ...faults.description, "old", "old client", "old client"],
      ...(habits.hasToken ? [] : (["sender", "sender", "sender"] as const)),
      ...["fix", "fix", "future", "flaps", "broken future", "drop future", "broker", "section"],
    ] as const);
    say(`change ${kind}`);
    if (kind === "name") set("general", { instanceName: `Harbor ${random.below(1e6)}` });
    else if (kind === "sender") set("email", { senderAddress: `sender${random.below(1e6)}@chat.example` });
    else if (kind === "rate") set("limits", { rate: { enabled: true, ip: { count: 1, window: 600 } } });
    else if (kind === "calm") set("limits", { rate: { enabled: true, ip: { count: 400, window: 5 } } });
    else if (kind === "old") set("general", { frontPage: faults.frontPage.refused });
    else if (kind === "old client") set("general", { frontPage: faults.frontPage.noSignIn });
    else if (kind === "future") set("future", { limit: random.below(100) });
    else if (kind === "flaps") set("future", { limit: faults.futureLimit });
    else if (kind === "broken future") set("future", { limit: "many" });
    else if (kind === "drop future") delete document.future;
    else if (kind === "broker") set("rabbitmq", { host: `amqp://${random.below(1e6)}.example` });
    else if (kind === "section") document.limits = "abc" as unknown as Config[string];
    else if (kind === "fix") return fixed(document);
    else set("general", { instanceDescription: kind });
    return JSON.stringify(document);
  }

  function fixed(document: Config): string {
    const { future } = document;
    return JSON.stringify({
      ...document,
      general: { ...document.general, instanceDescription: "calm", frontPage: null },
      limits: { rate: { enabled: false } },
      ...(future !== undefined && { future: { limit: 5 } }),
    });
  }

  /** Writes the file as a person with an editor does. The panel notices it within a second. */
  function edit(text = mutate()): void {
    file.write(text);
    const written = file.etag;
    clock.at(random.below(1_000), async () => {
      if (file.etag === written) file.notice();
    });
  }
  const save = () => file.save(mutate());
  const restart = async () => {
    const isWhole = process.gateway === null || random.chance(0.5);
    say(isWhole ? "restart by hand" : "restart of the API by hand");
    process.start({ isWhole });
    await clock.wait(1_000);
  };
  const upgrade = async () => {
    say("upgrade");
    process.isUpgraded = true;
    process.start();
    await clock.wait(1_000);
  };
  /** Makes the instance work again, without the panel. Monitoring has the time to see it. */
  const fix = async () => {
    say("fix by hand");
    edit(fixed({ ...parsed(file.text), general: { instanceName: `Fixed ${random.below(1e6)}` } }));
    await clock.wait(1_000 + random.below(5_000));
    await restart();
    await clock.wait(random.below(200_000));
  };

  async function apply(): Promise<void> {
    known.forget();
    const way = random.chance(0.35) ? "broker" : "command";
    let id: number;
    try {
      const { etag } = await known.versions.now();
      id = await createApply(room, { etag, actor: "ada", way });
    } catch (error) {
      if (error instanceof AppError) return say(`no apply: ${error.code}`);
      throw error;
    }
    const applied = file.text;
    const before = changes;
    if (random.chance(0.15))
      clock.at(random.below(15_000), async () => {
        if (random.chance(0.5)) save();
        else edit();
      });
    if (habits.slowMs < 1_000 && random.chance(0.2)) process.races = 1;
    const answer = random.from(["keep", "roll-back", null] as const);
    check.target((await applyById(room, id))?.from_etag ?? null, { isFirst: true });
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
      if (row?.state === "rolling-back") check.target(row.from_etag, { isFirst: false });
      if (!end) await clock.wait(6_000);
    }
    process.races = 0;
    const row = (await applyById(room, id))!;
    say(`ended ${row.state} ${row.tried} ${row.reason?.replaceAll("\n", " ") ?? ""}`);
    await check.ended(row, { applied, hasChanged: changes > before || answer === "roll-back" });
  }

  const open = async (): Promise<void> => {
    known.forget();
    const report = await applies.readRunning();
    const pending = report.settings.map(({ path, state }) => `${path}=${state}`).join();
    say(`report ${report.state} ${pending} ${report.known?.claim}`);
    await check.reported(report);
  };

  file.save(JSON.stringify({ rabbitmq: { host: null }, general: { instanceName: "Harbor" } }));
  await clock.wait(5_000);
  process.start();
  await clock.wait(2_000);
  file.notice();
  monitor();
  await clock.wait(31_000);
  for (let step = 0; step < 16 && broken.length === 0; step += 1) {
    const act = random.from([edit, save, save, apply, apply, apply, apply, restart, fix, upgrade, open]);
    await act();
    await clock.wait(random.below(40_000) + 1_000);
    if (random.chance(0.6)) await open();
  }
  return { broken, log, trace: createHash("sha256").update(log.join("\n")).digest("hex").slice(0, 16) };
}

/** Opens a database for one process of the simulator. Runs share it, because creating one takes longer than a run. */
export async function openSimulator() {
  const { database, clear } = await openTables();
  const parse = versionParser();
  return {
    async run(seed: number): Promise<Outcome> {
      await clear();
      return simulate(seed, { database, parse });
    },
    close: () => database.destroy(),
  };
}
