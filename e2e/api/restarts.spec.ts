import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { decodeJwt } from "jose";
import { expect, Instance, test } from "../support/instance";
import { PanelClient } from "../support/session";

/*
 * Follows one instance through three stages. First, its file has no secrets. Next, its clock is an hour ahead
 * and is corrected while the panel is running. Finally, its processes are killed while they are working.
 */

test.describe.configure({ mode: "serial" });

let folder: string;
let right: string;
let instance: Instance;
/** A valid token of the operator, signed with the secret that the panel has generated. */
let authorization: string;
let first: { config: Record<string, Record<string, string>>; revisions: object[] };
const made: bigint[] = [];

test.beforeAll(async ({ newDatabase }) => {
  folder = await mkdtemp(join(tmpdir(), "restarts-"));
  right = join(folder, "right");
  instance = await Instance.start({
    config: { security: null },
    databaseUrl: await newDatabase(),
    env: { NODE_OPTIONS: `--import ${resolve("e2e/support/clock.mjs")}`, CLOCK_RIGHT_FROM: right },
  });
});
test.afterAll(async () => {
  await instance.stop();
  await rm(folder, { recursive: true, force: true });
});

const readConfig = async () => JSON.parse(await instance.panel.readConfig()) as typeof first.config;
const readRevisions = () =>
  instance.sql<{ author: string }>("select author from config_revisions order by id");

async function create(): Promise<string> {
  const { status, body } = await instance.post("/api/v9/applications", { name: "x" }, { authorization });
  expect(status).toBe(200);
  made.push(BigInt(String(body.id)));
  return String(body.id);
}

test("the panel generates missing secrets once and stores them in the file", async () => {
  const client = await PanelClient.signIn(instance.panel);
  // Requests user tokens concurrently. All tokens must be signed with the same secret.
  const tokens = await Promise.all(Array.from({ length: 10 }, () => client.userToken()));
  const config = await readConfig();
  expect(Buffer.byteLength(config.security?.jwtSecret ?? "")).toBeGreaterThanOrEqual(32);
  expect(config.security?.requestSignature).toBeTruthy();
  expect(config.general?.instanceId).toBeTruthy();
  for (const token of tokens) {
    const headers = { authorization: token };
    expect((await instance.post("/api/v9/applications", { name: "Harbor" }, headers)).status).toBe(200);
  }
  first = { config, revisions: await readRevisions() };
  // There are two versions: the original file, and the file with the generated values.
  expect(first.revisions).toHaveLength(2);
});

test("ids stay unique and sessions stay valid if the clock is set back by an hour", async () => {
  const early = await PanelClient.signIn(instance.panel);
  authorization = await early.userToken();
  const bot = async (path: string, by = authorization) =>
    String(
      (await instance.post(`/api/v9/applications/${path}`, undefined, { authorization: by })).body.token,
    );
  const known = async (token: string) =>
    (await instance.post("/api/v9/applications", { name: "x" }, { authorization: `Bot ${token}` })).status;

  const id = await create();
  const token = await bot(`${id}/bot`);
  const hourAhead = Date.now() / 1000 + 1800;
  expect(decodeJwt(token).iat).toBeGreaterThan(hourAhead);
  for (let count = 0; count < 20; count += 1) await create();
  await writeFile(right, "");
  for (let count = 0; count < 20; count += 1) await create();
  expect(made).toEqual(made.toSorted((one, other) => (one < other ? -1 : 1)));

  // Tokens issued while the clock was fast stay valid until they are revoked, just like other tokens.
  const later = await create();
  // The operator proved their identity while the clock was fast. The panel does not accept a proof that is
  // dated in the future, so a token for an existing bot requires a new sign-in.
  expect(await bot(`${id}/bot`)).toBe("undefined");
  const late = await PanelClient.signIn(instance.panel);
  const proved = await late.userToken();
  const [again, other] = [await bot(`${id}/bot`, proved), await bot(`${later}/bot`)];
  expect(decodeJwt(other).iat).toBeLessThan(hourAhead);
  const aheadStill = await instance.token(
    id,
    { iat: (decodeJwt(token).iat ?? 0) + 50 },
    { secret: first.config.security?.jwtSecret },
  );
  for (const valid of [token, again, other, aheadStill]) expect(await known(valid)).toBe(403);
  const fresh = await bot(`${id}/bot/reset`, proved);
  for (const earlier of [token, again, aheadStill]) expect(await known(earlier)).toBe(401);
  expect(await known(fresh)).toBe(403);
  // This bot was created after the clock was corrected. The sign-in above is still valid as proof of
  // identity, so resetting the bot's token requires no further sign-in.
  const reset = await bot(`${later}/bot/reset`, proved);
  expect([await known(other), await known(reset)]).toEqual([401, 403]);

  // Sessions that started before or after the clock correction are valid. Signing out everywhere ends both.
  for (const client of [early, late]) expect((await client.fetch("/api/panel/guilds")).status).toBe(200);
  expect((await late.fetch("/api/panel/account/sessions", { method: "DELETE" })).status).toBe(200);
  for (const client of [early, late]) expect((await client.fetch("/api/panel/guilds")).status).toBe(401);

  // Signing out everywhere revoked the user token that was issued with the fast clock. Signing in again
  // yields a valid token.
  expect((await instance.post("/api/v9/applications", { name: "x" }, { authorization })).status).toBe(401);
  authorization = await (await PanelClient.signIn(instance.panel)).userToken();
});

