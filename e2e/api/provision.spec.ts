import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { decodeJwt } from "jose";
import type { BotDetail, BotPage } from "@/lib/shared/contract/bots";
import { anyDatabase, expect, type Instance, test } from "../support/instance";
import { InstanceFront } from "../support/instance-front";
import { operator } from "../support/panel";
import { envOf, provision } from "../support/provision-command";
import { PanelClient } from "../support/session";

/*
 * Tests docs/provisioning.md: the command while a panel is running, the panel API, and the command with an
 * upstream instance.
 */

const path = "/api/panel/provision";
const crew = (permissions: string[] = ["MANAGE_GUILD", "ViewChannel"], more: object = {}) =>
  JSON.stringify({
    ...more,
    bots: [
      {
        name: "Harbor master",
        description: "Moors ships",
        public: false,
        guilds: [{ guild: "keeper's guild", permissions }],
      },
      { name: "Lamp", guilds: [{ guild: "keeper's guild", permissions: 8 }] },
      { name: "Quiet" },
    ],
  });

interface Line {
  bot: string;
  id?: string;
  token?: string;
}
const linesOf = (text: string) =>
  text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);

const BOTS = "(select id from users where bot = 1)";

/** Deletes all bots, so that other tests can use the same names. */
async function takeBots(instance: Instance): Promise<void> {
  for (const rows of [
    `member_roles where user_id in ${BOTS}`,
    `members where user_id in ${BOTS}`,
    "roles where managed = 1",
    "application_icons",
    "applications",
    "users where bot = 1",
  ])
    await instance.sql(`delete from ${rows}`);
}

test.beforeEach(async ({ instance }) => takeBots(instance));

async function stored(instance: Instance) {
  const tables = ["users", "applications", "members", "roles", "member_roles"];
  const rows = [];
  for (const table of tables) rows.push([table, await instance.sql(`select * from ${table} order by 1, 2`)]);
  return rows;
}

