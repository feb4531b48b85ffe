import type { IncomingHttpHeaders } from "node:http";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { AppError } from "@/lib/errors";
import { byOperator } from "@/lib/shared/author";
import { localServer } from "@/testing/local-server";
import { instances } from "@/testing/rooms";
import { failure } from "@/testing/simulated-instance";
import { openTestPanel } from "@/testing/test-panel";
import { closedInstance, instanceForCommand, type ConnectedAccount } from "..";

const panel = openTestPanel({ general: { frontPage: "https://chat.example" } }, { LOG_LEVEL: "silent" });
afterEach(() => panel.connect());

type Answers = Record<string, [status: number, body: unknown, headers?: Record<string, string>]>;

/** Connects the panel to an instance with these routes. */
async function connected(answers: Answers, operatorToken?: string) {
  const asked: { route: string; headers: IncomingHttpHeaders }[] = [];
  const url = await localServer((request, response) => {
    const route = `${request.method} ${request.url?.replace(/^\/v9/, "")}`;
    asked.push({ route, headers: request.headers });
    const [status, body, headers] = answers[route] ?? [404, { code: 0, message: "404: Not Found" }];
    response.writeHead(status, headers).end(JSON.stringify(body));
  });
  panel.connect(url, operatorToken);
  const { upstream } = instances();
  const mara: ConnectedAccount = { id: "7", username: "mara", token: "of-mara" };
  const callerOf = (more: { account?: null; address?: string; onRefused?: () => Promise<void> } = {}) =>
    upstream.instanceFor(url, { actor: byOperator("keeper"), account: mara, ...more });
  return { url, asked, upstream, callerOf };
}

const NOT_MEMBER: Answers[string] = [401, { code: 401, message: "Not a member" }];

test("the panel knows the connected instance and who may register there", async () => {
  const { upstream, url, callerOf } = await connected({
    "GET /applications": [200, [{ id: "11", name: "Lamp", bot: {} }]],
  });
  await panel.write({ general: { frontPage: "https://chat.example" }, register: { requireInvite: true } });
  expect(upstream.api()).toBe(url);
  expect(await upstream.registrationFacts()).toMatchObject({ needed: "invite" });
  const instance = await callerOf();
  expect(instance).toMatchObject({ mode: "connected", isNear: false });
  expect((await instance.bots.get("11")).invite?.url).toBe(
    "https://chat.example/oauth2/authorize?client_id=11&scope=bot",
  );
  panel.connect();
  expect(upstream.api()).toBeNull();
});

test("requests contain the account's token and the client's address", async () => {
  const { asked, callerOf } = await connected({ "GET /applications": [200, []] });
  await (await callerOf({ address: "192.0.2.7" })).applications.list();
  await (await callerOf()).applications.list();
  expect(asked[0]?.headers).toMatchObject({ authorization: "of-mara", "x-forwarded-for": "192.0.2.7" });
  expect(asked[1]?.headers).not.toHaveProperty("x-forwarded-for");
});

test("an account is connected with a token that the instance accepts", async () => {
  const { asked, upstream, url } = await connected({
    "GET /users/@me": [200, { id: "7", username: "mara" }],
  });
  expect(await upstream.connect(url, { token: "pasted" }, "192.0.2.7")).toEqual({
    token: "pasted",
    id: "7",
    username: "mara",
  });
  expect(asked[0]?.headers).toMatchObject({ authorization: "pasted", "x-forwarded-for": "192.0.2.7" });
});

test("a refused token of the account is reported to the session, but not one of the operator", async () => {
  const refused: Answers[string] = [401, { code: 0, message: "401: Unauthorized" }];
  const { callerOf } = await connected(
    { "GET /applications": refused, "GET /policies/stats": refused },
    "of-operator",
  );
  const onRefused = vi.fn(async () => undefined);
  const instance = await callerOf({ onRefused });
  expect((await failure(instance.counts())).code).toBe("conflict");
  expect(onRefused).not.toHaveBeenCalled();
  expect((await failure(instance.applications.list())).code).toBe("account-required");
  expect(onRefused).toHaveBeenCalledOnce();
});

test("users can be banned only with an operator token", async () => {
  const withToken = await (await connected({}, "of-operator")).callerOf();
  expect(withToken.capabilities.userBans).toBe(true);
  const without = await (await connected({})).callerOf();
  expect(without.capabilities.userBans).toMatch(/^This requires an operator token/);
});

test("without an account, a guild is requested with the operator token", async () => {
  const { asked, callerOf } = await connected({ "GET /guilds/9": NOT_MEMBER }, "of-operator");
  const { guilds } = await callerOf({ account: null });
  expect((await failure(guilds.get("9"))).message).toMatch(
    /^The instance does not show this guild\. The operator token's account is not a member/,
  );
  expect(asked.map(({ headers }) => headers.authorization)).toEqual(["of-operator"]);
});

describe("a change that the instance refuses", () => {
  const refused: Answers[string] = [403, { code: 50001, message: "Missing Access" }];

  test("is recorded with its target", async () => {
    const { callerOf } = await connected({ "POST /applications/11/bot": refused });
    await failure((await callerOf()).applications.issueToken("11"));
    expect(await panel.entries()).toMatchObject([{ action: "bot.token", target: "11", outcome: "failed" }]);
  });

  test("is recorded with at most 100 characters of a new name", async () => {
    const { callerOf } = await connected({ "POST /applications": refused, "POST /guilds": refused });
    const { applications, guilds } = await callerOf();
    const failed = { target: "x".repeat(100), outcome: "failed" };
    await failure(applications.create("x".repeat(101)));
    expect(await panel.entries()).toMatchObject([{ action: "application.create", ...failed }]);
    await failure(guilds.create("x".repeat(101)));
    expect(await panel.entries()).toMatchObject([{ action: "guild.create", ...failed }]);
  });
});

test("a closed instance refuses every request with its reason, and offers no bans", async () => {
  const reason = new AppError("conflict", "Choose the mode first.");
  const { applications, counts, capabilities } = closedInstance(() => reason);
  for (const work of [applications.list(), counts()]) expect(await failure(work)).toBe(reason);
  expect(capabilities.userBans).toMatch(/^This requires an operator token/);
});

test("commands wait for rate limits, and cannot ban users", async () => {
  const { setTimeout } = globalThis;
  let waits = 0;
  const skip = (done: () => void, ms?: number, ...values: unknown[]) => {
    if (ms !== 7_000) return setTimeout(done, ms, ...(values as []));
    waits += 1;
    return setTimeout(done, 0);
  };
  const spy = vi.spyOn(globalThis, "setTimeout").mockImplementation(skip as typeof setTimeout);
  onTestFinished(() => spy.mockRestore());
  const answers: Answers = {
    "GET /users/@me": [200, { id: "7", username: "mara" }],
    "GET /applications": [429, { message: "slow down" }, { "retry-after": "7" }],
  };
  const { url } = await connected(answers);
  const { instance, username } = await instanceForCommand(url, "token", { version: "9", timeout: 15_000 });
  expect([username, instance.capabilities.userBans]).toEqual([
    "mara",
    expect.stringMatching(/^This requires an operator token/),
  ]);
  expect((await failure(instance.applications.list())).code).toBe("rate-limited");
  expect(waits).toBe(4);
});
