import { expect, test, vi } from "vitest";
import type { AppError } from "@/lib/errors";
import { localServer } from "@/testing/local-server";
import { unrecorded } from "../instance";
import { UpstreamClient } from "./client";
import { accountCredential, connectAccount } from "./connect";
import { upstreamInstance } from ".";
import { registrationToken } from "./users";

/** A status and a body, or a fault: "lost" breaks the connection before the answer, and "cut" during the answer. */
type Reply = [status: number, body: unknown] | "lost" | "cut" | "redirect" | "garbage";

/** Simulates an instance that sends these answers in order, one per request. Returns the panel's client for it. */
async function instance(...replies: Reply[]) {
  const asked: string[] = [];
  const origin = await localServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const reply = replies.shift() ?? "lost";
    if (reply === "lost") return request.socket.destroy();
    if (reply === "redirect") return response.writeHead(302, { location: "http://127.0.0.1:1/" }).end();
    if (reply === "garbage") return response.writeHead(200).end("<html>");
    if (reply === "cut") {
      response.writeHead(200, { "content-length": 100 });
      return response.write("{", () => request.socket.destroy());
    }
    return response.writeHead(reply[0]).end(JSON.stringify(reply[1]));
  });
  const url = `${origin}/api`;
  const onRefused = vi.fn(async () => undefined);
  const options = { url, version: "9", timeout: 15_000 };
  const client = new UpstreamClient({ ...options, credential: accountCredential("token"), onRefused });
  const asAccount = () => client;
  const subject = upstreamInstance({
    record: unrecorded,
    account: { id: "7", username: "mara" },
    frontPage: null,
    hasOperatorToken: true,
    asAccount,
    asOperator: asAccount,
  });
  return { subject, asked, onRefused, open: new UpstreamClient(options) };
}

const rejection = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

const NO_ROUTE: Reply = [404, { code: 0, message: "404: Not Found" }];

test.each<[string, Reply]>([
  ["401", [401, { code: 0, message: "401: Unauthorized" }]],
  ["400 with code 40001", [400, { code: 40001, message: "Unauthorized" }]],
])("if the instance refuses the token with %s, the account must be connected again", async (_, reply) => {
  const { subject, onRefused } = await instance(reply);
  const error = await rejection(subject.bots.authorize("11", "22", 8n));
  expect(error).toMatchObject({ code: "account-required", details: {} });
  expect(onRefused).toHaveBeenCalledOnce();
});

test("a 401 for a guild that only members may see does not disconnect the account", async () => {
  const notIn: Reply = [401, { code: 401, message: "You are not a member of the guild" }];
  const { subject, onRefused } = await instance(notIn, notIn);
  const error = await rejection(subject.guilds.get("22"));
  expect(error).toMatchObject({ code: "forbidden" });
  expect((error as AppError).message).toMatch(/^The instance does not show this guild\. Neither mara/);
  expect(onRefused).not.toHaveBeenCalled();
});

test("a person who does not own a bot sees the bot's invite if the instance returns it", async () => {
  const notOwner: Reply = [403, { code: 20012, message: "You are not authorized" }];
  const application = { id: "11", name: "Lamp", bot_public: true };
  const { subject, asked } = await instance(
    notOwner,
    [200, { application, bot: { id: "11", username: "lamp" } }],
    notOwner,
    NO_ROUTE,
  );
  expect(await subject.bots.invited("11")).toMatchObject({ name: "Lamp", hasBot: true, owner: null });
  expect(asked[1]).toBe("GET /api/v9/oauth2/authorize?client_id=11");
  expect(await rejection(subject.bots.invited("11"))).toMatchObject({ code: "not-offered" });
  const failing = await instance([500, {}]);
  expect(await rejection(failing.subject.bots.invited("11"))).toMatchObject({ code: "bad-gateway" });
  expect(failing.asked).toHaveLength(1);
});

test("returns the instance's counts, or null if the instance does not report them to the account", async () => {
  const noRight: Reply = [403, { code: 50013, message: "Missing Permissions" }];
  const { subject } = await instance(
    [200, { counts: { user: 12, guild: 3, message: 9 } }],
    noRight,
    NO_ROUTE,
  );
  expect(await subject.counts()).toEqual({ users: 12, guilds: 3 });
  const unknown = { users: null, guilds: null };
  expect([await subject.counts(), await subject.counts()]).toEqual([unknown, unknown]);
  const failing = await instance([500, {}]);
  expect(await rejection(failing.subject.counts())).toMatchObject({ code: "bad-gateway" });
});

test("if an entered token is refused, the error does not ask to reconnect an account", async () => {
  const { open } = await instance([400, { code: 40001, message: "Unauthorized" }]);
  expect(await rejection(connectAccount(open, { token: "token" }))).toMatchObject({
    code: "conflict",
    message: expect.stringContaining("does not accept the token") as string,
  });
});

test('authorizing a bot reports "already in the guild" only if the bot is already a member', async () => {
  const already: Reply = [400, { code: 400, message: "You are already a member of this guild" }];
  const { subject } = await instance(
    already,
    [200, { user: { id: "11" } }],
    [400, { code: 50010, message: "This bot does not exist" }],
  );
  expect(await subject.bots.authorize("11", "22", 8n)).toEqual({ kind: "was-member", permissions: null });
  expect(await rejection(subject.bots.authorize("11", "22", 8n))).toMatchObject({
    code: "application-has-no-bot",
  });
});

test.each<Reply>(["lost", "cut", [500, {}], [503, {}]])(
  "if the answer to an authorization is %j, the panel checks whether the bot is in the guild",
  async (reply) => {
    const { subject, asked } = await instance(reply, [200, { user: { id: "11" } }]);
    expect(await subject.bots.authorize("11", "22", 8n)).toEqual({ kind: "found", permissions: null });
    expect(asked).toEqual(["POST /api/v9/oauth2/authorize?client_id=11", "GET /api/v9/guilds/22/members/11"]);
  },
);

