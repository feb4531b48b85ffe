import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { parseEnv } from "@/lib/env";
import { type Db, openPostgres, openSqlite } from "@/lib/server/db";
import { operatorToken } from "@/testing/running-instance";
import { scriptedInstance } from "@/testing/scripted-instance";
import { onPostgres, placeMigrated, testDatabaseUrl } from "@/testing/test-database";
import { examine } from ".";

const DAY = 86_400_000;
const file = { general: { instanceName: "Harbor" }, limits: { user: { maxGuilds: 60, maxUsername: 20 } } };

/** A panel's folder and database. @param parent the file system of the folder */
async function machine({ variables = {}, parent = tmpdir() }: { variables?: object; parent?: string } = {}) {
  const folder = mkdtempSync(join(parent, "doctor-"));
  const databaseUrl = onPostgres() ? await testDatabaseUrl() : undefined;
  if (databaseUrl === undefined) await placeMigrated(join(folder, "instance.db"));
  const db = databaseUrl === undefined ? openSqlite(join(folder, "instance.db")) : openPostgres(databaseUrl);
  onTestFinished(async () => {
    await db.destroy();
    rmSync(folder, { recursive: true, force: true });
  });
  const path = join(folder, "config.json");
  writeFileSync(path, JSON.stringify(file));
  const given = { CONFIG_PATH: path, DATA_DIR: folder, DATABASE_URL: databaseUrl, PORT: "1", ...variables };
  return {
    ...{ folder, path, db },
    async check(
      name: string,
      {
        db: opened = () => db,
        isBrief = false,
        ...instance
      }: { apiUrl?: string; operatorToken?: string; db?: () => Db; isBrief?: boolean } = {},
    ) {
      const subject = {
        ...{ env: parseEnv(given), db: opened, path: process.env.PATH },
        instance: { apiUrl: undefined, operatorToken: undefined, ...instance },
      };
      const findings = await examine(subject, { isBrief });
      const found = findings.find(({ check }) => check === name);
      return `${found?.state}: ${found?.message}`;
    },
  };
}

it("an error of the database has no details in a brief report", async () => {
  const { check } = await machine();
  const db = () => {
    throw new Error("connect ECONNREFUSED 10.20.30.40:5432");
  };
  expect(await check("database", { db })).toBe("error: connect ECONNREFUSED 10.20.30.40:5432.");
  expect(await check("database", { db, isBrief: true })).toBe(
    "error: The check could not be completed. Run instance-admin doctor on the panel's machine for the reason.",
  );
});

const rule = { id: "room", expression: "limits.user.maxGuilds >= 50", message: "The charter promises 50." };

describe("the doctor's check of your own rules", () => {
  it("names a broken rules file, and rules that the file breaks", async () => {
    const { path, check } = await machine();
    const rules = path.replace(".json", ".rules.json");
    expect(await check("own rules")).toMatch(/^skipped: There are no rules/);
    writeFileSync(rules, "{");
    expect(await check("own rules")).toMatch(/^error: The rules in .* are not checked: /);
    writeFileSync(rules, JSON.stringify({ rules: [rule] }));
    expect(await check("own rules")).toBe("ok: The file keeps your rule.");
    writeFileSync(rules, JSON.stringify({ rules: [{ ...rule, expression: "limits.user.maxGuilds >= 61" }] }));
    expect(await check("own rules")).toMatch(/^warning: The file breaks 1 of your 1 rules: The charter/);
  });
});

describe("the doctor's check of the clocks", () => {
  it("names replicas that are more than two seconds apart", async () => {
    const { db, check } = await machine();
    if (!onPostgres()) return expect(await check("clocks")).toMatch(/^skipped/);
    expect(await check("clocks")).toMatch(/^ok: .* No replica runs\.$/);
    const add = (host: string, clock_ahead: number, seen_at = Date.now()) =>
      db.insertInto("replicas").values({ id: host, host, clock_ahead, seen_at }).execute();
    await add("one", -1_000);
    await add("two", 1_000);
    await add("gone", 90_000, Date.now() - 5 * 60_000);
    expect(await check("clocks")).toMatch(/^ok: .* and 2 replicas agree\.$/);
    await add("three", 1_001);
    expect(await check("clocks")).toMatch(
      /^error: The clock of the replica on three is 2\.0 s ahead of that of the replica on one\./,
    );
  });
});

describe("the doctor's check of the backups", () => {
  it("names a missing, an old and a failed backup", async () => {
    const { db, check, folder: here } = await machine();
    expect(await check("backups")).toMatch(/^warning: There is no backup\./);
    const add = (at: number, problem: string | null, folder = here) =>
      db
        .insertInto("backups")
        .values({ at, actor: "", due_at: null, host: "h", folder, ended_at: at, size: 1, problem })
        .execute();
    await add(Date.now(), null, "/gone");
    expect(await check("backups")).toMatch(/^warning: There is no backup\./);
    await add(Date.now() - 8 * DAY - 1_000, null);
    expect(await check("backups")).toMatch(/^warning: The last backup is 8 days old/);
    await add(Date.now() - 7 * DAY - 1_000, null);
    expect(await check("backups")).toBe("ok: The last backup is 7 days old.");
    await add(Date.now(), "The disk is full.");
    expect(await check("backups")).toBe("error: The last backup failed: The disk is full.");
  });
});

