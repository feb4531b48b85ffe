import { decodeJwt } from "jose";
import { expect, Instance, test } from "../support/instance";

const HUNDRED = Array.from({ length: 100 }, (_, index) => index);

interface Counts {
  bots: number;
  members: number;
  roles: number;
  given: number;
}

async function countsOf(instance: Instance, applicationId: string): Promise<Counts> {
  const [row] = await instance.sql<Record<keyof Counts, number | string>>(
    `select (select count(*) from users where id = ? and bot = 1) as bots,
            (select count(*) from members where user_id = ?) as members,
            (select count(*) from roles where application_id = ?) as roles,
            (select count(*) from member_roles where user_id = ?) as given`,
    ...Array.from({ length: 4 }, () => applicationId),
  );
  return Object.fromEntries(Object.entries(row ?? {}).map(([name, count]) => [name, Number(count)])) as never;
}

test("a hundred requests for one application's bot at once make one bot", async ({ instance }) => {
  const id = await instance.addApplication();
  const answers = await Promise.all(HUNDRED.map(() => instance.post(`/api/v9/applications/${id}/bot`)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const tokens = answers.map(({ body }) => String(body.token));
  expect(new Set(tokens).size).toBe(100);
  expect(new Set(tokens.map((token) => decodeJwt(token).id))).toEqual(new Set([id]));
  expect(await countsOf(instance, id)).toMatchObject({ bots: 1 });
  for (const token of [tokens[0], tokens[99]]) {
    const headers = { authorization: `Bot ${token}` };
    expect((await instance.post("/api/v9/applications", { name: "x" }, headers)).body.code).toBe(20001);
  }
});

test("a hundred authorizations of one bot in one guild at once make one member with one role", async ({
  instance,
}) => {
  const { id } = await instance.addBot();
  const sent = { guild_id: instance.guildId, permissions: "8", authorize: true };
  const path = `/api/v9/oauth2/authorize?client_id=${id}`;
  const answers = await Promise.all(HUNDRED.map(() => instance.post(path, sent)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await countsOf(instance, id)).toEqual({ bots: 1, members: 1, roles: 1, given: 1 });
});

test("a hundred applications at once have ids of their own", async ({ instance }) => {
  const ids = await Promise.all(HUNDRED.map((index) => instance.addApplication(`Buoy ${index}`)));
  expect(new Set(ids).size).toBe(100);
});

/** What clients have been told, by application. */
interface Told {
  bots: Map<string, string>;
  applications: Set<string>;
  authorized: Set<string>;
}

/** Creates, completes and authorizes bots until the server is gone. */
async function storm(instance: Instance, told: Told): Promise<void> {
  try {
    for (;;) {
      const created = await instance.post("/api/v9/applications", { name: "Storm" });
      if (created.status !== 200) return;
      const id = String(created.body.id);
      told.applications.add(id);
      const bot = await instance.post(`/api/v9/applications/${id}/bot`);
      if (bot.status !== 200) return;
      told.bots.set(id, String(bot.body.token));
      const sent = { guild_id: instance.guildId, permissions: "8", authorize: true };
      const authorized = await instance.post(`/api/v9/oauth2/authorize?client_id=${id}`, sent);
      if (authorized.status !== 200) return;
      told.authorized.add(id);
    }
  } catch {
    // The server is gone.
  }
}

test("killed in a storm: everything acknowledged is there, and nothing is half there", async ({
  newDatabase,
}) => {
  const instance = await Instance.start({ databaseUrl: await newDatabase() });
  try {
    const told: Told = { applications: new Set(), bots: new Map(), authorized: new Set() };
    for (const enough of [10, 25, 40]) {
      const clients = Promise.all(Array.from({ length: 12 }, () => storm(instance, told)));
      await expect.poll(() => told.authorized.size, { intervals: [5] }).toBeGreaterThan(enough);
      await instance.panel.stop("SIGKILL");
      await clients;
      await instance.crash();
      await expectWhole(instance, told);
    }
  } finally {
    await instance.stop();
  }
});

async function expectWhole(instance: Instance, told: Told): Promise<void> {
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
  expect([...told.applications].filter((id) => !known.has(id))).toEqual([]);
  expect([...told.bots.keys()].filter((id) => !bots.includes(id))).toEqual([]);
  expect([...told.authorized].filter((id) => !joined.has(id))).toEqual([]);

  // A bot and its application know each other; a bot in the guild has its own managed role there, and each role a bot.
  const withBot = applications.filter(({ bot_user_id }) => bot_user_id !== null);
  expect(new Set(withBot.map(({ bot_user_id }) => bot_user_id))).toEqual(new Set(bots));
  expect(withBot.filter(({ id, bot_user_id }) => id !== bot_user_id)).toEqual([]);
  expect(members.filter(({ user_id, application_id }) => user_id !== application_id)).toEqual([]);
  const roles = await instance.sql("select id from roles where managed = 1");
  expect(roles).toHaveLength(members.length);

  // Tokens of before the crash still name their bots.
  for (const token of [...told.bots.values()].slice(-3)) {
    const headers = { authorization: `Bot ${token}` };
    expect((await instance.post("/api/v9/applications", { name: "x" }, headers)).body.code).toBe(20001);
  }
}