/** The objects whose creation the server has confirmed to a client, by application. */
interface Acknowledged {
  bots: Map<string, string>;
  applications: Set<string>;
  authorized: Set<string>;
}

/** Creates applications, bots and members until the server is down. */
async function storm(acknowledged: Acknowledged): Promise<void> {
  const post = (path: string, body?: unknown) => instance.post(path, body, { authorization });
  try {
    for (;;) {
      const created = await post("/api/v9/applications", { name: "Storm" });
      if (created.status !== 200) return;
      const id = String(created.body.id);
      acknowledged.applications.add(id);
      const bot = await post(`/api/v9/applications/${id}/bot`);
      if (bot.status !== 200) return;
      acknowledged.bots.set(id, String(bot.body.token));
      const sent = { guild_id: instance.guildId, permissions: "8", authorize: true };
      const authorized = await post(`/api/v9/oauth2/authorize?client_id=${id}`, sent);
      if (authorized.status !== 200) return;
      acknowledged.authorized.add(id);
    }
  } catch {
    // A request failed, because the server was killed. This client stops.
  }
}

test("after a kill under load, all confirmed objects exist, and no object is incomplete", async () => {
  const acknowledged: Acknowledged = { applications: new Set(), bots: new Map(), authorized: new Set() };
  // The second round starts with the data that the first kill left behind.
  for (const enough of [10, 30]) {
    const clients = Promise.all(Array.from({ length: 12 }, () => storm(acknowledged)));
    await expect.poll(() => acknowledged.authorized.size, { intervals: [5] }).toBeGreaterThan(enough);
    await instance.panel.stop("SIGKILL");
    await clients;
    await instance.crash();
    await expectWhole(acknowledged);
  }
  // The clock of these processes was never fast. To avoid reusing ids, they read from the database how far
  // ahead the clock was.
  for (let count = 0; count < 20; count += 1) await create();
  const all = [...made.map(String), ...acknowledged.applications];
  expect(new Set(all).size).toBe(all.length);
  expect(await readConfig()).toEqual(first.config);
  expect(await readRevisions()).toEqual(first.revisions);
});

async function expectWhole(acknowledged: Acknowledged): Promise<void> {
  const applications = await instance.sql<{ id: string; bot_user_id: string | null }>(
    "select id, bot_user_id from applications",
  );
  const bots = (await instance.sql<{ id: string }>("select id from users where bot = 1")).map(({ id }) => id);
  const members = await instance.sql<{
    user_id: string;
    role_id: string | null;
    application_id: string | null;
  }>(
    `select members.user_id, role_id, application_id from members
     left join member_roles on member_roles.guild_id = members.guild_id and member_roles.user_id = members.user_id
     left join roles on roles.id = role_id
     where members.user_id in (select id from users where bot = 1)`,
  );
  const known = new Set(applications.map(({ id }) => id));
  const joined = new Set(members.map(({ user_id }) => user_id));
  expect([...acknowledged.applications].filter((id) => !known.has(id))).toEqual([]);
  expect([...acknowledged.bots.keys()].filter((id) => !bots.includes(id))).toEqual([]);
  expect([...acknowledged.authorized].filter((id) => !joined.has(id))).toEqual([]);

  // Each bot belongs to one application. Each bot membership has one managed role, and each managed role has
  // a bot.
  const withBot = applications.filter(({ bot_user_id }) => bot_user_id !== null);
  expect(new Set(withBot.map(({ bot_user_id }) => bot_user_id))).toEqual(new Set(bots));
  expect(withBot.filter(({ id, bot_user_id }) => id !== bot_user_id)).toEqual([]);
  expect(members.filter(({ user_id, application_id }) => user_id !== application_id)).toEqual([]);
  const roles = await instance.sql("select id from roles where managed = 1");
  expect(roles).toHaveLength(members.length);

  for (const token of [...acknowledged.bots.values()].slice(-3)) {
    const headers = { authorization: `Bot ${token}` };
    expect((await instance.post("/api/v9/applications", { name: "x" }, headers)).body.code).toBe(20001);
  }
}