const git = (...words: string[]) =>
  execFileSync("git", words, {
    env: { PATH: process.env.PATH, GIT_CONFIG_GLOBAL: "/dev/null", NODE_ENV: "test" },
    encoding: "utf8",
    stdio: "pipe",
  }).trim();

describe("the doctor's check of the Git mirror", () => {
  it("names missing versions, commits that were not pushed, and a remote that does not answer", async () => {
    const home = mkdtempSync(join(tmpdir(), "doctor-git-"));
    onTestFinished(() => rmSync(home, { recursive: true, force: true }));
    const [mirror, remote] = [join(home, "mirror"), join(home, "remote")];
    const { db, path, check } = await machine({ variables: { GIT_MIRROR: mirror } });
    expect(await check("Git mirror")).toMatch(/^skipped: .* is empty/);
    mkdirSync(mirror);
    writeFileSync(join(mirror, "other"), "");
    expect(await check("Git mirror")).toMatch(/^error: git rev-parse failed/);
    rmSync(join(mirror, "other"));
    git("init", "--quiet", "--bare", "--initial-branch=main", mirror);
    git("init", "--quiet", "--bare", "--initial-branch=main", remote);
    expect(await check("Git mirror")).toMatch(/^warning: .* has no commit/);

    const { id } = await db
      .insertInto("config_files")
      .values({ created_at: 1, undone_dismissed: 0 })
      .returning("id")
      .executeTakeFirstOrThrow();
    const place = { path, file_id: id, database_id: null, basis: "new", since: 1 };
    await db.insertInto("config_paths").values(place).execute();
    const version = (created_at: number) =>
      db
        .insertInto("config_revisions")
        .values({
          ...{ file_id: id, etag: "e".repeat(64), content: Buffer.from(""), author: "ada", note: null },
          ...{ author_kind: "operator", created_at, state: "saved" },
        })
        .returning("id")
        .executeTakeFirstOrThrow();
    const commit = (number: number, time = 1_700_000_000) =>
      execFileSync("git", ["-C", mirror, "fast-import", "--quiet"], {
        input: `commit refs/heads/main\ncommitter P <p@p> ${time} +0000\ndata <<E\nx\n\nInstance-Admin-Version: ${number}\nInstance-Admin-Etag: ${"e".repeat(64)}\nE\n${number === first.id ? "" : "from refs/heads/main^0\n"}`,
      });
    const first = await version(Date.now() - 600_000);
    commit(first.id);
    expect(await check("Git mirror")).toMatch(/^ok: .* It has no remote\.$/);
    git("-C", mirror, "remote", "add", "origin", remote);
    expect(await check("Git mirror")).toMatch(/^error: .* lacks the newest commits/);
    git("-C", mirror, "push", "--quiet", "origin", "main");
    expect(await check("Git mirror")).toMatch(/^ok: .* and so does its remote\.$/);
    const second = await version(Date.now() - 299_000);
    expect(await check("Git mirror")).toMatch(/^ok/);
    await db
      .updateTable("config_revisions")
      .set({ created_at: Date.now() - 301_000 })
      .where("id", "=", second.id)
      .execute();
    expect(await check("Git mirror")).toMatch(/^error: .* lacks one version of the file/);
    commit(second.id, Math.floor(Date.now() / 1_000));
    expect(await check("Git mirror")).toMatch(/^ok: .* is being pushed\.$/);
    rmSync(remote, { recursive: true });
    expect(await check("Git mirror")).toMatch(/^error: The remote of .* does not answer.* failed: fatal: /);
  });
});

describe("the doctor's checks of the instance", () => {
  it("name an instance that reads another file", async () => {
    const { check } = await machine();
    const reports = async (config: object) => {
      const { apiUrl } = await scriptedInstance({
        "GET /ping": [200],
        "GET /policies/instance/config": [200, config],
      });
      return check("operator token", { apiUrl, operatorToken });
    };
    const rest = { security: {} };
    expect(await reports({ ...file, ...rest })).toMatch(/^ok: .* and it agrees with the file\.$/);
    const two = { general: { instanceName: "Pier" }, limits: { user: { maxGuilds: 1, maxUsername: 20 } } };
    expect(await reports({ ...two, ...rest })).toMatch(
      /^ok: .* the file differs in general\.instanceName and/,
    );
    const three = { ...two, limits: { user: { maxGuilds: 1, maxUsername: 2 } } };
    expect(await reports({ ...three, ...rest })).toMatch(/^warning: The instance reports 3 other values/);
    expect(await reports(file)).toMatch(/^warning: The instance reports only some settings/);
  });
});

describe("the doctor's checks of folders", () => {
  it("name a folder in memory", async () => {
    const { check } = await machine({ parent: "/dev/shm" });
    expect(await check("data folder")).toMatch(/^warning: \/dev\/shm\/.* is on tmpfs, which loses its files/);
  });
});

it("reports an instance that does not answer once", async () => {
  const { check } = await machine();
  const closed = { apiUrl: "http://127.0.0.1:1/api", operatorToken: "a token" };
  expect(await check("instance", closed)).toMatch(
    /^error: http:\/\/127\.0\.0\.1:1\/api\/v9\/ping does not answer \(.+\)\. Check that the instance runs there\.$/,
  );
  for (const name of ["operator token", "edition"])
    expect(await check(name, closed)).toBe("skipped: The instance does not answer.");
});
