import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { type AddressInfo, createServer as createSocketServer } from "node:net";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { closedPort } from "@/testing/check-setting";
import { UpstreamClient } from "./client";
import { accountCredential, connectAccount } from "./connect";
import { UpstreamError } from "./failure";
import { localServer } from "@/testing/local-server";

interface Reply {
  status?: number;
  body?: string;
  headers?: Record<string, string>;
}
type Options = Partial<ConstructorParameters<typeof UpstreamClient>[0]>;

const json = (status: number, value: unknown): Reply => ({ status, body: JSON.stringify(value) });

const limited = (seconds?: string): Reply => ({
  ...json(429, { message: "slow down" }),
  ...(seconds !== undefined && { headers: { "retry-after": seconds } }),
});

/** Simulates an instance that sends these answers in order, one per request, and then drops connections. */
async function instance(replies: Reply[], options: Partial<Options> = {}) {
  const asked: { request: string; headers: IncomingHttpHeaders; body: string }[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      asked.push({ request: `${request.method} ${request.url}`, headers: request.headers, body });
      const reply = replies.shift();
      if (reply === undefined) return request.socket.destroy();
      response
        .writeHead(reply.status ?? 200, { connection: "close", ...reply.headers })
        .end(reply.body ?? "");
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
  const onRefused = vi.fn(async () => undefined);
  const client = new UpstreamClient({
    url,
    version: "9",
    timeout: 15_000,
    credential: accountCredential("token"),
    onRefused,
    ...options,
  });
  return { client, asked, url, onRefused };
}

async function failureOf(work: Promise<unknown>): Promise<UpstreamError> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof UpstreamError) return error;
  throw error ?? new Error("The request was not refused.");
}

const errorOf = async (reply: Reply, options?: Options) => {
  const { client } = await instance([reply], options);
  return failureOf(client.ask("PATCH", "/applications/1?a=b", { body: {} }));
};