test("provisioning creates each bot once, even if the command runs again", async ({ instance }) => {
  const folder = await mkdtemp(join(tmpdir(), "provision-"));
  try {
    const env = envOf(instance);
    const before = await stored(instance);
    const [last] = await instance.sql<{ id: number }>("select coalesce(max(id), 0) as id from audit");
    for (const words of [["-", "--dry-run"], ["-"]]) {
      const { progress, code } = await provision(words, env, crew());
      expect(progress).toContain("+ Harbor master\n");
      expect(progress).toContain("3 to create, 0 to change, 0 up to date.");
      expect([words, code]).toEqual([words, words.length === 2 ? 0 : 1]);
      expect(progress).toContain(words.length === 2 ? "dry run" : "Add --tokens FILE");
    }
    expect(await stored(instance)).toEqual(before);

    // Runs the command through npm and from another folder, as operators do.
    await writeFile(join(folder, "crew.json"), crew());
    const args = ["run", "--silent", "--prefix", process.cwd(), "provision", "--"];
    const child = spawn("npm", [...args, "crew.json", "--tokens", "tokens.jsonl"], {
      cwd: folder,
      env: { ...process.env, ...env, INIT_CWD: folder },
      stdio: "ignore",
    });
    expect(await once(child, "close")).toEqual([0, null]);
    const file = join(folder, "tokens.jsonl");
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const kept = linesOf(await readFile(file, "utf8")).filter(({ token }) => token !== undefined);
    expect(kept.map(({ bot }) => bot)).toEqual(["Harbor master", "Lamp", "Quiet"]);
    for (const { id, token, bot } of kept) {
      const headers = { authorization: `Bot ${token}` };
      const { body } = await instance.send("/api/v9/users/@me", { method: "GET", headers });
      expect(body).toMatchObject({ id, username: bot, bot: true });
    }

    const client = await PanelClient.signIn(instance.panel);
    const { bots } = await client.json<BotPage>("/api/panel/bots");
    expect(bots.map(({ name }) => name).toSorted()).toEqual(["Harbor master", "Lamp", "Quiet"]);
    const master = bots.find(({ name }) => name === "Harbor master");
    const detail = () => client.json<BotDetail>(`/api/panel/bots/${master?.id}`);
    expect(await detail()).toMatchObject({
      description: "Moors ships",
      public: false,
      owner: { username: operator.username },
      guilds: [{ id: instance.guildId, permissions: "1056" }],
    });
    const entries = await instance.sql<{ action: string; detail: string }>(
      "select action, detail from audit where actor = 'command line' and id > ? order by id",
      last?.id,
    );
    expect(entries.map(({ action }) => action)).toEqual([
      "application.create",
      "bot.token",
      "bot.edit",
      "bot.authorize",
      "application.create",
      "bot.token",
      "bot.authorize",
      "application.create",
      "bot.token",
    ]);
    for (const { token = "" } of kept) expect(JSON.stringify(entries)).not.toContain(token);

    const after = await stored(instance);
    // The same bots as JSON. One name has an additional space and a zero-width character, which the command ignores.
    const { bots: described } = JSON.parse(crew()) as { bots: { name: string }[] };
    for (const bot of described) bot.name = bot.name.replace("Quiet", " Quiet\u200b");
    const again = await provision(["-", "--tokens", file], env, JSON.stringify({ bots: described }));
    expect([again.code, again.progress]).toEqual([0, expect.stringContaining("Nothing to do.")]);
    expect(await stored(instance)).toEqual(after);

    // This change creates no bot and thus no token, so the command requires no token file.
    const changed = await provision(["-"], env, crew(["ManageGuild", "Ban members"]));
    expect([changed.code, changed.progress]).toEqual([
      0,
      expect.stringContaining("0 to create, 1 to change"),
    ]);
    expect(changed.progress).toContain(": + Ban members, − View channels\n");
    expect((await detail()).guilds).toMatchObject([{ permissions: "36" }]);
    const wrong = await provision(
      ["-"],
      env,
      '{ "bots": [{ "name": "A", "guilds": [{ "guild": "Nowhere" }] }] }',
    );
    expect(wrong).toMatchObject({
      code: 1,
      progress: expect.stringMatching(/^-:1:49: There is no guild "Nowhere"/),
    });
  } finally {
    await rm(folder, { recursive: true });
  }
});

