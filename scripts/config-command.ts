/** Implements `npm run config` and `instance-admin config`: the configuration file as code. */
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { recordAudit, theAudit } from "@/lib/server/audit";
import { changesBetween, configFile, isSecret, Version } from "@/lib/server/config-file";
import { closeDatabase, db, migrate } from "@/lib/server/db";
import { authorWords, commandLine } from "@/lib/shared/author";
import { operation, type Operation } from "@/lib/shared/contract/config-snapshot";
import type { SettingChange } from "@/lib/shared/contract/history";
import { isObject } from "@/lib/shared/json/value";

const USAGE = `Usage: config COMMAND, with the panel's CONFIG_PATH, DATA_DIR and DATABASE_URL

    get [PATH]            prints the values that are set, or the effective value of one setting
    set PATH VALUE        saves one setting; VALUE is JSON or text, and null removes the setting from the file
    diff [FILE]           compares FILE with the file, or the file with its last recorded version; exits with 1 if they differ
    apply PATCH           saves the operations in a JSON file: { "operations": [{ "op": "set", "path", "value" }, …] }
    history               lists the versions, newest first
    undo NUMBER           undoes the changes of a version

    --json                prints JSON
    --note=TEXT           the note of the version`;

const patch = z.object({
  operations: z.array(operation).min(1, "The patch has no operations."),
  note: z.string().max(500).optional(),
});

const options = process.argv.slice(2).filter((word) => word.startsWith("--"));
const [name = "", ...words] = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const isJson = options.includes("--json");
const note = options.find((word) => word.startsWith("--note="))?.slice("--note=".length);
const unknown = options.find((word) => word !== "--json" && !word.startsWith("--note="));

/** Commands have no address. */
const origin = { address: null, browser: null };

const wrong = (message: string) => new AppError("invalid-settings", message);
const inWords = (value: unknown): string => (value === null ? "not set" : JSON.stringify(value));

const lineOf = ({ path, secret, before, after }: SettingChange): string =>
  secret === undefined ? `${path}: ${inWords(before)} → ${inWords(after)}` : `${path}: ${secret} (secret)`;

function print(value: unknown, lines: readonly string[]): void {
  console.log(isJson ? JSON.stringify(value, null, 2) : lines.join("\n"));
}

function read(path: string): Buffer {
  try {
    return readFileSync(resolve(path));
  } catch (error) {
    throw wrong(
      `${resolve(path)} cannot be read (${error instanceof Error ? error.message : String(error)}).`,
    );
  }
}

function parse(bytes: Buffer, place: string): Version {
  const version = Version.parse(bytes, env().configNaming);
  if (version.usable) return version;
  throw wrong(
    `${place} is not a configuration file: ${version.problems.map(({ message }) => message).join(" ")}`,
  );
}

/** Returns the value at a path such as `limits.user.maxGuilds`. Undefined if there is none. */
const valueAt = (values: unknown, path: string): unknown =>
  path
    .split(".")
    .reduce((value, key) => (isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined), values);

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

async function save(operations: readonly Operation[], why: string | undefined): Promise<void> {
  const file = configFile();
  const { etag } = await (await file.read()).document();
  await recordAudit(db(), {
    actor: commandLine,
    action: "config.save",
    detail: { paths: operations.map(({ path }) => path), ...(why && { note: why }) },
    origin,
  });
  const saved = await file.save({ baseEtag: etag, author: commandLine, note: why ?? null, operations });
  const document = await saved.document();
  if (document.etag === etag) return print({ etag, changed: false }, ["The file already has these values."]);
  const id = await file.history.newest();
  print({ etag: document.etag, changed: true, version: id }, [`Saved as version ${id}.`]);
}

/** Returns the bytes of the version that was recorded last. Reading the file would record its current content. */
async function lastRecorded(): Promise<Buffer | null> {
  const id = await configFile().history.newest();
  return id === null ? null : configFile().history.bytes({ id });
}

