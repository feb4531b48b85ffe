import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, Instance, test } from "../support/instance";
import { operator } from "../support/panel";
import { PanelClient } from "../support/session";

/* `npm run operator -- reset NAME`, beside a running panel. */

async function run(words: string[], env: Record<string, string>) {
  const child = spawn("npm", ["run", "--silent", "operator", "--", ...words], {
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

test("a lost password is given back on the machine, while the panel runs", async ({ newDatabase }) => {
  const databaseUrl = await newDatabase();
  const instance = await Instance.start({ databaseUrl });
  try {
    const { panel } = instance;
    const env = { DATA_DIR: panel.dataDir, DATABASE_URL: databaseUrl ?? "" };
    const client = await PanelClient.signIn(panel);
    const authorization = await client.userToken();

    const { code, output } = await run(["reset", operator.username.toUpperCase()], env);
    expect(code, output).toBe(0);
    const password = /^ {4}(\S+)$/m.exec(output)?.[1] ?? "";
    expect((await client.fetch("/api/panel/guilds")).status).toBe(401);
    const known = await instance.post("/api/v9/applications", { name: "x" }, { authorization });
    expect(known.status).toBe(401);
    expect((await new PanelClient(panel.url).trySignIn(operator)).status).toBe(401);
    await PanelClient.signIn(panel, { username: operator.username, password });
    const entries = await instance.sql("select actor, target from audit where action = 'operator.reset'");
    expect(entries).toEqual([{ actor: "command line", target: operator.username }]);

    const unknown = await run(["reset", "no", "body"], env);
    expect(unknown).toEqual({
      code: 1,
      output: `There is no operator named "no body". Operators: ${operator.username}.\n`,
    });
    expect(await run([], env)).toMatchObject({ code: 1, output: expect.stringContaining("reset NAME") });
  } finally {
    await instance.stop();
  }
});

test("where there is no panel's database none is made", async ({ database }) => {
  test.skip(database === "postgres", "a PostgreSQL database that is not there is an error of its own");
  const folder = await mkdtemp(join(tmpdir(), "operator-"));
  try {
    const { code, output } = await run(["reset", "ada"], { DATA_DIR: folder, DATABASE_URL: "" });
    expect([code, output]).toEqual([1, expect.stringContaining(`There is no database at ${folder}`)]);
    expect(await readdir(folder)).toEqual([]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
