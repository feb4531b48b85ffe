import "server-only";
import { createHash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { pipeline } from "node:stream/promises";
import * as z from "zod";
import { AppError } from "@/lib/errors";
import { linesOf } from "@/lib/lines";
import { areKnown, otherVersion, readDump, SqliteConnection } from "@/lib/server/db";
import { parsedJson } from "@/lib/shared/json/value";
import { backupFiles } from "./files";

const backupContents = z.object({
  database: z.enum(["sqlite", "postgres"]),
  versions: z.int(),
  operators: z.int(),
  /** `missing` if there was no file; `broken` if it was no valid JSON when it was copied. */
  config: z.enum(["valid", "broken", "missing"]),
});
export type BackupContents = z.infer<typeof backupContents>;

const manifest = z.object({
  at: z.iso.datetime(),
  /** Path of the configuration file that was copied. */
  configPath: z.string(),
  versions: z.int(),
  /** SHA-256, hex, of each file. */
  files: z.record(z.string(), z.string()),
});

export const verifiedBackup = z.object({ contents: backupContents, manifest });
export type VerifiedBackup = z.infer<typeof verifiedBackup>;

const damaged = (damage: string) => new AppError("conflict", `${damage} Use another backup.`);

/** @throws AppError `conflict` if it could not be restored */
async function readContents(
  folder: string,
  options: { ofAnyVersion?: boolean } = {},
): Promise<BackupContents> {
  const { sqlite, postgres, config } = backupFiles(folder);
  const text = existsSync(config) ? await readFile(config, "utf8") : null;
  const facts = {
    config: text === null ? "missing" : parsedJson(text) === undefined ? "broken" : "valid",
  } as const;
  if (existsSync(sqlite)) return { database: "sqlite", ...facts, ...readSqlite(sqlite, options) };
  if (!existsSync(postgres)) throw damaged(`${folder} contains no database.`);
  const counts: Record<string, number> = {};
  for await (const { table, row } of readDump(linesOf(postgres), options))
    if (table !== "config_revisions" || row.state === "saved") counts[table] = (counts[table] ?? 0) + 1;
  return {
    database: "postgres",
    ...facts,
    versions: counts.config_revisions ?? 0,
    operators: counts.operators ?? 0,
  };
}

function readSqlite(
  path: string,
  { ofAnyVersion = false }: { ofAnyVersion?: boolean },
): { versions: number; operators: number } {
  const connection = new SqliteConnection(path, { busyTimeout: 0, readOnly: true });
  try {
    const [check] = connection.prepare("pragma integrity_check").all();
    if (check?.integrity_check !== "ok" || connection.prepare("pragma foreign_key_check").all().length > 0)
      throw damaged(`The database ${path} is damaged.`);
    const migrations = connection.prepare("select name from kysely_migration").all();
    if (!ofAnyVersion && !areKnown(migrations.map(({ name }) => String(name)))) throw otherVersion();
    const [counts] = connection
      .prepare(
        "select (select count(*) from config_revisions where state = 'saved') as versions, (select count(*) from operators) as operators",
      )
      .all();
    return { versions: Number(counts?.versions), operators: Number(counts?.operators) };
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw damaged(`The database ${path} cannot be read (${String(error)}).`);
  } finally {
    connection.close();
  }
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}

export async function describeBackup(
  folder: string,
  { configPath, at }: { configPath: string; at: string },
): Promise<VerifiedBackup> {
  const contents = await readContents(folder, { ofAnyVersion: true });
  const names = (await readdir(folder)).toSorted();
  const files = await Promise.all(
    names.map(async (name) => [name, await hashOf(join(folder, name))] as const),
  );
  return {
    contents,
    manifest: { at, configPath, versions: contents.versions, files: Object.fromEntries(files) },
  };
}

/** Returns null if the backup is not complete, or if its manifest is damaged. */
export async function readManifest(folder: string): Promise<VerifiedBackup["manifest"] | null> {
  const text = await readFile(backupFiles(folder).manifest, "utf8").catch(() => "");
  return manifest.safeParse(parsedJson(text)).data ?? null;
}

/** @throws AppError `conflict`; the message says what is wrong */
export async function verifyBackup(folder: string): Promise<VerifiedBackup> {
  const path = backupFiles(folder).manifest;
  if (!existsSync(path)) throw damaged(`${folder} is not a complete backup: it has no ${basename(path)}.`);
  const { data } = manifest.safeParse(parsedJson(await readFile(path, "utf8")));
  if (!data) throw damaged(`${path} is damaged.`);
  for (const [name, hash] of Object.entries(data.files)) {
    const file = join(folder, basename(name));
    if (!existsSync(file)) throw damaged(`${file} is missing.`);
    if ((await hashOf(file)) !== hash) throw damaged(`${file} was changed since the backup was made.`);
  }
  const contents = await readContents(folder);
  if (contents.versions !== data.versions)
    throw damaged(`The backup had ${data.versions} versions, and has ${contents.versions} now.`);
  return { contents, manifest: data };
}

export function contentsInWords({ versions, operators, config }: BackupContents): string {
  const count = (number: number, one: string) => `${number} ${one}${number === 1 ? "" : "s"}`;
  const file = {
    valid: "the configuration file",
    broken: "the configuration file as it was, which is not valid JSON",
    missing: "no configuration file, because there was none",
  }[config];
  return `${count(versions, "version")}, ${count(operators, "operator")}, ${file}`;
}

export async function compareConfig(
  folder: string,
  configPath: string,
): Promise<"same" | "differs" | "missing"> {
  const [then, now] = await Promise.all(
    [backupFiles(folder).config, configPath].map((path) => readFile(path).catch(() => null)),
  );
  if (!then) return "missing";
  return now?.equals(then) ? "same" : "differs";
}
