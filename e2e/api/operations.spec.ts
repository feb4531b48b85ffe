import { spawn, type SpawnOptions } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readlinkSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { databaseOf, letGoOfFiles, lockSqlite } from "../support/database";
import { anyDatabase, expect, Instance, METRICS_TOKEN, test } from "../support/instance";
import { startPanel } from "../support/panel";
import { freePort } from "../support/free-port";
import { PanelClient } from "../support/session";
import { Wire } from "../support/wire";

async function run(
  script: string,
  args: string[],
  env: Record<string, string>,
): Promise<[number | null, string]> {
  const options: SpawnOptions = { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] };
  const child = spawn(process.execPath, [script, ...args], options);
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (part: Buffer) => (output += part.toString()));
  await once(child, "close");
  return [child.exitCode, output];
}

/** Whether another process has opened the file. Processes end meanwhile, so missing entries are normal. */
function isOpenElsewhere(path: string): boolean {
  const attempt = <T>(read: () => T, otherwise: T): T => {
    try {
      return read();
    } catch {
      return otherwise;
    }
  };
  return readdirSync("/proc")
    .filter((id) => /^\d+$/.test(id) && Number(id) !== process.pid)
    .some((id) =>
      attempt(() => readdirSync(`/proc/${id}/fd`), []).some(
        (descriptor) => attempt(() => readlinkSync(`/proc/${id}/fd/${descriptor}`), "") === path,
      ),
    );
}

