import "server-only";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type Db, openPostgres, openSqlite } from "@/lib/server/db";
import { onPostgres, placeMigrated, testDatabase, testDatabaseUrl } from "@/testing/test-database";
import { type OpenFile, openFile, type Options } from "@/lib/server/config-file/open-file";
import { realFileOps } from "@/lib/server/config-file/disk/file-ops";

/** A configuration file for one test, in its own folder, with a real database; removed when the test ends. */
export interface TestFile {
  readonly folder: string;
  readonly dataDir: string;
  readonly config: OpenFile;
  /** Environment variables for processes that share the file and its database. */
  readonly environment: Record<string, string>;
  write(content: string | Buffer): void;
  read(): string;
  exists(): boolean;
  /** Names of files in the folder except the file and its lock. */
  leftovers(): string[];
  /** The same file and database, opened separately like in another process. */
  again(options?: Partial<Options>): OpenFile;
}

/**
 * A database that processes of the test also open, with the environment that they are started with (`childFile`).
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
  /** Parent of the test's folders; by default the system's temp folder. */
  base?: string;
  /**
   * Whether processes that the test starts use the same database. With SQLite it is `instance.db` in `dataDir`.
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
      path: join(folder, "config.json"),
      dataDir,
      naming: undefined,
      readOnly: false,
      retention: 500,
      generates: () => true,
      db: () => db,
      ops: realFileOps,
      ...options,
      ...further,
    });
    opened.push(config);
    return config;
  };
  const config = open();
  onTestFinished(() => {
    for (const { state } of opened) state.lock?.database.close();
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