test("if the answer to an authorization is lost and the bot is not a member, the error says to try again", async () => {
  const { subject } = await instance("lost", [404, { code: 10007, message: "Unknown Member" }]);
  const error = await rejection(subject.bots.authorize("11", "22", 8n));
  expect((error as AppError).details).toEqual({});
  expect((error as AppError).message).toContain("The bot is not in the guild. Try again.");
});

test.each<Reply>(["lost", NO_ROUTE, [403, { code: 50001, message: "Missing Access" }]])(
  "an authorization without an answer has an unknown outcome if the membership check gets %j",
  async (reply) => {
    const { subject } = await instance("lost", reply);
    const error = await rejection(subject.bots.authorize("11", "22", 8n));
    expect(error).toMatchObject({ details: { sent: true } });
    expect((error as AppError).message).toContain("Check the guild's members before you try again.");
  },
);

test("if the response to creating an application is lost, the application is found in the list", async () => {
  const old = { id: "10", name: "Lamp" };
  const made = { id: "11", name: "Lamp" };
  const other = { id: "12", name: "Other" };
  const { subject, asked } = await instance([200, [old]], "lost", [200, [old, made, other]]);
  expect(await subject.applications.create("Lamp")).toMatchObject({ id: "11" });
  expect(asked.filter((one) => one.startsWith("POST"))).toHaveLength(1);
});

test("if the panel cannot look up a new application, the error warns about a duplicate", async () => {
  const { subject } = await instance(NO_ROUTE, "lost");
  expect(await rejection(subject.applications.create("Lamp"))).toMatchObject({
    details: { sent: true },
    message: expect.stringContaining("another attempt creates a second application") as string,
  });
});

test('if the response to an edit is lost, the error message does not contain "undefined"', async () => {
  const { subject } = await instance("lost");
  const error = await rejection(subject.applications.edit("11", { name: "Lamp" }));
  expect(error).toMatchObject({ code: "bad-gateway" });
  expect((error as AppError).message).not.toContain("undefined");
});

test("if the response to a deletion is lost, the panel checks whether the application still exists", async () => {
  const gone: Reply = [404, { code: 10002, message: "Unknown Application" }];
  const { subject } = await instance("cut", gone);
  await expect(subject.bots.delete("11")).resolves.toBeUndefined();
  const there = await instance("cut", [200, { id: "11", name: "Lamp" }]);
  const error = await rejection(there.subject.bots.delete("11"));
  expect((error as AppError).details).toEqual({});
  expect((error as AppError).message).toContain("still exists");
});

test("does not follow a redirect, and reports a response that is not JSON", async () => {
  const { subject, asked } = await instance("redirect", "garbage");
  expect(await rejection(subject.guilds.all(true))).toMatchObject({ code: "bad-gateway" });
  expect(await rejection(subject.guilds.all(true))).toMatchObject({ code: "bad-gateway" });
  expect(asked).toHaveLength(2);
});

test("reports a rate limit with its code, and a missing route as an unsupported feature", async () => {
  const { subject } = await instance([429, { message: "slow down" }], NO_ROUTE, NO_ROUTE);
  expect(await rejection(subject.guilds.all(true))).toMatchObject({ code: "rate-limited" });
  expect(await rejection(subject.guilds.all(true))).toMatchObject({ code: "not-offered" });
  expect(await rejection(subject.applications.list())).toMatchObject({ code: "not-offered" });
});

test("if the response to a ban is lost, the panel checks whether the user still exists", async () => {
  const user: Reply = [200, { id: "5", username: "gull" }];
  const unknown: Reply = [404, { code: 10013, message: "Unknown User" }];
  const { subject, asked } = await instance(user, "lost", unknown);
  await subject.users.ban("5", "spam");
  expect(asked[1]).toBe("POST /api/v9/users/5/delete");
  expect(await rejection(subject.users.page({}))).toMatchObject({ code: "not-offered" });
});

test("a sign-in asks for a two-factor code and then sends the code to the instance", async () => {
  const mfa: Reply = [200, { token: null, mfa: true, ticket: "ticket" }];
  const { open, asked } = await instance(
    mfa,
    mfa,
    [200, { token: "a.b.c" }],
    [200, { id: "7", username: "mara" }],
  );
  const entered = { login: "mara@example.org", password: "secret" };
  expect(await rejection(connectAccount(open, entered))).toMatchObject({ code: "code-required" });
  expect(await connectAccount(open, { ...entered, code: "123456" })).toEqual({
    token: "a.b.c",
    id: "7",
    username: "mara",
  });
  expect(asked.map((one) => one.replace("/api/v9", ""))).toEqual([
    "POST /auth/login",
    "POST /auth/login",
    "POST /auth/mfa/totp",
    "GET /users/@me",
  ]);
});

test("a registration link comes from the instance or the front page, or is null", () => {
  const link = "https://there.example.org/register?token=abc";
  expect(registrationToken(link, "https://here.example.org")).toEqual({ token: "abc", link });
  const made = { token: "abc", link: "https://here.example.org/register?token=abc" };
  expect(registrationToken("null/register?token=abc", "https://here.example.org/start")).toEqual(made);
  expect(registrationToken("abc", "https://here.example.org/")).toEqual(made);
  expect(registrationToken("abc", "http://here.example.org/").link).toBe(
    "http://here.example.org/register?token=abc",
  );
  for (const frontPage of [null, "here.example.org", "javascript:alert(1)", "xhttps://a.example"])
    expect(registrationToken("abc", frontPage)).toEqual({ token: "abc", link: null });
});