/* All tests in this suite use the same process. The last test stops the process. */
test.describe("operating the panel", () => {
  let own: Instance;
  test.beforeAll(async ({ newDatabase }) => {
    own = await Instance.start({ databaseUrl: await newDatabase(), env: { METRICS_TOKEN } });
  });
  test.afterAll(() => own.stop());

  test("metrics require the metrics token", anyDatabase, async () => {
    const get = (authorization: string) =>
      own.send("/api/metrics", { method: "GET", headers: { authorization } });
    for (const wrong of ["", "Bearer wrong", `Bearer ${METRICS_TOKEN.toUpperCase()}`]) {
      expect((await get(wrong)).status).toBe(401);
    }
    await own.post("/api/v9/applications", { name: "Harbor" });
    await own.post("/api/v9/applications", { name: 1 });
    await own.post("/api/v9/made/up");
    const { status, text, headers } = await get(`Bearer ${METRICS_TOKEN}`);
    expect([status, headers.get("content-type")]).toEqual([200, expect.stringContaining("version=0.0.4")]);
    expect(text).toContain(
      'instance_admin_requests_total{route="applications",method="POST",status="200"} 1',
    );
    expect(text).toContain(
      'instance_admin_requests_total{route="applications",method="POST",status="400"} 1',
    );
    expect(text).toContain('instance_admin_requests_total{route="other",method="POST",status="404"} 1');
    expect(text).toContain('instance_admin_request_duration_seconds_count{route="applications"} 2');
    expect(text).toContain("process_resident_memory_bytes");
    expect(text).toMatch(/instance_admin_audit_entries\{hash="[0-9a-f]{64}"\} \d+/);
    expect(text).toContain("instance_admin_audit_intact 1");
  });

  test("npm run audit:verify checks the audit log while the panel is running", async () => {
    await Promise.all(Array.from({ length: 20 }, () => own.addApplication()));
    const env = { DATA_DIR: own.panel.dataDir, DATABASE_URL: own.databaseUrl ?? "" };
    // The head is written at most once a second.
    await expect
      .poll(() => run("scripts/audit-verify.mjs", [], env))
      .toEqual([
        0,
        expect.stringMatching(
          /^The audit log is intact: \d+ entries\. Compared with \S+audit-head \(entry \d+\)\.\n$/,
        ),
      ]);
    await expect(own.sql("update audit set actor = 'eve'")).rejects.toThrow(/can only be added to/);
  });

  // The next test covers PostgreSQL.
  test("another panel can start from the backup of a busy panel", anyDatabase, async () => {
    const parent = await mkdtemp(join(tmpdir(), "backup-"));
    const folder = join(parent, "backup");
    const env = { DATA_DIR: own.panel.dataDir, CONFIG_PATH: own.panel.configPath };
    try {
      const { id } = await own.addBot("Before");
      let busy = true;
      const storm = (async () => {
        while (busy) await own.addBot("During");
      })();
      const [code, output] = await run("scripts/backup.mjs", [folder], env);
      expect([code, output]).toEqual([0, expect.stringContaining(`instance-admin restore ${folder}`)]);
      busy = false;
      await storm;
      expect((await run("scripts/backup.mjs", [folder], env))[0]).toBe(1);

      const copy = databaseOf(undefined, folder);
      expect(await copy.query("pragma integrity_check")).toEqual([{ integrity_check: "ok" }]);
      expect(await copy.query("pragma foreign_key_check")).toEqual([]);
      const restored = await startPanel({
        env: { DATA_DIR: folder, CONFIG_PATH: join(folder, "config.json") },
      });
      try {
        expect((await fetch(`${restored.url}/api/metrics`)).status, "no token is set here").toBe(404);
        expect(await restored.readConfig()).toBe(await own.panel.readConfig());
        const client = await PanelClient.signIn(restored);
        const applications = await client.json<{ id: string; bot: object }[]>("/api/panel/applications");
        expect(applications.find((application) => application.id === id)?.bot).toBeTruthy();
      } finally {
        await restored.dispose();
      }
    } finally {
      await rm(parent, { recursive: true, force: true });
    }
  });

  test("a PostgreSQL database is backed up without pg_dump, and restored into an empty database", async ({
    database,
    newDatabase,
  }) => {
    test.skip(database === "sqlite", "the previous test covers SQLite");
    const parent = await mkdtemp(join(tmpdir(), "backup-"));
    const folder = join(parent, "backup");
    const { dataDir, configPath } = own.panel;
    const lastBackup = async () => {
      const client = await PanelClient.signIn(own.panel);
      return (await client.json<{ backup: { folder: string } | null }>("/api/panel/watch?range=7d")).backup;
    };
    try {
      // A record from an earlier panel version, which did not back up the PostgreSQL database.
      const record = JSON.stringify({ at: new Date().toISOString(), folder });
      await writeFile(join(dataDir, "last-backup.json"), record);
      expect(await lastBackup()).toBeNull();
      const { id } = await own.addBot("Before");
      const env = { DATA_DIR: dataDir, CONFIG_PATH: configPath, DATABASE_URL: own.databaseUrl ?? "" };
      expect(await run("scripts/backup.mjs", [folder], env)).toEqual([
        0,
        expect.stringMatching(/and verified: \d+ versions?, 1 operator, the configuration file\./),
      ]);
      expect((await readdir(folder)).toSorted()).toEqual([
        "audit-head",
        "audit-key",
        "backup.json",
        "config.json",
        "instance.jsonl",
        "nextauth-secret",
      ]);
      for (const name of await readdir(folder))
        expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
      expect(await readFile(join(folder, "config.json"), "utf8")).toBe(await own.panel.readConfig());
      expect(await lastBackup()).toMatchObject({ folder });

      const target = {
        DATA_DIR: join(parent, "data"),
        CONFIG_PATH: join(parent, "etc", "config.json"),
        DATABASE_URL: (await newDatabase()) ?? "",
      };
      expect(await run("scripts/restore.mjs", [folder], target)).toEqual([
        0,
        expect.stringContaining(`Restored to ${target.DATA_DIR}`),
      ]);
      expect((await run("scripts/restore.mjs", [folder], target))[0]).toBe(1);
      const { DATABASE_URL: databaseUrl, ...paths } = target;
      const restored = await startPanel({ databaseUrl, env: paths });
      try {
        const client = await PanelClient.signIn(restored);
        const applications = await client.json<{ id: string; bot: object }[]>("/api/panel/applications");
        expect(applications.find((application) => application.id === id)?.bot).toBeTruthy();
      } finally {
        await restored.dispose();
      }
    } finally {
      await rm(parent, { recursive: true, force: true });
    }
  });

  test("after SIGTERM, the panel finishes open requests and closes its database", async ({ database }) => {
    await own.addBot();
    await letGoOfFiles();
    // The panel must close the event stream of an open page. Otherwise, the panel's process would never exit.
    const client = await PanelClient.signIn(own.panel);
    const events = await client.fetch("/api/panel/events");
    expect(events.status).toBe(200);
    const drained = events.text();

    // A browser may open a connection before it needs one. The panel must not wait for a request on that connection.
    const ahead = await Wire.to(own.url);

    // Only part of this request's body has arrived when the process receives SIGTERM.
    const half = httpRequest(`${own.url}/api/v9/applications`, {
      method: "POST",
      headers: {
        authorization: await own.token(own.operatorId),
        "content-type": "application/json",
      },
    });
    const answered = once(half, "response") as Promise<
      [{ statusCode: number; headers: Record<string, string> }]
    >;
    await new Promise((sent) => half.write('{"name":', sent));
    // The server accepts the connection above before the first answer, and has read its half before the second.
    for (const name of ["Before", "Also before"]) await own.post("/api/v9/applications", { name });
    const stopped = own.panel.stop("SIGTERM");
    await drained;
    half.end('"Last"}');
    const [response] = await answered;
    expect([response.statusCode, response.headers.connection]).toEqual([200, "close"]);
    await stopped;
    expect(await ahead.ended()).toBe("");
    expect(own.panel.ending()).toBe(0);
    if (database === "sqlite") expect(existsSync(join(own.panel.dataDir, "instance.db-wal"))).toBe(false);
    expect(await own.sql("select 1 from applications where name = 'Last'")).toHaveLength(1);
  });
});