describe("an error from the instance", () => {
  const where = (status: number, code?: number) =>
    `(PATCH /applications/1: status ${status}${code === undefined ? "" : `, code ${code}`})`;

  it.each<[number, number, string, string]>([
    [404, 10002, "unknown-application", "The instance does not know this application. Check its id."],
    [
      404,
      10004,
      "unknown-guild",
      "This guild does not exist, or this account is not a member of it. Check its id.",
    ],
    [403, 20001, "bots-not-allowed", "This token belongs to a bot. Connect an account that is a person's."],
    [
      403,
      20012,
      "not-application-owner",
      "This account does not own the application. Connect an account that owns it.",
    ],
    [400, 50010, "application-has-no-bot", "The application has no bot yet. Create its bot first."],
    [
      403,
      50013,
      "missing-permissions",
      "This account is not allowed to do this on the instance. Connect an account that may.",
    ],
    [
      400,
      50041,
      "invalid-api-version",
      "The instance does not serve this API version. Check api.defaultVersion in the settings.",
    ],
  ])("is replaced with the panel's message: status %i, code %i", async (status, code, expected, words) => {
    const error = await errorOf(json(status, { code, message: "Theirs" }));
    expect([error.code, error.message]).toEqual([expected, `${words} ${where(status, code)}`]);
    expect([error.hadNoEffect, error.isNotOffered, error.asksForCaptcha]).toEqual([true, false, false]);
    expect(error.isNotFound).toBe(status === 404);
  });

  it.each<[string, Reply, string, string]>([
    [
      "a full stop is not added after a mark",
      json(400, { code: 7, message: "Bad name!" }),
      "invalid-input",
      `Bad name! ${where(400, 7)}`,
    ],
    [
      "a full stop is added after a mark within the text",
      json(400, { code: 7, message: "Use v1.2 instead" }),
      "invalid-input",
      `Use v1.2 instead. ${where(400, 7)}`,
    ],
    [
      "advice about an account that is not a member",
      json(401, { code: 401, message: "Not a member." }),
      "forbidden",
      `Not a member. Connect an account that may do this. ${where(401, 401)}`,
    ],
    [
      "a full stop is added",
      json(400, { code: 0, message: "Bad name" }),
      "invalid-input",
      `Bad name. ${where(400)}`,
    ],
    [
      "advice about the account",
      json(403, { code: 7, message: "No." }),
      "forbidden",
      `No. Connect an account that may do this. ${where(403, 7)}`,
    ],
    [
      "advice about a deleted object",
      json(404, { code: 10007, message: "Unknown Member" }),
      "not-found",
      `Unknown Member. It does not exist, or this account may not see it. ${where(404, 10007)}`,
    ],
    [
      "the same for an error code that repeats the status",
      json(404, { code: 404, message: "Guild could not be found" }),
      "not-found",
      `Guild could not be found. It does not exist, or this account may not see it. ${where(404, 404)}`,
    ],
    [
      "a text that is not JSON",
      { status: 418, body: "<html>" },
      "invalid-input",
      `The instance refused and gave no reason. ${where(418)}`,
    ],
    [
      "a long text is cut, and control characters are replaced",
      json(400, { code: 7, message: `${"x".repeat(299)}\u0007tail` }),
      "invalid-input",
      `${"x".repeat(299)} . ${where(400, 7)}`,
    ],
  ])("contains the instance's own message: %s", async (_, reply, code, words) => {
    const error = await errorOf(reply);
    expect([error.code, error.message]).toEqual([code, words]);
  });

  it("contains no advice about an account if the request was anonymous", async () => {
    const anonymous = { credential: undefined };
    const refused = json(403, { code: 50013, message: "Theirs" });
    expect((await errorOf(refused, anonymous)).message).toBe(
      `This account is not allowed to do this on the instance. ${where(403, 50013)}`,
    );
    expect((await errorOf(json(401, { code: 0, message: "No." }), anonymous)).message).toBe(
      `No. ${where(401)}`,
    );
  });

  it("contains one message for each refused field", async () => {
    const of = (...messages: string[]) => ({ _errors: messages.map((message) => ({ message })) });
    const error = await errorOf(
      json(400, {
        code: 50035,
        message: "Invalid Form Body",
        errors: { name: of("Too long.", "Bad."), b: of() },
      }),
    );
    expect(error.message).toBe(`Invalid Form Body name: Too long. ${where(400, 50035)}`);
    expect(error.problems).toEqual([{ path: "name", message: "Too long." }]);
    const odd = await errorOf(json(400, { code: 50035, message: "Invalid.", errors: ["?"] }));
    expect([odd.problems, odd.message]).toEqual([[], `Invalid. ${where(400, 50035)}`]);
  });

  it.each<[number, number, string, boolean]>([
    [404, 0, "404: Not Found", true],
    [405, 0, "Method Not Allowed", true],
    [501, 0, "Not Implemented", true],
    [404, 404, "No such endpoint", true],
    [404, 404, "Unknown Guild", false],
    [404, 7, "No such endpoint", false],
    [400, 0, "Unknown route", false],
  ])(
    "with status %i, code %i and “%s” means a missing route: %s",
    async (status, code, message, isNoRoute) => {
      const error = await errorOf(json(status, { code, message }));
      expect(error.isNotOffered).toBe(isNoRoute);
      if (!isNoRoute) return;
      expect([error.code, error.isNotFound]).toEqual(["not-offered", false]);
      expect(error.message).toBe("Your instance does not support this request (PATCH /applications/1).");
    },
  );

  it("shows whether the instance requires a captcha", async () => {
    expect((await errorOf(json(400, { captcha_key: ["captcha-required"] }))).asksForCaptcha).toBe(true);
  });

  it.each([
    [401, 0, true],
    [400, 40001, true],
    [401, 401, false],
    [400, 0, false],
  ])("with status %i and code %i means that the token is refused: %s", async (status, code, isRefused) => {
    const { client, onRefused } = await instance([json(status, { code, message: "No" })]);
    const error = await failureOf(client.ask("GET", "/users/@me"));
    expect(error.code === "account-required").toBe(isRefused);
    expect(onRefused).toHaveBeenCalledTimes(isRefused ? 1 : 0);
  });

  it.each([
    [200, true],
    [404, true],
    [499, true],
    [500, undefined],
    [503, undefined],
    [0, false],
  ])("with status %i shows that the instance works: %s", async (status, shown) => {
    const notes: boolean[] = [];
    const replies = status === 0 ? [] : [json(status, {})];
    const { client } = await instance(replies, { onAnswer: (answers) => notes.push(answers) });
    await client.ask("GET", "/users/@me").catch(() => undefined);
    expect(notes).toEqual(shown === undefined ? [] : [shown]);
  });

  it("shows nothing about the instance if the caller cancels the request", async () => {
    const notes: boolean[] = [];
    const { client, asked } = await instance([], { onAnswer: (answers) => notes.push(answers) });
    const error = await failureOf(client.ask("GET", "/users/@me", { signal: AbortSignal.abort() }));
    expect([error.code, notes, asked]).toEqual(["bad-gateway", [], []]);
  });

  it.each([500, 502, 503])("with status %i leaves the outcome of a change unknown", async (status) => {
    const { client, url } = await instance([{ status }, { status }]);
    const words =
      status === 503
        ? `The instance at ${url} reports that it is unavailable.`
        : `The instance at ${url} failed with an internal error (status ${status}).`;
    const change = await failureOf(client.ask("POST", "/guilds"));
    expect([change.message, change.hadNoEffect, change.details]).toEqual([words, false, { sent: true }]);
    const reading = await failureOf(client.ask("GET", "/guilds"));
    expect([reading.hadNoEffect, reading.details]).toEqual([true, {}]);
    expect(reading.message).toBe(
      `${words} Nothing was changed. Check that the instance is running, then try again.`,
    );
  });

  it.each([300, 307])("is reported for a redirect (%i), which the panel does not follow", async (status) => {
    const { client, url, asked } = await instance([{ status, headers: { location: "/elsewhere" } }]);
    const error = await failureOf(client.ask("POST", "/guilds"));
    expect([error.code, error.hadNoEffect, asked.length]).toEqual(["bad-gateway", true, 1]);
    expect(error.message).toBe(
      `The instance at ${url} redirects to another address. Connect the panel to that address.`,
    );
  });
});

