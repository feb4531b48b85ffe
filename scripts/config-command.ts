/** Implements `npm run config` and `instance-admin config`: the configuration file as code. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Env, readEnv } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { isSecret, openEdition, type Version } from "@/lib/server/config-file";
import { migrate } from "@/lib/server/db";
import { openFoundation } from "@/lib/server/rooms";
import type { SettingChange } from "@/lib/shared/contract/history";
import { fileDifferences, patchDifferences, valueAt } from "./config-diff";
import { contentOf, jsonOf, parsedFile, patchIn, wrong } from "./config-input";
import { fileNow, onFile } from "./config-on-file";
import { overHttp } from "./config-over-http";
import { refuseRoot } from "./refuse-root";
import { type ConfigTarget, type PatchFile, savePatch } from "./config-target";

const USAGE = `Usage: config COMMAND, with the panel's CONFIG_PATH, DATA_DIR and DATABASE_URL;
       config COMMAND --url=https://admin.example.org, with an API token in INSTANCE_ADMIN_TOKEN, or the path of
       a file with one in INSTANCE_ADMIN_TOKEN_FILE

    get [PATH]            prints the values that are set, or the effective value of one setting
    set PATH VALUE        saves one setting; VALUE is JSON or text, and null removes the setting from the file
    diff [FILE]           compares FILE (a configuration file or a patch) with the file, or the file with its last
                          recorded version; exits with 1 if they differ
    apply PATCH           saves the changes in a patch, as "Download patch" in the panel writes it:
                          { "base"?, "operations": [{ "op": "set", "path", "value" }, …], "note"? }
    history               lists the versions, newest first
    undo NUMBER           undoes the changes of a version

    --json                prints JSON
    --note=TEXT           the note of the version`;

const options = process.argv.slice(2).filter((word) => word.startsWith("--"));
const [name = "", ...words] = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const optionOf = (prefix: string) => options.find((word) => word.startsWith(prefix))?.slice(prefix.length);
const isJson = options.includes("--json");
const note = optionOf("--note=");
const url = optionOf("--url=");
const unknown = options.find((word) => !/^--(?:json$|note=|url=)/.test(word));

const inWords = (value: unknown): string => (value == null ? "not set" : JSON.stringify(value));

const lineOf = ({ path, secret, before, after }: SettingChange): string =>
  secret === undefined ? `${path}: ${inWords(before)} → ${inWords(after)}` : `${path}: ${secret} (secret)`;

function print(value: unknown, lines: readonly string[]): void {
  console.log(isJson ? JSON.stringify(value, null, 2) : lines.join("\n"));
}

async function save(target: ConfigTarget, patch: PatchFile): Promise<void> {
  const { etag, version } = await savePatch(target, patch);
  const omitted = (patch.omitted ?? []).map(
    (path) => `The patch has no value for ${path}, which is a secret.`,
  );
  if (version === null)
    return print({ etag, changed: false }, ["The file already has these values.", ...omitted]);
  print({ etag, changed: true, version }, [`Saved as version ${version}.`, ...omitted]);
}

/** Compares the file with another file, or with what a patch changes. */
async function compareWith(target: Pick<ConfigTarget, "current" | "hasSecrets">): Promise<void> {
  const [path = ""] = words;
  const content = contentOf(path);
  const patch = patchIn(content, path);
  if (patch === undefined)
    return report(await target.current(), parsedFile(content, path), target.hasSecrets);
  const { changes, repairs } = patchDifferences(patch, await target.current());
  const isEqual = changes.length + repairs.length === 0;
  const lines = [...changes.map(lineOf), ...repairs.map((one) => `${one.path}: repair “${one.kind}”`)];
  print(
    { equal: isEqual, changes, ...(repairs.length > 0 && { repairs }) },
    isEqual ? ["No differences."] : lines,
  );
  process.exitCode = isEqual ? 0 : 1;
}

/** Compares the file with its last recorded version. */
async function compareRecorded(target: ConfigTarget): Promise<void> {
  if (url !== undefined)
    throw wrong("A running panel records every version, so name a FILE to compare: config diff FILE --url=…");
  const before = await target.lastRecorded();
  if (before === null) throw wrong("No version of the file has been recorded. Start the panel once.");
  report(parsedFile(before, "The last version"), await target.current(), true);
}

