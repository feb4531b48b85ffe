import "server-only";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type Db, openPostgres, openSqlite } from "@/lib/server/db";
import { onPostgres, placeMigrated, testDatabase, testDatabaseUrl } from "@/testing/test-database";
import { type Context, openContext, type Options } from "@/lib/server/config-file/context";
import { realFileOps } from "@/lib/server/config-file/disk/file-ops";

/** A configuration file for one test, in its own folder, with a real database; removed when the test ends. */
export interface TestFile {
  readonly folder: string;
  readonly dataDir: string;
  readonly context: Context;
  /** Environment for processes that share the file and its database. */
  readonly environment: Record<string, string>;
  write(content: string | Buffer): void;
  read(): string;
  exists(): boolean;
  /** Names of files in the folder other than the file and its lock. */
  leftovers(): string[];
  /** The same file and database, as another process would see them. */
  again(options?: Partial<Options>): Context;
}

/** A database that processes of the test open too, by the environment that they are started with (`childContext`). */
async function sharedDatabase(folder: string): Promise<{ db: Db; environment: Record<string, string> }> {
  const url = onPostgres() ? await testDatabaseUrl() : undefined;
  const path = join(folder, "instance.db");
  if (url === undefined) await placeMigrated(path);
  const db = url === undefined ? openSqlite(path) : openPostgres(url);
  onTestFinished(() => db.destroy());
  return { db, environment: url === undefined ? {} : { DATABASE_URL: url } };
}

export interface Surroundings {
  /** Where the test's folders are made; the system's temp folder unless set. */
  base?: string;
  /** Processes that the test starts use the same database: with SQLite it is `instance.db` in `dataDir`. */
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
  const contexts: Context[] = [];
  const open = (further: Partial<Options> = {}): Context => {
    const context = openContext({
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
    contexts.push(context);
    return context;
  };
  const context = open();
  onTestFinished(() => {
    for (const { state } of contexts) state.lock?.database.close();
    rmSync(folder, { recursive: true, force: true });
    rmSync(dataDir, { recursive: true, force: true });
  });
  return {
    folder,
    dataDir,
    context,
    environment: { ...environment, CONFIG: context.path, DATA: dataDir },
    write: (content) => writeFileSync(context.path, content),
    read: () => readFileSync(context.path, "utf8"),
    exists: () => existsSync(context.path),
    leftovers: () =>
      readdirSync(folder).filter((name) => !["config.json", ".config.json.lock"].includes(name)),
    again: open,
  };
}
