import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { changeEnv, db, env, operators, requestContext, theRooms } from "@/testing/rooms";
import { AppError } from "@/lib/errors";
import * as z from "zod";
import { askPostgres } from "@/lib/server/db/unavailable";
import { openTestPanel } from "@/testing/test-panel";
import { DOCTOR_HEADER } from "@/lib/request-headers";
import { doctorProof, storedSecret } from "@/lib/server/panel/doctor-proof";
import { insteadOfPages, mayReadDoctor, panelArea, unknownArea } from "./area";
import { openArea } from "./open-area";
import { rowId } from "@/lib/server/panel/page-address";
import { refuseOtherSites } from "./same-origin";
import { sentBody } from "@/testing/sent-body";

const panel = openTestPanel({ general: { instanceName: "Harbor" } }, { LOG_LEVEL: "silent" });

const request = (path: string, method = "GET") => ({
  method,
  path,
  search: "",
  header: () => null,
  readBody: sentBody(),
  context: requestContext(),
  closed: () => new AbortController().signal,
});

describe("the panel API", () => {
  test.each([
    ["/api/panel/bots", true, null],
    ["/api/panel/", false, "/api/panel"],
    ["/api/panel/bots/", false, "/api/panel/bots"],
    ["/api/panel//bots", false, "/api/panel/bots"],
    ["/api/panel", false, null],
    ["/api", false, null],
    ["/api/panels", false, null],
    ["/api//evil.example/", false, "/api/evil.example"],
  ])("contains the path %s: %j; otherwise redirects to %j", async (path, isPanel, location) => {
    expect([panelArea(theRooms()).owns("GET", path), unknownArea(theRooms()).owns("GET", path)]).toEqual([
      isPanel,
      true,
    ]);
    for (const basePath of ["", "/admin"]) {
      const area = unknownArea({ ...theRooms(), env: { ...env(), basePath } });
      const answered = await area.answer!({ ...request(path), search: "?a=1" });
      expect([answered.status, answered.headers.location]).toEqual(
        location === null ? [404, undefined] : [308, `${basePath}${location}?a=1`],
      );
    }
  });

  test("leaves pages to Next", () => {
    for (const path of ["/apis", "/x/api/panel/bots", "//api/panel/bots", "/settings"])
      expect(unknownArea(theRooms()).owns("GET", path)).toBe(false);
  });

  test("ends its streams when the panel stops", async () => {
    const rooms = theRooms();
    const stop = vi.fn<() => void>();
    const { stream } = rooms.streams.open({
      signal: new AbortController().signal,
      allowed: async () => true,
      begin: () => ({ greeted: Promise.resolve(), stop }),
    });
    panelArea(rooms).end!();
    // Other rooms, because these open no more streams.
    changeEnv({});
    expect(stop).toHaveBeenCalledOnce();
    expect(await new Response(stream).text()).toBe("retry: 2000\n\n");
  });

  test("finds a path's handler in the route table", async () => {
    const answered = await panelArea(theRooms()).answer!(request("/api/panel/operators"));
    expect([answered.status, answered.route]).toEqual([401, "panel/operators"]);
  });
});

describe("the health check", () => {
  const health = () => openArea(theRooms()).answer!(request("/api/health"));
  let before: Awaited<ReturnType<typeof health>>;
  beforeAll(async () => {
    before = await health();
    await theRooms().panel.startUp.migrate();
  });

  test("answers only GET and HEAD at its path", async () => {
    expect(openArea(theRooms()).owns("GET", "/api/healthy")).toBe(false);
    const refused = await openArea(theRooms()).answer!(request("/api/health", "POST"));
    expect([refused.status, refused.headers.Allow]).toEqual([405, "GET, HEAD, OPTIONS"]);
  });

  test("answers 200 once the panel works, and 503 before that", async () => {
    expect([before.status, JSON.parse(String(before.body))]).toMatchObject([503, { status: "unavailable" }]);
    const after = await health();
    expect([after.status, JSON.parse(String(after.body))]).toMatchObject([200, { status: "ok" }]);
    expect(after.headers).toEqual({ "Content-Type": "application/json", "Cache-Control": "no-store" });
  });

  test("reports how the request arrived only to the panel's own doctor", async () => {
    const proof = doctorProof(storedSecret(env())!);
    const headers: Record<string, string> = { host: "panel.example.org", "x-forwarded-for": "203.0.113.5" };
    const arrived = async (given?: string) => {
      const { body } = await openArea(theRooms()).answer!({
        ...request("/api/health"),
        header: (name) => (name === DOCTOR_HEADER ? (given ?? null) : (headers[name] ?? null)),
        context: theRooms().contexts.create("203.0.113.6", () => null),
      });
      return (JSON.parse(String(body)) as { arrived?: unknown }).arrived;
    };
    expect(await arrived(proof)).toEqual({
      ...{ host: "panel.example.org", address: "203.0.113.6", forwarded: "203.0.113.5" },
    });
    expect([await arrived(), await arrived(""), await arrived(`x${proof.slice(1)}`)]).toEqual(
      Array(3).fill(undefined),
    );
  });

  test("reports a running instance as unknown until its first check has finished", async () => {
    panel.connect("http://127.0.0.1:9/api");
    onTestFinished(() => panel.connect());
    expect(await theRooms().panel.health()).toMatchObject({ status: "ok", instance: "unknown" });
    await vi.waitFor(async () =>
      expect(await theRooms().panel.health()).toMatchObject({ status: "ok", instance: "unreachable" }),
    );
  });
});

