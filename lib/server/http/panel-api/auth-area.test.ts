import { expect, onTestFinished, test, vi } from "vitest";
import { AppError } from "@/lib/errors";
import { changeEnv, db, env, operators, requestContext, theRooms } from "@/testing/rooms";
import { SIGN_IN_STEPS } from "@/lib/server/operators/oidc/provider";
import { sentBody } from "@/testing/sent-body";
import { openTestPanel } from "@/testing/test-panel";
import { authArea } from "./auth-area";

openTestPanel();

const form = "application/x-www-form-urlencoded";

function ask(method: string, path: string, headers: Record<string, string> = {}, body = "", peer = "") {
  const [start = "", query] = path.split("?");
  return authArea(theRooms()).answer!({
    method,
    path: `/api/auth/${start}`,
    search: query === undefined ? "" : `?${query}`,
    header: (name) => headers[name] ?? null,
    readBody: sentBody(body),
    context: theRooms().contexts.create(peer, () => null),
    closed: () => new AbortController().signal,
  });
}

const parsed = ({ body }: { body?: unknown }) => JSON.parse(String(body)) as Record<string, unknown>;

/** Signs in with these fields, as JSON or as a form. */
async function signIn(fields: string, type: string) {
  const csrf = await ask("GET", "csrf");
  const cookie = (csrf.cookies ?? []).map((line) => line.split(";")[0]).join("; ");
  const { csrfToken } = parsed(csrf);
  const body =
    type === form
      ? `${fields}&csrfToken=${String(csrfToken)}`
      : `{${fields},"csrfToken":"${String(csrfToken)}"}`;
  return ask("POST", "callback/credentials", { "content-type": type, cookie }, body);
}

test.each([
  ["username=keeper&password=lantern+on+the+pier&json=true", form],
  ['"username":"keeper","password":"lantern on the pier","json":true', "application/json"],
])("a sign-in sets the session's cookie, which names the session: %s", async (fields, type) => {
  const { status, cookies = [] } = await signIn(fields, type);
  expect([status, cookies.map((line) => line.split("=")[0])]).toEqual([
    200,
    expect.arrayContaining(["next-auth.session-token"]),
  ]);
  const cookie = cookies.map((line) => line.split(";")[0]).join("; ");
  expect(parsed(await ask("GET", "session", { cookie }))).toMatchObject({ user: { name: "keeper" } });
  const without = await ask("GET", "session", { cookie: "next-auth.session-token=x" });
  expect(parsed(without)).toEqual({});
  expect(without.headers).toEqual({ "content-type": "application/json", "cache-control": "no-store" });
  // The cookie is still valid for next-auth.
  await db().deleteFrom("sessions").execute();
  expect(parsed(await ask("GET", "session", { cookie }))).toEqual({});
});

