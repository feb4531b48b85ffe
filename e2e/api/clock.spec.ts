import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { decodeJwt } from "jose";
import { expect, Instance, test } from "../support/instance";
import { PanelClient } from "../support/session";

/* A clock that was ahead is set right while the panel runs (issue 5: Snowflakes are unique when the clock steps back). */

test("when the clock steps back an hour, ids stay unique, and tokens and sessions go on", async ({
  newDatabase,
}) => {
  const folder = await mkdtemp(join(tmpdir(), "clock-"));
  const right = join(folder, "right");
  const instance = await Instance.start({
    databaseUrl: await newDatabase(),
    env: { NODE_OPTIONS: `--import ${resolve("e2e/support/clock.mjs")}`, CLOCK_RIGHT_FROM: right },
  });
  try {
    const early = await PanelClient.signIn(instance.panel);
    let authorization = await early.userToken();
    const made: bigint[] = [];
    const create = async () => {
      const { status, body } = await instance.post("/api/v9/applications", { name: "x" }, { authorization });
      expect(status).toBe(200);
      made.push(BigInt(String(body.id)));
      return String(body.id);
    };
    const bot = async (path: string) =>
      String((await instance.post(`/api/v9/applications/${path}`, undefined, { authorization })).body.token);
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

    // What was signed an hour ahead still holds, and so does what is signed now, until it is revoked.
    const later = await create();
    const [again, other] = [await bot(`${id}/bot`), await bot(`${later}/bot`)];
    expect(decodeJwt(other).iat).toBeLessThan(hourAhead);
    const aheadStill = await instance.token(id, { iat: (decodeJwt(token).iat ?? 0) + 50 });
    for (const valid of [token, again, other, aheadStill]) expect(await known(valid)).toBe(403);
    const fresh = await bot(`${id}/bot/reset`);
    for (const earlier of [token, again, aheadStill]) expect(await known(earlier)).toBe(401);
    expect(await known(fresh)).toBe(403);
    // A bot of now is reset as ever.
    const reset = await bot(`${later}/bot/reset`);
    expect([await known(other), await known(reset)]).toEqual([401, 403]);

    // Nobody is locked out, and whoever signs out everywhere is signed out.
    const late = await PanelClient.signIn(instance.panel);
    for (const client of [early, late]) expect((await client.fetch("/api/panel/guilds")).status).toBe(200);
    expect((await late.fetch("/api/panel/account/sessions", { method: "DELETE" })).status).toBe(200);
    for (const client of [early, late]) expect((await client.fetch("/api/panel/guilds")).status).toBe(401);

    // The user token that was issued an hour ahead has ended with them; a new visit has one that holds.
    expect((await instance.post("/api/v9/applications", { name: "x" }, { authorization })).status).toBe(401);
    authorization = await (await PanelClient.signIn(instance.panel)).userToken();

    // A process that starts now knows nothing of the one that was ahead but what the database says.
    await instance.crash();
    for (let count = 0; count < 20; count += 1) await create();
    expect(new Set(made).size).toBe(made.length);
  } finally {
    await instance.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