test("the log line of a request contains the request id of the response and no secret", async ({
  instance,
}) => {
  const token = await instance.token(instance.operatorId);
  // Each failure is a line.
  const answer = await instance.post("/api/v9/applications?secret=hunter2", {}, { authorization: token });
  const requestId = answer.headers.get("x-request-id");
  const bot = await instance.addBot();
  const forged = await instance.post("/api/v9/applications", {}, { "x-instance-admin-request-id": "forged" });
  expect(forged.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  const line = () =>
    instance.panel
      .output()
      .split("\n")
      .find((text) => text.includes(`"requestId":"${requestId}"`));
  await expect.poll(line).toBeTruthy();
  expect(JSON.parse(line() ?? "")).toEqual({
    level: 30,
    time: expect.any(String),
    requestId,
    method: "POST",
    path: "/api/v9/applications",
    status: 400,
    ms: expect.any(Number),
    msg: "request",
  });
  for (const secret of [token, bot.token, "hunter2", "forged"])
    expect(instance.panel.output()).not.toContain(secret);
});

test("a failed backup reports the cause", anyDatabase, async () => {
  const folder = await mkdtemp(join(tmpdir(), "backup-"));
  try {
    const nothing = { DATA_DIR: folder, CONFIG_PATH: "", DATABASE_URL: "" };
    expect(await run("scripts/backup.mjs", [], nothing)).toEqual([
      1,
      expect.stringContaining("Choose a folder for the backup"),
    ]);
    expect(await run("scripts/backup.mjs", [join(folder, "x")], nothing)).toEqual([
      1,
      expect.stringContaining(`There is no database at ${join(folder, "instance.db")}`),
    ]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test("refuses connections until it is ready, so that a proxy uses another replica", anyDatabase, async () => {
  const folder = await mkdtemp(join(tmpdir(), "starting-"));
  const port = await freePort();
  await mkdir(join(folder, "data"));
  const release = lockSqlite(join(folder, "data"));
  const started = startPanel({ folder, env: { PORT: String(port) } });
  // The start opens the database, and then waits for its lock.
  await expect
    .poll(() => isOpenElsewhere(join(folder, "data", "instance.db")), { intervals: [20] })
    .toBe(true);
  const refused = await fetch(`http://127.0.0.1:${port}/api/health`).catch((error: Error) => error.cause);
  expect(refused).toMatchObject({ code: "ECONNREFUSED" });
  release();
  const panel = await started;
  expect((await fetch(`${panel.url}/api/health`)).status).toBe(200);
  await panel.dispose();
});

// database-away.spec.ts covers PostgreSQL.
test("a panel that cannot start exits and explains the cause", anyDatabase, async ({ instance }) => {
  const folder = await mkdtemp(join(tmpdir(), "start-"));
  const file = join(folder, "file");
  await writeFile(file, "");
  await writeFile(join(folder, "instance.db"), "this is no database, whatever its name says");
  const newer = join(folder, "newer");
  const unreleased = join(folder, "unreleased");
  for (const [data, migration] of [
    [newer, "999-later"],
    [unreleased, "001-initial"],
  ] as const) {
    await mkdir(data);
    const { query } = databaseOf(undefined, data);
    await query(
      "create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)",
    );
    await query(`insert into kysely_migration values ('${migration}', '2026-11-01')`);
  }
  const { port } = new URL(instance.url);
  const cases: [env: Record<string, string>, ...sentences: string[]][] = [
    [{ DATA_DIR: join(file, "data") }, "Make it writable for this user, or set DATA_DIR"],
    [{ DATA_DIR: folder }, `Could not open the database in ${folder}: Error: file is not a database`],
    [
      { DATA_DIR: newer },
      "The database was upgraded by a newer version of Instance Admin (999-later). Start that version or a later one",
    ],
    [
      { DATA_DIR: unreleased },
      "made by a commit of Instance Admin from before its first release",
      "Set DATA_DIR to an empty folder",
    ],
    [{ PORT: port }, `Port ${port} on 127.0.0.1 is in use by another program`],
    [{ PORT: "70000" }, 'PORT is "70000"'],
    // This address is reserved for documentation, so no machine has it.
    [{ HOST: "203.0.113.1" }, "Check HOST and PORT"],
    [
      {
        METRICS_TOKEN: "short",
        DATABASE_URL: "mysql://localhost/x",
        INSTANCE_API_URL: "https://keeper:hunter2@chat.example.org/api",
      },
      "METRICS_TOKEN: must have at least 16 characters",
      "DATABASE_URL: must start with postgres://",
      "INSTANCE_API_URL: must not have a username, password, query or fragment",
    ],
    [
      { NODE_OPTIONS: `--import ${resolve("e2e/support/no-native-modules.mjs")}` },
      "Instance Admin did not start.",
      "Run `npm ci` in this folder",
    ],
    // first-run.test.ts tests the error that occurs if the first operator cannot be created.
  ];
  try {
    for (const [env, ...sentences] of cases) {
      const failure = await startPanel({ env }).then(() => "it started", String);
      for (const sentence of ["The panel ended with 1:", ...sentences]) expect(failure).toContain(sentence);
      expect(failure).not.toContain("hunter2");
      // The output contains no stack trace.
      expect(failure).not.toMatch(/\n\s+at /);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