test("answers only addresses below /api/auth", () => {
  const paths = ["/api/auth/csrf", "/api/auth/", "/api/auth", "/api/authority", "/x/api/auth/"];
  expect(paths.map((path) => authArea(theRooms()).owns("GET", path))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

test("a sign-in with a passkey begins with a challenge", async () => {
  const { status, body } = await ask("POST", "passkey");
  expect([status, parsed({ body })]).toMatchObject([200, { challenge: expect.any(String) }]);
  expect((await ask("GET", "passkey")).status).toBe(400);
});

test("only steps of sign-ins with the provider are limited per address", async () => {
  const peer = "203.0.113.99";
  for (let count = 0; count < SIGN_IN_STEPS; count += 1) await operators().countSignInStep(peer);
  const statusOf = async (path: string) => (await ask("GET", path, {}, "", peer)).status;
  expect([await statusOf("signin/oidc"), await statusOf("callback/oidc")]).toEqual([429, 429]);
  expect([await statusOf("signin/credentials"), await statusOf("providers/oidc")]).toEqual([302, 200]);
});

test("answers of next-auth are passed on with their headers and cookies", async () => {
  const csrf = await ask("GET", "csrf", { "content-type": "application/json" });
  expect(csrf.headers).toMatchObject({ "content-type": "application/json", pragma: "no-cache" });
  expect(csrf.headers).not.toHaveProperty("set-cookie");
  expect((await ask("GET", "providers")).headers).toEqual({
    ...{ "content-type": "application/json", "cache-control": "no-store" },
  });
  const signIn = await ask("GET", "signin");
  expect([signIn.status, signIn.body]).toEqual([302, undefined]);
  expect(signIn.headers).toEqual({
    ...{ location: expect.stringMatching(/^\/login\?callbackUrl=/), "cache-control": "no-store" },
  });
});

test.each([
  [{ basePath: "/admin", isHttps: false }, "next-auth.csrf-token", "Path=/admin; HttpOnly; SameSite=Lax"],
  [{ basePath: "", isHttps: true }, "__Host-next-auth.csrf-token", "Path=/; HttpOnly; Secure; SameSite=Lax"],
  [
    { basePath: "/admin", isHttps: true },
    "__Secure-next-auth.csrf-token",
    "Path=/admin; HttpOnly; Secure; SameSite=Lax",
  ],
])(
  "the cookies of a panel with %j are not sent to other panels of the host",
  async (variables, name, attributes) => {
    const { basePath, isHttps } = env();
    changeEnv(variables);
    onTestFinished(() => changeEnv({ basePath, isHttps }));
    const [cookie = ""] = (await ask("GET", "csrf")).cookies ?? [];
    expect(cookie.replace(/=[^;]*/, "")).toBe(`${name}; ${attributes}`);
  },
);

test("of two cookies with the same name the first counts, which is that of the longer path", async () => {
  const csrf = await ask("GET", "csrf");
  const own = (csrf.cookies ?? []).map((line) => line.split(";")[0]).join("; ");
  const other = "next-auth.csrf-token=other; next-auth.session-token=other";
  const fields = `username=keeper&password=lantern+on+the+pier&json=true&csrfToken=${String(parsed(csrf).csrfToken)}`;
  const type = { "content-type": form };
  const { cookies = [] } = await ask(
    "POST",
    "callback/credentials",
    { ...type, cookie: `${own}; ${other}` },
    fields,
  );
  const session = cookies.map((line) => line.split(";")[0]).find((pair) => pair?.includes("session-token"));
  const both = { cookie: `${session}; ${other}` };
  expect(parsed(await ask("GET", "session", both))).toMatchObject({ user: { name: "keeper" } });
  const signed = {
    header: (name: string) => (name === "cookie" ? both.cookie : null),
    context: requestContext(),
  };
  expect((await operators().requestSession(signed))?.operator.username).toBe("keeper");
});

test("a wrong password is refused without a session", async () => {
  const { status, cookies = [] } = await signIn("username=keeper&password=wrong&json=true", form);
  expect([status, cookies.some((line) => line.startsWith("next-auth.session-token"))]).toEqual([401, false]);
});

test.each([
  ["a key that occurs twice", '{"note":"a","note":"b"}'],
  ["__proto__", '{"__proto__":{"note":"a"}}'],
  ["nesting that no request needs", `${"[".repeat(5_000)}${"]".repeat(5_000)}`],
  ["a comment", "{} // x"],
  ["nothing", ""],
])("refuses a body with %s", async (_, body) => {
  const headers = { "content-type": "application/json" };
  expect(parsed(await ask("POST", "callback/credentials", headers, body))).toMatchObject({
    code: "malformed-json",
  });
});

test("an invalid callback URL is ignored, and its cookie is deleted", async () => {
  const cookie = "next-auth.callback-url=http%3A%2F%2F%5B";
  const answered = await ask("GET", "providers?callbackUrl=javascript:1", { cookie });
  expect([answered.status, answered.cookies]).toEqual([200, ["next-auth.callback-url=; Path=/; Max-Age=0"]]);
});

test.each([
  ["next-auth.callback-url", "", []],
  ["next-auth.callback-url", "/settings", []],
  ["next-auth.callback-url", "http://localhost:3000/settings", []],
  ["next-auth.callback-url", "https://panel.example.org", []],
  ["next-auth.callback-url", "settings/", ["next-auth.callback-url=; Path=/; Max-Age=0"]],
  ["next-auth.callback-url", "xhttp://panel", ["next-auth.callback-url=; Path=/; Max-Age=0"]],
  [
    "__Secure-next-auth.callback-url",
    "javascript:1",
    ["__Secure-next-auth.callback-url=; Path=/; Max-Age=0; Secure"],
  ],
  [
    "x__Secure-next-auth.callback-url",
    "javascript:1",
    ["x__Secure-next-auth.callback-url=; Path=/; Max-Age=0"],
  ],
])(
  "the cookie %s with the callback URL %j is deleted only if next-auth fails for it",
  async (name, url, deleted) => {
    const { status, cookies } = await ask("GET", "providers", {
      cookie: `${name}=${encodeURIComponent(url)}`,
    });
    expect([status, cookies]).toEqual([200, deleted]);
  },
);

test("below a path, the cookie of an invalid callback URL is deleted at both paths", async () => {
  const { basePath } = env();
  changeEnv({ basePath: "/admin" });
  onTestFinished(() => changeEnv({ basePath }));
  const expired = async (name: string) => {
    const { cookies = [] } = await ask("GET", "providers", { cookie: `${name}=http%3A%2F%2F%5B` });
    return cookies
      .filter((line) => line.startsWith(`${name}=;`))
      .map((line) => line.split("; ").slice(1, 2).join());
  };
  expect(await expired("next-auth.callback-url")).toEqual(["Path=/", "Path=/admin"]);
  expect(await expired("__Host-next-auth.callback-url")).toEqual(["Path=/"]);
});

test.each([
  "https://evil.example/",
  "//evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "javascript:alert(1)",
  "http://[",
  "https:evil.example",
])("a sign-in leads to the panel with the callback URL %j", async (callbackUrl) => {
  const { status, body } = await signIn(
    `username=keeper&password=lantern+on+the+pier&json=true&callbackUrl=${encodeURIComponent(callbackUrl)}`,
    form,
  );
  const { url } = parsed({ body });
  expect([status, new URL(String(url)).origin]).toEqual([200, new URL(env().publicUrl).origin]);
});

test("a sign-in that the front door refuses is not logged, because a flood would fill the log", () => {
  const logged = vi.spyOn(theRooms().log, "error");
  const { status } = authArea(theRooms()).refuse(new AppError("unavailable", "Busy."), requestContext());
  expect([status, logged.mock.calls]).toEqual([503, []]);
  logged.mockRestore();
});

test("answers GET, HEAD and POST from the panel's own pages", async () => {
  const head = await ask("HEAD", "csrf");
  expect([head.status, head.body]).toEqual([200, undefined]);
  expect(await ask("OPTIONS", "csrf")).toEqual({
    status: 204,
    headers: { Allow: "GET, HEAD, POST, OPTIONS" },
  });
  expect((await ask("PUT", "csrf")).headers.Allow).toBe("GET, HEAD, POST, OPTIONS");
  const foreign = await ask("POST", "signout", { origin: "https://evil.example" });
  expect(foreign.status).toBe(403);
  expect(foreign.headers).not.toHaveProperty("Allow");
  expect((await ask("POST", "_log")).status).toBe(204);
});

test("the sign-out page of next-auth names its charset", async () => {
  const { status, headers, body } = await ask("GET", "signout");
  expect([status, headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
  expect(String(body)).toContain("<form");
});
