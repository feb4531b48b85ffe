import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FileStream } from "../support/file-stream";
import { anyDatabase, expect, test } from "../support/instance";
import { operator } from "../support/panel";
import { PanelClient, sessionIn } from "../support/session";

/* Runs `npm run operator -- …` while a panel is running. */

async function run(words: string[], env: Record<string, string>, command = direct) {
  const [program = "", ...before] = command;
  const child = spawn(program, [...before, ...words], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  }
  const [code] = (await once(child, "close")) as [number];
  return { code, output };
}

/** Two ways to run the command. Only one test runs it through npm, because npm takes longer than the program itself. */
const byNpm = ["npm", "run", "--silent", "operator", "--"];
const direct = [process.execPath, "scripts/operator.mjs"];

const lampman = { username: "lampman", password: "a lamp in the fog" };

test("the operator command resets a password while the panel is running", async ({ instance }) => {
  const { panel, databaseUrl } = instance;
  const env = { DATA_DIR: panel.dataDir, DATABASE_URL: databaseUrl ?? "" };
  const keeper = await sessionIn(panel);
  await keeper.addOperator(lampman);
  const client = await PanelClient.signIn(panel, lampman);
  const authorization = await client.userToken();
  // Opens an event stream only with PostgreSQL. Processes that share a SQLite file do not notify each other,
  // so the panel would learn about the reset only at the next heartbeat.
  const stream = databaseUrl === undefined ? null : await FileStream.open(client);
  expect(existsSync(".next/core/operator.mjs"), "the build holds the command").toBe(true);

  const { code, output } = await run(["reset", lampman.username.toUpperCase()], env, byNpm);
  expect(code, output).toBe(0);
  const password = /^ {4}(\S+)$/m.exec(output)?.[1] ?? "";
  expect((await client.fetch("/api/panel/guilds")).status).toBe(401);
  await stream?.next("signed-out");
  const known = await instance.post("/api/v9/applications", { name: "x" }, { authorization });
  expect(known.status).toBe(401);
  expect((await new PanelClient(panel.url).trySignIn(lampman)).status).toBe(401);
  await PanelClient.signIn(panel, { ...lampman, password });
  expect((await keeper.fetch("/api/panel/guilds")).status, "nobody else is signed out").toBe(200);
  const entries = await instance.sql("select actor, target from audit where action = 'operator.reset'");
  expect(entries).toEqual([{ actor: "command line", target: lampman.username }]);

  expect(await run(["reset", "no", "body"], env)).toEqual({
    code: 1,
    output: `There is no operator named "no body". Operators: ${operator.username}, ${lampman.username}.\n`,
  });
});

test("the operator command removes a lost second factor", async ({ instance }) => {
  const { panel, databaseUrl } = instance;
  const env = { DATA_DIR: panel.dataDir, DATABASE_URL: databaseUrl ?? "" };
  const keeper = await sessionIn(panel);
  const boatman = { username: "boatman", password: "a lamp in the fog" };
  await keeper.addOperator(boatman);
  await instance.sql(
    `insert into passkeys (id, operator_id, name, public_key, counter, transports, created_at)
     select 'lost', id, 'Lost phone', '', 0, '[]', 0 from operators where username = ?`,
    boatman.username,
  );
  const visitor = new PanelClient(panel.url);
  const refused = await visitor.trySignIn(boatman);
  expect([refused.status, await refused.text()]).toEqual([401, expect.stringContaining("error=factor")]);
  const { code, output } = await run(["reset-factor", "BOATMAN"], env);
  expect([code, output]).toEqual([0, expect.stringContaining("boatman no longer has a second factor")]);
  await PanelClient.signIn(panel, boatman);
  const entries = await instance.sql(
    "select actor, target from audit where action = 'operator.reset-factor'",
  );
  expect(entries).toEqual([{ actor: "command line", target: boatman.username }]);
});

test("the operator command prints its usage if the name is missing", anyDatabase, async () => {
  expect(await run([], {})).toMatchObject({ code: 1, output: expect.stringContaining("reset NAME") });
});

test("the operator command does not create a missing database", anyDatabase, async () => {
  const folder = await mkdtemp(join(tmpdir(), "operator-"));
  try {
    const { code, output } = await run(["reset", "ada"], { DATA_DIR: folder, DATABASE_URL: "" });
    expect([code, output]).toEqual([1, expect.stringContaining(`There is no database at ${folder}`)]);
    expect(await readdir(folder)).toEqual([]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