/** Calls `work` while the panel's queries fail. */
async function withoutDatabase<T>(work: () => Promise<T>): Promise<T> {
  await db().schema.alterTable("meta").renameTo("meta_elsewhere").execute();
  try {
    return await work();
  } finally {
    await db().schema.alterTable("meta_elsewhere").renameTo("meta").execute();
  }
}

test("every page shows an error while the database is unavailable", async () => {
  expect(await insteadOfPages(theRooms())).toBeNull();
  const logged = vi.spyOn(theRooms().log, "error");
  const answer = await withoutDatabase(() => insteadOfPages(theRooms()));
  expect(logged.mock.calls).toEqual([[{ err: expect.any(Error) }, "The database is unavailable"]]);
  logged.mockRestore();
  expect(answer).toMatchObject({ status: 503, headers: { "Retry-After": "5", "Cache-Control": "no-store" } });
  expect(String(answer?.body)).toContain("The database is unavailable");
  expect(String(answer?.body)).toContain('<meta http-equiv="refresh" content="5">');
});

describe("a request that changes data", () => {
  const sent = (headers: Record<string, string>, method = "POST", safe?: readonly string[]) => {
    const known = new Map(Object.entries(headers));
    const header = (name: string) => known.get(name) ?? null;
    try {
      refuseOtherSites(theRooms().env.publicUrl, { method, header }, safe);
      return "accepted";
    } catch (error) {
      return error instanceof AppError ? `${error.code}: ${error.message}` : String(error);
    }
  };
  const host = "panel.example.org:3000";

  test.each([
    [{}],
    [{ "sec-fetch-site": "same-origin", origin: "https://evil.example" }],
    [{ "sec-fetch-site": "none" }],
    [{ origin: `https://${host}`, host }],
    [{ origin: `http://${host}`, host: host.toUpperCase() }],
    [{ origin: "http://localhost:3000", host }],
  ])("is accepted if it does not come from another site: %j", (headers) => {
    expect(sent(headers)).toBe("accepted");
  });

  test.each([
    [{ "sec-fetch-site": "same-site", origin: `https://${host}`, host }],
    [{ "sec-fetch-site": "cross-site" }],
    [{ origin: "https://evil.example", host }],
    [{ origin: "http://panel.example.org:3001", host }],
    [{ origin: "null", host }],
    [{ origin: "null" }],
    [{ origin: "https://evil.example" }],
  ])("is refused if it comes from another site: %j", (headers) => {
    expect(sent(headers)).toMatch(/^forbidden: .+its own pages at http:\/\/localhost:3000\./);
  });

  test("from another site gets an error that names the site", () => {
    expect(sent({ origin: "https://evil.example:8080" })).toContain("comes from https://evil.example:8080,");
    for (const origin of [
      "https://evil.example/<script>",
      `https://${"x".repeat(261)}`,
      "evil",
      "xhttps://a",
    ])
      expect(sent({ origin })).toContain("comes from another site,");
  });

  test("is recognized by any method other than GET, HEAD or OPTIONS", () => {
    const foreign = { origin: "https://evil.example" };
    for (const method of ["GET", "HEAD", "OPTIONS"]) expect(sent(foreign, method)).toBe("accepted");
    for (const method of ["PUT", "PATCH", "DELETE"]) expect(sent(foreign, method)).toContain("forbidden");
    expect(sent(foreign, "GET", [])).toContain("forbidden");
  });
});

describe("a route that needs no session", () => {
  const ask = (path: string, method: string, text = "", headers: Record<string, string> = {}) => {
    const given = new Map(Object.entries({ "content-type": "application/json", ...headers }));
    return openArea(theRooms()).answer!({
      ...request(path, method),
      header: (name) => given.get(name) ?? null,
      readBody: sentBody(text),
    });
  };

  test("reports errors as problem details", async () => {
    for (const [text, status] of [
      ["{", 400],
      ['{"name": 3}', 422],
      ['{"token": "wrong", "username": "mara", "password": "a long password", "guildName": "Pier"}', 403],
    ] as const) {
      const refused = await ask("/api/setup", "POST", text);
      expect([refused.status, refused.headers["content-type"]]).toEqual([status, "application/problem+json"]);
    }
  });

  test("shows an invitation, and creates the operator who accepts it", async () => {
    const { token } = await operators().createInvitation(panel.operator, {
      ...{ role: "editor", note: "", expiresAt: Date.now() + 60_000 },
    });
    const shown = await ask("/api/join", "POST", JSON.stringify({ token }));
    expect([shown.status, JSON.parse(String(shown.body))]).toMatchObject([200, { role: "editor" }]);
    expect(shown.headers).toEqual({ "content-type": "application/json", "cache-control": "no-store" });
    const person = { token, username: "tomas", password: "a long password" };
    const joined = await ask("/api/join", "POST", JSON.stringify(person));
    const { id } = (await operators().listOperators()).find(({ username }) => username === "tomas")!;
    expect([joined.status, JSON.parse(String(joined.body))]).toEqual([201, { id, username: "tomas" }]);
  });

  test("refuses requests from other sites", async () => {
    const refused = await ask("/api/setup", "POST", "{}", { origin: "https://evil.example" });
    expect(refused.headers).not.toHaveProperty("Allow");
    const { status, body } = refused;
    expect([status, String(body)]).toEqual([403, expect.stringContaining("comes from https://evil.example")]);
  });

  test("names the allowed methods", async () => {
    const refused = await ask("/api/join", "GET");
    expect([refused.status, refused.headers.Allow]).toEqual([405, "POST, OPTIONS"]);
    const options = await ask("/api/openapi.json", "OPTIONS");
    expect([options.status, options.headers.Allow]).toEqual([204, "GET, HEAD, OPTIONS"]);
    const head = await ask("/api/openapi.json", "HEAD");
    expect([head.status, head.body]).toEqual([200, undefined]);
  });
});

