import { createHash } from "node:crypto";
import { mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { inflateSync } from "node:zlib";
import pg from "pg";
import { type Panel, startPanel } from "@/e2e/support/panel";
import { startPostgres } from "@/e2e/support/postgres";
import { PanelClient } from "@/e2e/support/session";
import { type Event, type Save, unexplained } from "./explain";

/*
 * Runs three replicas of the production build on one PostgreSQL database and one file, with clients that save and read,
 * an editor from outside, and kills. Then decides whether a serial history explains all answers (`explain.ts`).
 * `npm run test:history -- --seed 1 --seconds 30`
 */

const { values } = parseArgs({
  options: { seed: { type: "string", default: "1" }, seconds: { type: "string", default: "30" } },
});
const seed = Number(values.seed);
const seconds = Number(values.seconds);
const SETTINGS = ["user.maxBio", "guild.maxRoles", "guild.maxMembers", "message.maxCharacters"] as const;

/** Mulberry32. Returns numbers from 0 to below 1. */
function randomNumbers(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Limits = Record<string, Record<string, unknown>>;
const settingsIn = (text: string): Record<string, unknown> => {
  const limits = (JSON.parse(text) as { limits?: Limits }).limits ?? {};
  return Object.fromEntries(
    SETTINGS.map((name) => {
      const [group, key] = name.split(".") as [string, string];
      return [name, limits[group]?.[key]];
    }),
  );
};
const etagOf = (text: string | Buffer): string => createHash("sha256").update(text).digest("hex");

const random = randomNumbers(seed);
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
let counter = 1000;
const events: Event[] = [];
/** Answers that neither confirm nor refuse a save. */
const strange = new Set<string>();
const tally: Record<string, number> = {};
const count = (name: string): void => void (tally[name] = (tally[name] ?? 0) + 1);

const postgres = await startPostgres();
const databaseUrl = await postgres.createDatabase();
const folder = await mkdtemp(join(tmpdir(), "history-"));
const configPath = join(folder, "config.json");
const limits = Object.fromEntries(
  ["user", "guild", "message"].map((group) => [
    group,
    Object.fromEntries(
      SETTINGS.filter((name) => name.startsWith(group)).map((name) => [name.split(".")[1], 500]),
    ),
  ]),
);
await writeFile(configPath, JSON.stringify({ limits }, null, 2));
const launch = (index: number): Promise<Panel> =>
  startPanel({
    databaseUrl,
    env: {
      CONFIG_PATH: configPath,
      DATA_DIR: join(folder, `data-${index}`),
      CONFIG_REVISIONS: "10000",
      NEXTAUTH_SECRET: "a secret for the sessions at every replica",
      AUDIT_KEY: "a key for the audit log at every replica",
    },
  });
const panels: (Panel | null)[] = [];
for (let index = 0; index < 3; index += 1) panels.push(await launch(index));
const session = await PanelClient.signIn(panels[0]!);
const until = performance.now() + seconds * 1000;
const isRunning = () => performance.now() < until;

/** Returns the configuration at a replica, or null if the replica is away. */
async function read(panel: Panel) {
  const began = performance.now();
  try {
    const snapshot = await session
      .at(panel)
      .json<{ etag: string; values: Record<string, unknown> }>("/api/panel/config");
    const settings = settingsIn(JSON.stringify(snapshot.values));
    events.push({
      kind: "read",
      where: panel.url,
      began,
      ended: performance.now(),
      etag: snapshot.etag,
      settings,
    });
    count("reads");
    return snapshot;
  } catch {
    count("reads without an answer");
    return null;
  }
}

async function save(panel: Panel, base: string): Promise<void> {
  const setting = pick(SETTINGS);
  const value = (counter += 1);
  const began = performance.now();
  const finish = (answer: Save["answer"]): void => {
    const ended = answer === "unknown" ? Infinity : performance.now();
    events.push({ kind: "save", where: panel.url, began, ended, base, setting, value, answer });
    count(`saves ${typeof answer === "object" ? "confirmed" : answer}`);
  };
  try {
    const body = { operations: [{ op: "set", path: `limits.${setting}`, value }] };
    const response = await session
      .at(panel)
      .send("PATCH", "/api/panel/config", body, { "if-match": `"${base}"` });
    const answer = (await response.json()) as { etag?: string };
    if (response.ok && answer.etag !== undefined) finish({ etag: answer.etag });
    else if (response.status === 409 || response.status === 412) finish("refused");
    else {
      strange.add(`a save at ${panel.url} was answered with ${response.status}: ${JSON.stringify(answer)}`);
      finish("unknown");
    }
  } catch {
    finish("unknown");
  }
}

async function client(): Promise<void> {
  while (isRunning()) {
    const panel = pick(panels);
    if (panel) {
      const snapshot = await read(panel);
      const target = random() < 0.5 ? panel : pick(panels);
      if (snapshot && target && random() < 0.7) await save(target, snapshot.etag);
    }
    await wait(random() * 20);
  }
}

/** Edits the file every now and then, as a person with an editor, who knows no lock. */
async function editor(): Promise<void> {
  while (isRunning()) {
    await wait(500 + random() * 2_000);
    const [group, key] = pick(SETTINGS).split(".") as [string, string];
    const file = JSON.parse(await readFile(configPath, "utf8")) as { limits: Limits };
    (file.limits[group] ??= {})[key] = counter += 1;
    const text = JSON.stringify(file, null, 2);
    await writeFile(`${configPath}.edited`, text);
    const began = performance.now();
    await rename(`${configPath}.edited`, configPath);
    events.push({
      kind: "outside",
      where: "editor",
      began,
      ended: performance.now(),
      etag: etagOf(text),
      settings: settingsIn(text),
    });
    count("edits from outside");
  }
}

async function killer(): Promise<void> {
  while (isRunning()) {
    await wait(2_000 + random() * 3_000);
    const index = Math.floor(random() * panels.length);
    const panel = panels[index];
    if (!panel) continue;
    panels[index] = null;
    await panel.stop("SIGKILL");
    count("kills");
    panels[index] = await launch(index);
  }
}

await Promise.all([...Array.from({ length: 3 }, client), editor(), killer()]);
for (const panel of panels) if (panel) await read(panel);

const pool = new pg.Client(databaseUrl);
await pool.connect();
const { rows: versions } = await pool.query<{ etag: string; content: Buffer; state: string }>(
  "select etag, content, state from config_revisions order by id",
);
const { rows: audit } = await pool.query<{ detail: string | null }>(
  `select begun.detail from audit as outcome join audit as begun on begun.id = outcome.completes
   where begun.action = 'config.save' and outcome.outcome = 'done'`,
);
await pool.end();
const contents = versions.map(({ content }) => inflateSync(content).toString());
const problems = unexplained({
  events,
  versions: versions.map(({ etag }, index) => ({ etag, settings: settingsIn(contents[index]!) })),
  file: etagOf(await readFile(configPath)),
  audited: Object.fromEntries(
    SETTINGS.map((name) => [name, audit.filter(({ detail }) => detail?.includes(`"limits.${name}"`)).length]),
  ),
});
problems.push(...strange);
for (const { state, etag } of versions)
  if (state !== "saved") problems.push(`the version ${etag} is ${state}`);

await Promise.all(panels.map((panel) => panel?.stop()));
await postgres.dispose();
await rm(folder, { recursive: true, force: true });
console.log(`seed ${seed}, ${seconds} s, ${versions.length} versions: ${JSON.stringify(tally)}`);
for (const problem of problems.slice(0, 20)) console.log(problem);
console.log(
  problems.length === 0 ? "A serial history explains all answers." : `${problems.length} unexplained.`,
);
process.exit(problems.length === 0 ? 0 : 1);