// restarts.spec.ts tests the database after a process is killed.
test("provisioning can be repeated after its process is killed", anyDatabase, async ({ instance }) => {
  const folder = await mkdtemp(join(tmpdir(), "provision-"));
  try {
    const env = envOf(instance);
    const file = join(folder, "tokens");
    const names = Array.from({ length: 60 }, (_, at) => `Gull ${at}`);
    const guilds = [{ guild: instance.guildId, permissions: "3072" }];
    const document = JSON.stringify({ bots: names.map((name) => ({ name, guilds })) });
    for (const last of ["Done: Gull 1 ", "Done: Gull 19 ", "Done: Gull 30 "]) {
      const killed = {
        NODE_OPTIONS: `--import ${resolve("e2e/support/kill-after.mjs")}`,
        KILL_AFTER: last,
      };
      const ran = await provision(["-", "--tokens", file], { ...env, ...killed }, document);
      expect(ran.code).toBeNull();
      expect(ran.progress).toContain(last);
    }
    // Simulates a command that was killed while it was writing: one token's line is missing, and the last
    // line is incomplete.
    const kept = (await readFile(file, "utf8")).trimEnd().split("\n");
    const at = kept.findIndex((line) => line.includes('"Gull 3"') && line.includes("token"));
    await writeFile(file, `${kept.filter((_, index) => index !== at).join("\n")}\n`);
    await appendFile(file, '{"bot":"Gull 3","id":"12');

    const { code, progress } = await provision(["-", "--tokens", file], env, document);
    expect([code, progress]).toEqual([
      0,
      expect.stringContaining("an earlier run stopped before saving the token"),
    ]);
    const rows = await instance.sql<{ id: string; name: string }>("select id, name from applications");
    expect(rows.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
    expect(await instance.sql(`select 1 from member_roles where user_id in ${BOTS}`)).toHaveLength(60);
    const tokens = new Map<string, string>();
    for (const line of (await readFile(file, "utf8")).split("\n")) {
      if (!line.includes('"token"')) continue;
      const { bot, token = "" } = JSON.parse(line) as Line;
      tokens.set(bot, token);
    }
    for (const { id, name } of rows) expect(decodeJwt(tokens.get(name) ?? "").id).toBe(id);
    const again = await provision(["-", "--tokens", file], env, document);
    expect(again.progress).toContain("Nothing to do.");
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("the panel API accepts a provisioning document, and returns each token only once", async ({
  instance,
}) => {
  const client = await PanelClient.signIn(instance.panel);
  const send = (body: string, query = "", headers: Record<string, string> = {}) =>
    client.fetch(`${path}${query}`, {
      method: "POST",
      body,
      headers: { "content-type": "application/json", ...headers },
    });
  const before = await stored(instance);
  const planned = (await (await send(crew(), "?dryRun=true")).json()) as object;
  expect(planned).toMatchObject({ isDryRun: true, summary: { create: 3 }, tokens: [] });
  const mistakes = await send(
    '{ "bots": [\n  { "nam": "x" },\n  { "name": "Lamp",\n    "public": "on" },\n  { "name": "Lamp" }\n] }',
  );
  expect([mistakes.status, await mistakes.json()]).toMatchObject([
    422,
    {
      code: "invalid-document",
      problems: [
        { path: "bots[0].name", line: 2, column: 3 },
        { path: "bots[0].nam", line: 2, column: 5, message: expect.stringContaining("Use name, id") },
        { path: "bots[1].public", line: 4, column: 15 },
        { path: "bots[2].name", line: 5, column: 13, message: expect.stringContaining("line 3") },
      ],
    },
  ]);
  const refused = [
    [415, await send(crew(), "", { "content-type": "text/plain" })],
    [413, await send(`${" ".repeat(256 * 1024)}${crew()}`)],
    [422, await send(`{ "bots": ${"[".repeat(100_000)}`)],
    [422, await send(crew(), "?dryRun=perhaps")],
    [403, await send(crew(), "", { origin: "https://elsewhere.example" })],
    [404, await send(crew(undefined, { owner: "nobody" }))],
    [401, await fetch(`${instance.url}${path}`, { method: "POST", body: crew() })],
  ] as const;
  for (const [status, response] of refused) expect(response.status).toBe(status);
  expect(await stored(instance)).toEqual(before);
  expect(await client.json(`${path}/schema`)).toMatchObject({ type: "object", required: ["bots"] });

  // Sends the document twice concurrently. Each bot must be created only once.
  const answers = await Promise.all([send(crew()), send(crew())]);
  for (const answer of answers)
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
  expect(await instance.sql("select 1 from applications")).toHaveLength(3);
  const bodies = (await Promise.all(answers.map((answer) => answer.json()))) as { tokens: Line[] }[];
  const tokens = bodies.flatMap((body) => body.tokens);
  expect(new Set(tokens.map(({ bot }) => bot))).toEqual(new Set(["Harbor master", "Lamp", "Quiet"]));
  const again = (await (await send(crew())).json()) as object;
  expect(again).toMatchObject({ summary: { create: 0, change: 0, same: 3, unknown: 0 }, tokens: [] });

  // If provisioning stops, the response still contains the tokens of the bots created so far, and the next
  // run continues from there.
  const members = () => instance.sql("select 1 from members where guild_id = ?", instance.guildId);
  const room = (await members()).length + 1;
  instance.configure((config) => void (config.limits = { guild: { maxMembers: room } }));
  const two = JSON.stringify({
    bots: ["Ebb", "Flow"].map((name) => ({ name, guilds: [{ guild: instance.guildId }] })),
  });
  const halfway = await (await send(two, "", { "content-type": "application/json" })).json();
  const words = expect.stringContaining(
    "Flow: Maximum number of guild members reached. Raise limits.",
  ) as unknown;
  expect(halfway).toMatchObject({
    tokens: [{ bot: "Ebb" }, { bot: "Flow" }],
    stopped: { done: 1, problem: { code: "guild-member-limit", detail: words } },
  });
  instance.configure((config) => void delete config.limits);
  await expect
    .poll(async () => (await (await send(two)).json()) as object)
    .toMatchObject({ summary: { create: 0 }, tokens: [] });
  expect(await members()).toHaveLength(room + 1);
  const audit = JSON.stringify(await instance.sql("select * from audit"));
  for (const { token = "" } of tokens) {
    expect(audit).not.toContain(token);
    expect(instance.panel.output()).not.toContain(token);
  }
});

// The command has no access to the database of the connected instance.
test("the command can provision a connected instance through its API", anyDatabase, async ({ instance }) => {
  const front = await InstanceFront.start(instance);
  const folder = await mkdtemp(join(tmpdir(), "provision-"));
  try {
    const token = await instance.token(instance.operatorId);
    const env = {
      DATA_DIR: join(folder, "data"),
      CONFIG_PATH: join(folder, "config.json"),
      DATABASE_URL: "",
      INSTANCE_API_URL: `${instance.url}/api`,
      INSTANCE_USER_TOKEN: token,
    };
    const without = await provision(["-"], { ...env, INSTANCE_USER_TOKEN: "" }, crew());
    expect(without).toMatchObject({
      code: 1,
      progress: expect.stringContaining("Set INSTANCE_USER_TOKEN"),
    });
    const made = await provision(["-", "--tokens", "-"], env, crew());
    expect([made.code, made.progress]).toEqual([
      0,
      expect.stringContaining("Bots of keeper\n+ Harbor master\n"),
    ]);
    expect(linesOf(made.printed).map(({ bot }) => bot)).toEqual(["Harbor master", "Lamp", "Quiet"]);
    const after = await stored(instance);
    const list = join(folder, "list");
    await writeFile(list, "shopping list\n");
    const other = await provision(["-", "--tokens", list], env, crew());
    expect(other).toMatchObject({ code: 1, progress: expect.stringContaining("is not a token file") });
    expect(await readFile(list, "utf8")).toBe("shopping list\n");
    await rm(list);
    // The instance does not return the members of a guild to the command. The second run therefore adds the
    // bots to their guilds again, which changes nothing.
    const again = await provision(["-", "--tokens", "-"], env, crew());
    expect([again.code, again.printed]).toEqual([0, ""]);
    expect(again.progress).toContain("does not report whether the bot is in it");
    expect(await stored(instance)).toEqual(after);

    const behind = { ...env, INSTANCE_API_URL: `${front.url}/api` };
    front.lacks.add("GET /applications").add("GET /guilds/:id/members/:id");
    const unlisted = await provision(["-", "--dry-run"], behind, crew());
    expect(unlisted).toMatchObject({
      code: 1,
      progress: expect.stringContaining("does not list applications"),
    });
    front.lacks.delete("GET /applications");
    const second = await provision(["-", "--tokens", "-"], behind, crew());
    expect([second.code, second.progress]).toEqual([
      0,
      expect.stringContaining('It was already in "keeper\'s guild"'),
    ]);
    front.lacks.clear();
    const third = await provision(["-"], behind, crew(["BAN_MEMBERS"]));
    expect(third.progress).toMatch(
      /wanted .*Ban members.* does not change the permissions of a member, so they/,
    );
    expect(third.progress).toContain("Nothing to do.");
    const bad = await provision(["-"], { ...behind, INSTANCE_USER_TOKEN: "bad" }, crew());
    expect(bad).toMatchObject({
      code: 1,
      progress: expect.stringContaining("does not accept INSTANCE_USER_TOKEN"),
    });
    expect(await stored(instance)).toEqual(after);
    expect(await readdir(folder)).toEqual([]);
  } finally {
    await rm(folder, { recursive: true });
    await front.stop();
  }
});