describe("a request without a usable answer", () => {
  it("has an unknown outcome if the instance closes the connection", async () => {
    const { client, url } = await instance([]);
    const lost = await failureOf(client.ask("POST", "/guilds"));
    expect([lost.code, lost.hadNoEffect]).toEqual(["bad-gateway", false]);
    expect(lost.message).toBe(
      `The instance at ${url} closed the connection, or sent a response that the panel does not understand.`,
    );
    const away = `http://127.0.0.1:${await closedPort(createSocketServer())}/api`;
    const unreached = await failureOf(
      new UpstreamClient({ url: away, version: "9", timeout: 15_000 }).ask("POST", "/guilds"),
    );
    expect([unreached.code, unreached.hadNoEffect]).toEqual(["bad-gateway", true]);
    expect(unreached.message).toMatch(/ cannot be reached\. Nothing was changed\./);
  });

  it("takes too long if no answer arrives in time", async () => {
    const url = await localServer(() => undefined);
    const error = await failureOf(
      new UpstreamClient({ url, version: "9", timeout: 20 }).ask("GET", "/guilds"),
    );
    expect([error.code, error.message]).toEqual([
      "gateway-timeout",
      `The instance at ${url} took too long to respond. Nothing was changed. Check that the instance is running, then try again.`,
    ]);
  });

  it("shows that the instance does not work if the answer ends early", async () => {
    const notes: boolean[] = [];
    const url = await localServer(({ socket }, response) => {
      response.writeHead(200, { "content-length": 100 }).write("{", () => socket.destroy());
    });
    const options = { url, version: "9", timeout: 15_000, onAnswer: (works: boolean) => notes.push(works) };
    const error = await failureOf(new UpstreamClient(options).ask("GET", "/guilds"));
    expect([error.code, notes]).toEqual(["bad-gateway", [false]]);
  });

  it("fails if the answer to a GET request is not JSON", async () => {
    const { client } = await instance([{ body: "<html>" }, { body: "<html>" }, {}]);
    expect((await failureOf(client.ask("GET", "/guilds"))).hadNoEffect).toBe(true);
    expect(await client.ask("DELETE", "/guilds/1")).toBeNull();
    expect(await client.ask("GET", "/guilds")).toBeNull();
  });

  it("fails if the answer is larger than 4 MiB", async () => {
    const { client } = await instance([{ body: `"${"x".repeat(4 * 1024 * 1024)}"` }]);
    expect(await failureOf(client.ask("GET", "/guilds"))).toMatchObject({ code: "bad-gateway" });
  });
});

