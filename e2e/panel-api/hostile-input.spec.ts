import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import { expect, type Instance, stored, test } from "../support/instance";
import { operator } from "../support/panel";
import { PanelClient } from "../support/session";

/* Tests requests that the panel's forms never send. The panel must refuse them with a status from 400 to 499. */

const config = "/api/panel/config";

let instance: Instance;
let client: PanelClient;
test.beforeAll(async ({ instance: shared, panelWith }) => {
  instance = shared;
  ({ client } = await panelWith());
});

const json = { "content-type": "application/json" };
const deceptive = { NUL: "a\0b", "a right-to-left override": "a\u202eb", "a byte order mark": "a\ufeffb" };

async function post(path: string, body: BodyInit, method = "POST"): Promise<[number, string]> {
  const { etag } = await client.json<ConfigSnapshot>(config);
  const headers = { ...json, "if-match": `"${etag}"` };
  const response = await client.fetch(path, { method, headers, body, redirect: "manual" });
  return [response.status, await response.text()];
}

test("every kind of route refuses invalid JSON, repeated keys and __proto__", async () => {
  const bodies: Record<string, string> = {
    "cut off": '{"name":"Pier"',
    "a key twice": '{"name":"Pier","name":"Quay"}',
    "a key twice, once escaped": '{"name":"Pier","n\\u0061me":"Quay"}',
    "a key twice, deep inside": '{"name":"Pier","a":[{"b":1,"b":2}]}',
    __proto__: '{"name":"Pier","__proto__":{"a":1}}',
    "__proto__, escaped": '{"name":"Pier","__pr\\u006fto__":{"a":1}}',
    "a byte order mark": '\ufeff{"name":"Pier"}',
    "a zero byte": '{"name":"Pier"}\0',
  };
  for (const path of ["/api/panel/guilds", "/api/setup", "/api/auth/callback/credentials"]) {
    for (const [what, body] of Object.entries(bodies)) {
      const [status, text] = await post(path, body);
      expect([path, what, status, text]).toEqual([
        path,
        what,
        400,
        expect.stringContaining("malformed-json"),
      ]);
    }
  }
});

test("next-auth's routes respond to invalid input with a 4xx status", async () => {
  const { csrfToken } = await client.json<{ csrfToken: string }>("/api/auth/csrf");
  const bodies = [
    "[]",
    "null",
    '"x"',
    "7",
    JSON.stringify({ csrfToken, callbackUrl: { a: 1 }, ...operator }),
    JSON.stringify({ csrfToken, callbackUrl: 7 }),
    JSON.stringify({ csrfToken: ["x"] }),
    JSON.stringify({ csrfToken, username: { $ne: 1 }, password: [] }),
  ];
  for (const action of ["callback/credentials", "signin/credentials", "signout", "session", "signin/none"]) {
    for (const body of bodies) {
      const [status] = await post(`/api/auth/${action}`, body);
      expect([action, body, status]).toEqual([action, body, 422]);
    }
  }
  const untyped = await client.fetch("/api/auth/signout", {
    method: "POST",
    headers: { "content-type": "text/x-json" },
    body: "{",
  });
  expect(untyped.status).toBe(415);
  // next-auth's log route must not write input to the log.
  expect((await post("/api/auth/_log", '{"code":"FORGED","level":"error"}'))[0]).toBeLessThan(500);
  expect(instance.panel.output()).not.toContain("FORGED");
});

test("a sign-in with a JSON body works", async () => {
  const { csrfToken } = await client.json<{ csrfToken: string }>("/api/auth/csrf");
  const [status, text] = await post(
    "/api/auth/callback/credentials",
    JSON.stringify({ csrfToken, ...operator, json: true }),
  );
  expect([status, JSON.parse(text)]).toEqual([200, { url: instance.url }]);
});

test("names cannot contain look-alike characters", stored, async () => {
  for (const [what, name] of Object.entries(deceptive)) {
    const guild = await post("/api/panel/guilds", JSON.stringify({ name }));
    expect([what, guild]).toEqual([what, [400, expect.stringContaining("invalid-input")]]);
    const input = { token: "any", username: name, password: "fog horn at dawn" };
    const [status] = await post("/api/join", JSON.stringify(input));
    expect([what, status]).toEqual([what, 422]);
    const form = { ...operator, username: name };
    await expect(PanelClient.signIn(instance.panel, form)).rejects.toThrow("401");
  }
});

