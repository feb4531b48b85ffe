import "server-only";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type Db, migrate, openSqlite } from "@/lib/db";
import { testDatabase } from "@/lib/db/test-database";
import { type Context, openContext, type Options } from "./context";
import { realFileOps } from "./file-ops";

/** A configuration file of a test's own, in a folder of its own, with a real database; gone when the test ends. */
export interface TestFile {
  readonly folder: string;
  readonly dataDir: string;
  readonly context: Context;
  write(content: string | Buffer): void;
  read(): string;
  exists(): boolean;
  /** Names beside the file that are neither the file nor its lock. */
  leftovers(): string[];
  /** The same file and database, as another process would see them. */
  again(options?: Partial<Options>): Context;
}

async function sharedDatabase(folder: string): Promise<Db> {
  const db = openSqlite(join(folder, "instance.db"));
  onTestFinished(() => db.destroy());
  await migrate(db);
  return db;
}

export interface Surroundings {
  /** Where the test's folders are made; the system's temp folder unless set. */
  base?: string;
  /** The database is SQLite at `instance.db` in `dataDir`, where processes that the test starts open it too. */
  shared?: boolean;
}

export async function testFile(
  options: Partial<Options> = {},
  { base = tmpdir(), shared = false }: Surroundings = {},
): Promise<TestFile> {
  const folder = mkdtempSync(join(base, "config-file-"));
  const dataDir = mkdtempSync(join(base, "config-data-"));
  const db = shared ? await sharedDatabase(dataDir) : await testDatabase();
  const contexts: Context[] = [];
  const open = (further: Partial<Options> = {}): Context => {
    const context = openContext({
      path: join(folder, "config.json"),
      dataDir,
      naming: undefined,
      readOnly: false,
      retention: 500,
      generates: true,
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
    write: (content) => writeFileSync(context.path, content),
    read: () => readFileSync(context.path, "utf8"),
    exists: () => existsSync(context.path),
    leftovers: () =>
      readdirSync(folder).filter((name) => !["config.json", ".config.json.lock"].includes(name)),
    again: open,
  };
}
