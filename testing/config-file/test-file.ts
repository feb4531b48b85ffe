import "server-only";
import { audit } from "@/testing/rooms";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type Db, openPostgres, openSqlite } from "@/lib/server/db";
import { onPostgres, placeMigrated, testDatabase, testDatabaseUrl } from "@/testing/test-database";
import { bareOptions, type OpenFile, openFile, type Options } from "@/lib/server/config-file/open-file";

/** A configuration file in a separate folder, with a database, for one test. Both are removed when the test ends. */
export interface TestFile {
  readonly folder: string;
  readonly dataDir: string;
  readonly config: OpenFile;
  /** Environment variables for processes that use the same file and database. */
  readonly environment: Record<string, string>;
  write(content: string | Buffer): void;
  read(): string;
  exists(): boolean;
  /** The names of all files in the folder, except for the configuration file and its lock. */
  leftovers(): string[];
  /** Opens the same file and database separately, as another process would. */
  again(options?: Partial<Options>): OpenFile;
}

/**
 * Opens a database that other processes of the test can open, too. Returns the environment for those processes
 * (`childFile`).
 */
async function sharedDatabase(folder: string): Promise<{ db: Db; environment: Record<string, string> }> {
  const url = onPostgres() ? await testDatabaseUrl() : undefined;
  const path = join(folder, "instance.db");
  if (url === undefined) await placeMigrated(path);
  const db = url === undefined ? openSqlite(path) : openPostgres(url);
  onTestFinished(() => db.destroy());
  return { db, environment: url === undefined ? {} : { DATABASE_URL: url } };
}

export interface Surroundings {
  /** The folder in which the test's folder is created. Default: the system's folder for temporary files. */
  base?: string;
  /**
   * Whether processes that the test starts use the same database. With SQLite, the database is `instance.db` in
   * `dataDir`.
   */
  shared?: boolean;
}

export async function testFile(
  options: Partial<Options> = {},
  { base = tmpdir(), shared = false }: Surroundings = {},
): Promise<TestFile> {
  const folder = mkdtempSync(join(base, "config-file-"));
  const dataDir = mkdtempSync(join(base, "config-data-"));
  const { db, environment } = shared
    ? await sharedDatabase(dataDir)
    : { db: await testDatabase(), environment: {} };
  const opened: OpenFile[] = [];
  const open = (further: Partial<Options> = {}): OpenFile => {
    const config = openFile({
      ...bareOptions(join(folder, "config.json"), dataDir, db),
      generates: () => true,
      audit: (tx, entry) => audit().recordAudit(tx, entry),
      ...options,
      ...further,
    });
    opened.push(config);
    return config;
  };
  const config = open();
  onTestFinished(() => {
    for (const { lock } of opened) lock.close();
    rmSync(folder, { recursive: true, force: true });
    rmSync(dataDir, { recursive: true, force: true });
  });
  return {
    folder,
    dataDir,
    config,
    environment: { ...environment, CONFIG: config.path, DATA: dataDir },
    write: (content) => writeFileSync(config.path, content),
    read: () => readFileSync(config.path, "utf8"),
    exists: () => existsSync(config.path),
    leftovers: () =>
      readdirSync(folder).filter((name) => !["config.json", ".config.json.lock"].includes(name)),
    again: open,
  };
}
