import { decodeJwt } from "jose";
import { expect, type Instance, test } from "../support/instance";

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

test("a hundred concurrent requests to create a bot for one application create only one bot", async ({
  instance,
}) => {
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

test("a hundred concurrent authorizations of one bot create only one member with one role", async ({
  instance,
}) => {
  const { id } = await instance.addBot();
  const sent = { guild_id: instance.guildId, permissions: "8", authorize: true };
  const path = `/api/v9/oauth2/authorize?client_id=${id}`;
  const answers = await Promise.all(HUNDRED.map(() => instance.post(path, sent)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await countsOf(instance, id)).toEqual({ bots: 1, members: 1, roles: 1, given: 1 });
});

test("a hundred concurrent requests create applications with unique ids", async ({ instance }) => {
  const ids = await Promise.all(HUNDRED.map((index) => instance.addApplication(`Buoy ${index}`)));
  expect(new Set(ids).size).toBe(100);
});
