import type { ApiToken } from "@/lib/shared/contract/operators";
import { test } from "../support/connected";
import { databaseOf } from "../support/database";
import { expect } from "../support/instance";
import { sessionIn } from "../support/session";

/* Tests the panel's API tokens in connected mode. Each token can have its own account on the instance. */

test("an API token can have its own account on the instance, which only this token can use", async ({
  connected,
}) => {
  const { instance, panel } = connected;
  await instance.addBot("Lamp");
  const userToken = await instance.token(instance.operatorId);
  const owner = await sessionIn(panel);
  const create = async (name: string) => {
    const body = { name, role: "editor", expiresInDays: 1 };
    const made = await owner.send("POST", "/api/panel/api-tokens", body);
    return (await made.json()) as { token: string; entry: ApiToken };
  };
  const ask = async (token: string, method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${panel.url}/api/panel${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    return [answer.status, await answer.json()] as const;
  };
  const [one, other] = [await create("bots"), await create("metrics")];

  expect(await ask(one.token, "GET", "/bots")).toMatchObject([403, { code: "account-required" }]);
  expect((await ask(one.token, "PUT", "/instance/account", { token: userToken }))[0]).toBe(200);
  expect(await ask(one.token, "GET", "/instance")).toMatchObject([200, { mode: "connected", account: {} }]);
  expect(await ask(one.token, "GET", "/bots")).toMatchObject([200, { bots: [{ name: "Lamp" }] }]);
  expect((await ask(one.token, "POST", "/applications", { name: "Fog horn" }))[0]).toBe(201);

  // Neither another token of the operator nor the operator's session can use the account.
  expect(await ask(other.token, "GET", "/bots")).toMatchObject([403, { code: "account-required" }]);
  expect(await owner.json("/api/panel/instance")).toMatchObject({ account: null });
  const database = databaseOf(undefined, panel.dataDir);
  const [entry] = await database.query<{ actor_kind: string; detail: string }>(
    "select actor_kind, detail from audit where action = 'application.create' order by id desc",
  );
  expect([entry?.actor_kind, entry?.detail]).toEqual(["token", expect.stringContaining('"apiToken":"bots"')]);
  expect(JSON.stringify(await database.query("select * from api_tokens"))).not.toContain(userToken);

  // Revoking the token also removes its account.
  expect((await owner.fetch(`/api/panel/api-tokens/${one.entry.id}`, { method: "DELETE" })).status).toBe(200);
  expect((await ask(one.token, "GET", "/bots"))[0]).toBe(401);
  expect(await database.query("select name from api_tokens where account is not null")).toEqual([]);
});