const commands: Record<string, () => Promise<void>> = {
  async get() {
    const document = await (await configFile().read()).document();
    const [path] = words;
    if (path === undefined) {
      const shown = document.set.filter((one) => !isSecret(one));
      const entries = shown.map((one) => [one, valueAt(document.values, one)]);
      return console.log(JSON.stringify(Object.fromEntries(entries), null, 2));
    }
    if (isSecret(path)) throw wrong(`${path} is a secret, which this command does not print.`);
    const value = valueAt(document.values, path);
    if (value === undefined) throw wrong(`There is no setting ${path}. Spell it as the reference page does.`);
    console.log(JSON.stringify(value, null, 2));
  },

  async set() {
    const [path, text, ...rest] = words;
    if (path === undefined || text === undefined || rest.length > 0)
      throw wrong("Usage: config set PATH VALUE");
    const value = jsonOf(text);
    await save([value === null ? { op: "unset", path } : { op: "set", path, value }], note);
  },

  async diff() {
    const current = read(env().configPath);
    const [path] = words;
    const other = path === undefined ? await lastRecorded() : read(path);
    if (other === null) throw wrong("No version of the file has been recorded. Start the panel once.");
    const [from, to] = path === undefined ? [other, current] : [current, other];
    const changes = changesBetween(parse(from, "The file"), parse(to, path ?? "The file"));
    const isEqual = from.equals(to);
    const lines = changes.map(lineOf);
    print(
      { equal: isEqual, changes },
      isEqual ? ["No differences."] : lines.length > 0 ? lines : ["Only the spelling of the text differs."],
    );
    process.exitCode = isEqual ? 0 : 1;
  },

  async apply() {
    const [path] = words;
    if (path === undefined) throw wrong("Usage: config apply PATCH");
    const given = patch.safeParse(jsonOf(read(path).toString("utf8")));
    if (!given.success) throw wrong(`${path} is not a patch: ${z.prettifyError(given.error)}`);
    await save(given.data.operations, note ?? given.data.note);
  },

  async history() {
    const rows = await configFile().history.find({ limit: 100 });
    const list = rows.map(({ id, at, author, authorKind, note: why }) => ({
      id,
      at,
      author: authorWords({ kind: authorKind, name: author }),
      note: why,
    }));
    print(
      list,
      list.map(({ id, at, author, note: why }) => `${id}  ${at}  ${author}${why ? `  ${why}` : ""}`),
    );
  },

  async undo() {
    const id = Number(words[0]);
    if (!Number.isInteger(id)) throw wrong("Usage: config undo NUMBER, with a number from config history");
    const file = configFile();
    const { etag } = await (await file.read()).document();
    await recordAudit(db(), { actor: commandLine, action: "config.undo", target: String(id), origin });
    const saved = await file.revert({
      baseEtag: etag,
      author: commandLine,
      note: note ?? null,
      to: { change: id },
    });
    const document = await saved.document();
    print({ etag: document.etag }, [`Undid version ${id}.`]);
  },
};

/** Opens the panel's database, which has the versions. A running panel may use it at the same time. */
async function withDatabase(work: () => Promise<void>): Promise<void> {
  const { dataDir, databaseUrl } = env();
  const file = join(dataDir, "instance.db");
  if (databaseUrl === undefined && !existsSync(file))
    throw wrong(
      `There is no database at ${file}. Set DATA_DIR or DATABASE_URL to the same value as for the panel.`,
    );
  try {
    await migrate(db());
    await theAudit().begin();
    await work();
  } finally {
    await closeDatabase();
  }
}

// The output is for programs, so the log must not mix with it.
process.env.LOG_LEVEL = "silent";
try {
  const run = commands[name];
  if (!run || unknown !== undefined) throw wrong(USAGE);
  // Two files can be compared on a machine that has no database, such as one that runs pipelines.
  await (name === "diff" && words.length > 0 ? run() : withDatabase(run));
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  const problems = error instanceof AppError ? error.problems : [];
  console.error([message, ...problems.map(({ path, message: why }) => `${path}: ${why}`)].join("\n"));
  process.exitCode = 2;
}
