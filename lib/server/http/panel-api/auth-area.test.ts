import { expect, onTestFinished, test, vi } from "vitest";
import { AppError } from "@/lib/errors";
import { changeEnv, env, operators, requestContext, theRooms } from "@/testing/rooms";
import { sentBody } from "@/testing/sent-body";
import { openTestPanel } from "@/testing/test-panel";
import { authArea } from "./auth-area";

openTestPanel();

const form = "application/x-www-form-urlencoded";

function ask(method: string, path: string, headers: Record<string, string> = {}, body = "") {
  const [start = "", query] = path.split("?");
  return authArea(theRooms()).answer!({
    method,
    path: `/api/auth/${start}`,
    search: query === undefined ? "" : `?${query}`,
    header: (name) => headers[name] ?? null,
    readBody: sentBody(body),
    context: requestContext(),
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
  expect(parsed(await ask("GET", "session", { cookie: "next-auth.session-token=x" }))).toEqual({});
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
  expect([answered.status, answered.cookies?.[0]]).toEqual([
    200,
    "next-auth.callback-url=; Path=/; Max-Age=0",
  ]);
});

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
  expect((await ask("POST", "signout", { origin: "https://evil.example" })).status).toBe(403);
  expect((await ask("POST", "_log")).status).toBe(204);
});

test("the sign-out page of next-auth names its charset", async () => {
  const { status, headers, body } = await ask("GET", "signout");
  expect([status, headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
  expect(String(body)).toContain("<form");
});