test("editors and owners may read the doctor's page", async () => {
  const session = (await panel.session())!;
  expect((["viewer", "editor", "owner"] as const).map((role) => mayReadDoctor({ ...session, role }))).toEqual(
    [...[false, true, true]],
  );
});

test("a row id in an address must be a whole number without leading zeros", () => {
  expect(["1", "42", "9".repeat(15)].map(rowId)).toEqual([1, 42, 999_999_999_999_999]);
  for (const text of ["0", "01", "-1", "1.5", " 1", "1 ", "x1", "1x", "", "9".repeat(16), 1, null, undefined])
    expect(rowId(text)).toBeUndefined();
});

test("the API and gateway URLs for bots are read from the configuration file", async () => {
  const addresses = { api: null, gateway: null, version: "9" };
  expect(await theRooms().panel.sessionInstances.botAddresses()).toEqual(addresses);
  await panel.write({
    api: { endpointPublic: "https://chat.example.org/api", defaultVersion: "8" },
    gateway: { endpointPublic: "wss://gateway.example.org" },
  });
  expect(await theRooms().panel.sessionInstances.botAddresses()).toEqual({
    api: "https://chat.example.org/api",
    gateway: "wss://gateway.example.org",
    version: "8",
  });
  await panel.write({ api: { endpointPublic: "chat" }, gateway: { endpointPublic: "" } });
  expect(await theRooms().panel.sessionInstances.botAddresses()).toEqual(addresses);
});

describe("problem details", () => {
  test("do not contain the error message of an unavailable database", async () => {
    const error = Object.assign(new Error("terminating connection to 10.0.0.7"), { code: "57P01" });
    await expect(askPostgres(() => Promise.reject(error))).rejects.toBe(error);
    const { status, body } = theRooms().problems.problemAnswer(error);
    expect([status, JSON.parse(String(body))]).toMatchObject([503, { code: "unavailable", status: 503 }]);
    expect(String(body)).not.toContain("10.0.0.7");
  });

  test("contain each invalid field, the time to wait, and the current version", () => {
    const invalid = theRooms().problems.problemAnswer(
      z.object({ a: z.object({ b: z.string() }) }).safeParse({ a: { b: 1 } }).error,
    );
    expect([invalid.status, JSON.parse(String(invalid.body))]).toMatchObject([
      422,
      {
        type: "urn:instance-admin:problem:invalid-settings",
        title: expect.any(String),
        status: 422,
        problems: [{ path: "a.b", message: expect.any(String) }],
      },
    ]);
    expect(invalid.headers).toEqual({
      "content-type": "application/problem+json",
      "cache-control": "no-store",
    });
    const late = theRooms().problems.problemAnswer(
      new AppError("rate-limited", "Later.", { details: { retryAfter: 60 } }),
    );
    expect(late.headers).toMatchObject({ "retry-after": "60" });
    expect(JSON.parse(String(late.body))).toEqual({
      type: "urn:instance-admin:problem:rate-limited",
      title: expect.any(String),
      status: 429,
      detail: "Later.",
      code: "rate-limited",
      retryAfter: 60,
    });
    const old = theRooms().problems.problemAnswer(
      new AppError("conflict", "Changed.", { details: { etag: "v2" } }),
    );
    expect(old.headers).toMatchObject({ etag: '"v2"' });
  });
});

test("the setup of a panel creates its first operator", async () => {
  for (const table of ["sessions", "invitations", "operators"] as const)
    await db().deleteFrom(table).execute();
  const token = await operators().issueSetupToken();
  const first = { token, username: "mara", password: "a long password", guildName: "Pier" };
  const { status, body } = await openArea(theRooms()).answer!({
    ...request("/api/setup", "POST"),
    header: (name) => (name === "content-type" ? "application/json" : null),
    readBody: sentBody(first),
  });
  expect([status, JSON.parse(String(body))]).toEqual([201, { username: "mara" }]);
});