describe("a request", () => {
  it("contains the token, the body and the client's address only if they are given", async () => {
    const { client, asked } = await instance([json(200, { ok: 1 }), json(200, [])], { address: "192.0.2.7" });
    expect(await client.ask("PATCH", "/users/@me", { body: { a: 1 } })).toEqual({ ok: 1 });
    const anonymous = client.with(undefined);
    expect(await anonymous.ask("GET", "/gateway?x=1")).toEqual([]);
    expect(asked).toMatchObject([
      {
        request: "PATCH /api/v9/users/@me",
        body: '{"a":1}',
        headers: {
          authorization: "token",
          "content-type": "application/json",
          "x-forwarded-for": "192.0.2.7",
        },
      },
      { request: "GET /api/v9/gateway?x=1", body: "" },
    ]);
    expect(asked[1]?.headers).not.toHaveProperty("authorization");
    expect(asked[1]?.headers).not.toHaveProperty("content-type");
  });

  it("that is rate limited fails with the number of seconds to wait", async () => {
    const words = async (seconds?: string) => {
      const { message, details } = await errorOf(limited(seconds));
      return [message, details];
    };
    expect(await words("0.2")).toEqual(["Too many requests. Try again in 1 second.", { retryAfter: 1 }]);
    expect(await words("7")).toEqual(["Too many requests. Try again in 7 seconds.", { retryAfter: 7 }]);
    for (const none of [undefined, "0", "-3", "soon"])
      expect(await words(none)).toEqual(["Too many requests. Try again in a moment.", {}]);
  });

  describe("of a client that waits for rate limits", () => {
    const options = { waitsForLimits: true };
    /** The delays (ms) of all timers of a second or more. In these tests, such timers fire immediately. */
    let waits: number[];

    beforeEach(() => {
      waits = [];
      const { setTimeout } = globalThis;
      const skip = (done: () => void, ms = 0) => {
        if (ms < 1_000) return setTimeout(done, ms);
        waits.push(ms);
        return setTimeout(done, 0);
      };
      const spy = vi.spyOn(globalThis, "setTimeout").mockImplementation(skip as typeof setTimeout);
      return () => spy.mockRestore();
    });

    it("is sent again after the time in Retry-After", async () => {
      const { client, asked } = await instance([limited("120"), json(200, { ok: true })], options);
      expect(await client.ask("POST", "/guilds", { body: { name: "Harbor" } })).toEqual({ ok: true });
      const request = 'POST /api/v9/guilds {"name":"Harbor"}';
      expect(asked.map((one) => `${one.request} ${one.body}`)).toEqual([request, request]);
      expect(waits).toEqual([120_000]);
    });

    it("fails at once if Retry-After is longer than two minutes", async () => {
      const { client } = await instance([limited("121"), json(200, 1)], options);
      expect((await failureOf(client.ask("GET", "/guilds"))).code).toBe("rate-limited");
      expect(waits).toEqual([]);
    });

    it("waits one second if Retry-After is missing", async () => {
      const { client, asked } = await instance([...Array(5).fill(limited()), json(200, 1)], options);
      expect((await failureOf(client.ask("GET", "/guilds"))).code).toBe("rate-limited");
      expect(asked).toHaveLength(5);
      expect(waits).toEqual([1_000, 1_000, 1_000, 1_000]);
    });
  });
});