function report(from: Version, to: Version, hasSecrets: boolean): void {
  const { changes, notCompared: left } = fileDifferences(from, to, hasSecrets);
  const isEqual = hasSecrets ? from.etag === to.etag : changes.length === 0;
  const lines = [...changes.map(lineOf), ...(left > 0 ? [`Secrets that cannot be compared: ${left}`] : [])];
  const none = isEqual ? "No differences." : "Only the spelling of the text differs.";
  print({ equal: isEqual, changes, ...(left > 0 && { notCompared: left }) }, [
    ...(changes.length === 0 ? [none] : []),
    ...lines,
  ]);
  process.exitCode = isEqual ? 0 : 1;
}

const commands: Record<string, (target: ConfigTarget) => Promise<void>> = {
  async get(target) {
    const { set, values } = await target.read();
    const [path] = words;
    if (path === undefined) {
      const entries = set.filter((one) => !isSecret(one)).map((one) => [one, valueAt(values, one)]);
      return console.log(JSON.stringify(Object.fromEntries(entries), null, 2));
    }
    if (isSecret(path)) throw wrong(`${path} is a secret, which this command does not print.`);
    const value = valueAt(values, path);
    if (value === undefined) throw wrong(`There is no setting ${path}. Spell it as the reference page does.`);
    console.log(JSON.stringify(value, null, 2));
  },

  async set(target) {
    const [path, text, ...rest] = words;
    if (path === undefined || text === undefined || rest.length > 0)
      throw wrong("Usage: config set PATH VALUE");
    const value = jsonOf(text);
    await save(target, {
      operations: [value === null ? { op: "unset", path } : { op: "set", path, value }],
      note,
    });
  },

  diff: (target) => (words.length > 0 ? compareWith(target) : compareRecorded(target)),

  async apply(target) {
    const [path] = words;
    if (path === undefined) throw wrong("Usage: config apply PATCH");
    const patch = patchIn(contentOf(path), path);
    if (patch === undefined) throw wrong(`${path} is not a patch. It needs "operations", which is a list.`);
    await save(target, { ...patch, note: note ?? patch.note });
  },

  async history(target) {
    const list = await target.history();
    print(
      list,
      list.map(({ id, at, author, note: why }) => `${id}  ${at}  ${author}${why ? `  ${why}` : ""}`),
    );
  },

  async undo(target) {
    const id = Number(words[0]);
    if (!Number.isInteger(id)) throw wrong("Usage: config undo NUMBER, with a number from config history");
    const { etag } = await target.undo(id, note);
    print({ etag }, [`Undid version ${id}.`]);
  },
};

/** Opens the panel's database, which has the versions. A running panel may use it at the same time. */
async function withDatabase(env: Env, work: (target: ConfigTarget) => Promise<void>): Promise<void> {
  const { dataDir, databaseUrl } = env;
  const file = join(dataDir, "instance.db");
  if (databaseUrl === undefined && !existsSync(file))
    throw wrong(
      `There is no database at ${file}. Set DATA_DIR or DATABASE_URL to the same value as for the panel.`,
    );
  refuseRoot(env);
  const foundation = openFoundation(env);
  try {
    await migrate(foundation.db);
    await foundation.audit.begin();
    await work(onFile(foundation));
  } finally {
    await foundation.close();
  }
}

// The output is for programs, so the log must not mix with it.
process.env.LOG_LEVEL = "silent";
try {
  const run = commands[name];
  if (!run || unknown !== undefined) throw wrong(USAGE);
  const env = readEnv();
  openEdition(env.configEdition);
  if (url !== undefined) await run(overHttp(url, process.env));
  else if (name === "diff" && words.length > 0) await compareWith(fileNow(env));
  else await withDatabase(env, run);
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  const problems = error instanceof AppError ? error.problems : [];
  // A broken rule is named in the message.
  const lines = problems
    .filter(({ message: why }) => !message.includes(why))
    .map(({ path, message: why }) => `${path}: ${why}`);
  console.error([message, ...lines].join("\n"));
  process.exitCode = 2;
}