test("a NUL character in a note is reported as a problem with the note", stored, async () => {
  const operations = [{ op: "set", path: "general.instanceName", value: "Pier" }];
  const before = await instance.panel.readConfig();
  const { text } = await client.json<{ text: string }>(`${config}/raw`);
  for (const [method, path, body] of [
    ["PATCH", config, { operations }],
    ["PUT", `${config}/raw`, { text }],
    ["POST", `${config}/file`, {}],
    ["POST", `${config}/revisions/1/restore`, {}],
  ] as const) {
    const [status, answer] = await post(path, JSON.stringify({ ...body, note: "why\0not" }), method);
    expect([path, status, JSON.parse(answer)]).toMatchObject([path, 422, { problems: [{ path: "note" }] }]);
  }
  expect(await instance.panel.readConfig()).toBe(before);
});

test("a paged list opens even if the page position in the URL is invalid", stored, async () => {
  for (const before of ["1e300", "1.5", "-1", "x", "%00", "9".repeat(40)]) {
    for (const page of ["/audit", "/settings/history"]) {
      const address = `${page}?before=${before}`;
      const answer = await client.fetch(address);
      // If the data of a page cannot be loaded, the page still has the status 200, and shows the error
      // instead of its content.
      expect([address, answer.status, (await answer.text()).includes("<h1")]).toEqual([address, 200, true]);
    }
  }
});

test("database errors never appear in a redirect or a page", stored, async () => {
  const { csrfToken } = await client.json<{ csrfToken: string }>("/api/auth/csrf");
  await instance.sql("alter table operators rename to operators_away");
  try {
    const form = new URLSearchParams({ csrfToken, ...operator, json: "true" });
    const answers = [
      await client.fetch("/api/auth/callback/credentials", { method: "POST", body: form }),
      await client.fetch(config),
      await client.fetch("/login"),
      await client.fetch("/"),
    ];
    for (const answer of answers) {
      expect(await answer.text()).not.toMatch(
        /no such table|does not exist|relation|operators_away|select /i,
      );
      expect(answer.url).not.toMatch(/table|relation/);
    }
  } finally {
    await instance.sql("alter table operators_away rename to operators");
  }
});

test("every line of the log is a JSON object, regardless of what cookies contain", async () => {
  const token = "next-auth.session-token";
  const from = instance.panel.output().length;
  const cookies = [
    `${token}=x`,
    `${token}=eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..x.y.z`,
    `${token}=eyJhbGciOiJub25lIn0.e30.`,
    `${token}=%E0%A4%A`,
    `${token}.0=a; ${token}.1=b; ${token}.x=c`,
    `${token}="{\\"level\\":60}"`,
    `${token}=${"a.".repeat(2_000)}`,
    "next-auth.csrf-token=%00|x; next-auth.callback-url=javascript:alert(1)",
    "next-auth.callback-url=%E0%A4%A; next-auth.csrf-token=||||",
    "__proto__=1; constructor=2; =3; ;;;",
  ];
  for (const cookie of cookies) {
    for (const path of ["/", "/login", config, "/api/auth/session", "/api/auth/csrf", "/api/auth/signin"]) {
      const { status } = await fetch(`${instance.url}${path}`, { headers: { cookie }, redirect: "manual" });
      expect([cookie, path, status < 500]).toEqual([cookie, path, true]);
    }
    for (const action of ["signout", "callback/credentials", "session"])
      await fetch(`${instance.url}/api/auth/${action}`, {
        method: "POST",
        headers: { cookie },
        body: new URLSearchParams({ csrfToken: "x" }),
        redirect: "manual",
      });
  }
  const lines = instance.panel.output().slice(from).split("\n").filter(Boolean);
  expect(lines.length).toBeGreaterThan(cookies.length);
  for (const line of lines) expect(() => JSON.parse(line) as unknown, line).not.toThrow();
});

test("signing in works even if the return URL is invalid", async () => {
  for (const [query, cookie] of [
    ["?callbackUrl=javascript:alert(1)", ""],
    ["?callbackUrl=//", ""],
    ["", "next-auth.callback-url=javascript:alert(1)"],
  ] as const) {
    const answer = await fetch(`${instance.url}/api/auth/csrf${query}`, { headers: { cookie } });
    expect([query, cookie, answer.status]).toEqual([query, cookie, 200]);
    expect(answer.headers.getSetCookie().join()).not.toContain("alert");
  }
});

test("setup refuses look-alike characters in names", stored, async ({ panelBeforeSetUp: panel }) => {
  const token = /token=(\S+)/.exec(panel.output())?.[1] ?? "";
  for (const [what, name] of Object.entries(deceptive)) {
    for (const input of [
      { ...operator, guildName: name },
      { ...operator, username: `${name}.`, guildName: "Pier" },
    ]) {
      const body = JSON.stringify({ token, ...input });
      const { status } = await fetch(`${panel.url}/api/setup`, { method: "POST", headers: json, body });
      expect([what, input, status >= 400 && status < 500]).toEqual([what, input, true]);
    }
  }
});