describe("connecting an account", () => {
  const me = json(200, { id: "7", username: "mara" });

  it.each([
    ["  abc.def ", "abc.def"],
    ['"abc.def"', "abc.def"],
    ["'abc.def'", "abc.def"],
    ["bearer  abc.def", "abc.def"],
    ["\"abc.def'", "\"abc.def'"],
    ['"abc"def', '"abc"def'],
    ['abc"def"', 'abc"def"'],
  ])("accepts the pasted token %j", async (token, sent) => {
    const { client, asked } = await instance([me]);
    expect(await connectAccount(client.with(undefined), { token })).toEqual({
      token: sent,
      id: "7",
      username: "mara",
    });
    expect(asked[0]?.headers.authorization).toBe(sent);
  });

  it.each([
    ["Bot abc", "bots-not-allowed"],
    ["two words", "invalid-input"],
    ["robot abc", "invalid-input"],
    ["xBearer abc", "invalid-input"],
    ["", "invalid-input"],
    ["a".repeat(4_097), "invalid-input"],
    ["ключ", "invalid-input"],
  ])("refuses the text %j without sending a request", async (token, code) => {
    const { client, asked } = await instance([me]);
    await expect(connectAccount(client, { token })).rejects.toMatchObject({ code });
    expect(asked).toEqual([]);
  });

  it("refuses a bot, and accepts an account without a profile", async () => {
    const { client } = await instance([json(200, { id: "7", username: "lamp", bot: true }), json(200, [])]);
    await expect(connectAccount(client, { token: "a" })).rejects.toMatchObject({ code: "bots-not-allowed" });
    expect(await connectAccount(client, { token: "a" })).toEqual({ token: "a", id: null, username: null });
  });

  const noRoute = json(404, { code: 0, message: "404: Not Found" });
  it.each<[string, Reply, string | null]>([
    ["rejects the ids as invalid", json(400, { code: 50035, message: "Invalid" }), null],
    ["refuses the token", json(401, { code: 0, message: "No" }), "conflict"],
    ["refuses a bot's token", json(403, { code: 20001, message: "No" }), "bots-not-allowed"],
    ["limits requests", json(429, { message: "slow" }), "rate-limited"],
    ["fails", { status: 500 }, "bad-gateway"],
    ["redirects", { status: 302 }, "bad-gateway"],
    ["has no such route", noRoute, "not-offered"],
  ])(
    "tests the token with a harmless request if the account has no profile (the instance %s)",
    async (_, reply, code) => {
      const { client, asked } = await instance([noRoute, reply]);
      const connecting = connectAccount(client, { token: "a" });
      if (code === null) expect(await connecting).toEqual({ token: "a", id: null, username: null });
      else expect(await failureOf(connecting)).toMatchObject({ code, hadNoEffect: true });
      expect(asked[1]?.body).toBe('{"guild_id":"0","permissions":"0","authorize":false}');
    },
  );

  const entered = { login: "mara", password: "pw" };
  it.each([{ mfa: true }, { ticket: "t" }])("sends the name, password and code after %j", async (answer) => {
    const { client, asked } = await instance([json(200, answer), json(200, { token: "a.b" }), me]);
    expect(await connectAccount(client, { ...entered, code: "123" })).toMatchObject({ token: "a.b" });
    expect(asked.slice(0, 2).map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { login: "mara", password: "pw", undelete: false },
      { code: "123", ...("ticket" in answer && answer) },
    ]);
  });

  it("has no unknown outcome if an answer to the sign-in is lost", async () => {
    for (const replies of [[], [json(200, { ticket: "t" })]]) {
      const { client } = await instance(replies);
      expect((await failureOf(connectAccount(client, { ...entered, code: "1" }))).details).toEqual({});
    }
  });

  it("names the field of a code that the instance refuses", async () => {
    const { client } = await instance([json(200, { mfa: true, ticket: "t" }), json(400, {})]);
    await expect(connectAccount(client, { ...entered, code: "1" })).rejects.toMatchObject({
      problems: [{ path: "code", message: "Enter the current code from the authenticator." }],
    });
  });

  const mfa = json(200, { mfa: true, ticket: "t" });
  it.each<[string, Reply[], { code?: string }, { code: string; message: RegExp }]>([
    [
      "a wrong password",
      [json(401, { code: 0 })],
      {},
      { code: "forbidden", message: /^Wrong name or password/ },
    ],
    ["a captcha", [json(400, { captcha_key: [] })], {}, { code: "conflict", message: /requires a captcha/ }],
    [
      "a refused field",
      [json(400, { code: 50035, errors: { login: { _errors: [{ message: "No such user." }] } } })],
      {},
      { code: "forbidden", message: /^No such user\.$/ },
    ],
    [
      "another error",
      [json(403, { code: 7, message: "Banned." })],
      {},
      { code: "forbidden", message: /^Banned\./ },
    ],
    ["no token", [json(200, {})], {}, { code: "conflict", message: /did not return a token/ }],
    ["a ticket without a code", [mfa], {}, { code: "code-required", message: /two-factor/ }],
    ["a ticket with an empty code", [mfa], { code: "" }, { code: "code-required", message: /two-factor/ }],
    [
      "a wrong code",
      [mfa, json(400, {})],
      { code: "1" },
      { code: "code-required", message: /does not accept this code/ },
    ],
    [
      "no token after the code",
      [mfa, json(200, {})],
      { code: "1" },
      { code: "conflict", message: /did not return/ },
    ],
    [
      "an error after the code",
      [mfa, { status: 500 }],
      { code: "1" },
      { code: "bad-gateway", message: /internal error/ },
    ],
  ])("explains a sign-in that ends with %s", async (_, replies, more, { code, message }) => {
    const { client } = await instance(replies, { credential: undefined });
    await expect(connectAccount(client, { ...entered, ...more })).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message) as unknown,
    });
  });
});
