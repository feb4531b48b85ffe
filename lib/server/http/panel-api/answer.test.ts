import { mkdtempSync, rmSync } from "node:fs";
import { db, requestContext, theRooms } from "@/testing/rooms";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate, setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import * as z from "zod/mini";
import { AppError } from "@/lib/errors";
import { withContext } from "@/lib/request-context";
import { listAudit } from "@/lib/server/audit";
import { migrate } from "@/lib/server/db";
import { createOperator, type Operator } from "@/lib/server/operators";
import type { Role } from "@/lib/shared/role";
import { route } from "@/lib/shared/contract/route";
import { panelApi } from "./answer";
import { handlers } from "./handlers";
import { sentBody } from "@/testing/sent-body";

const folder = mkdtempSync(join(tmpdir(), "panel-api-"));
const password = "lantern on the pier";
let operator: Operator;

beforeAll(async () => {
  vi.stubEnv("DATA_DIR", folder);
  await migrate(db());
  operator = await createOperator(db(), { username: "keeper", password, userId: null });
});
afterAll(async () => {
  await db().destroy();
  rmSync(folder, { recursive: true });
});

const buoy = z.object({ id: z.int(), name: z.string() });
const table = {
  newest: route("GET", "/buoys/newest", {
    summary: "The newest buoy.",
    role: "viewer",
    beforeFactor: true,
    answer: z.object({ ...buoy.shape, etag: z.string() }),
  }),
  read: route("GET", "/buoys/:id", {
    summary: "One buoy.",
    role: "viewer",
    params: z.object({ id: z.coerce.number<string>().check(z.int()) }),
    answer: buoy,
  }),
  rename: route("PATCH", "/buoys/:id", {
    summary: "Renames a buoy.",
    role: "editor",
    audit: "buoy.rename",
    ifMatch: true,
    etag: true,
    limit: 100,
    body: z.object({ name: z.string("Enter a name.") }),
    answer: z.object({ etag: z.string(), name: z.string() }),
  }),
  light: route("PUT", "/buoys/:id/light", {
    summary: "Turns the light on or off.",
    role: "editor",
    audit: ["buoy.on", "buoy.off"],
    body: z.object({ isOn: z.boolean() }),
    answer: z.object({ isOn: z.boolean() }),
    status: 201,
  }),
  sink: route("DELETE", "/buoys/:id", {
    summary: "Sinks a buoy.",
    role: "owner",
    audit: "buoy.sink",
    proof: { refusal: "The buoy was not sunk" },
    answer: z.object({ sunk: z.boolean() }),
  }),
  moor: route("PUT", "/buoys/:id/mooring", {
    summary: "Moors a buoy.",
    role: "owner",
    proof: { refusal: "The buoy was not moored" },
    body: z.object({ depth: z.int("Enter the depth.") }),
    answer: z.object({ depth: z.int() }),
  }),
  logbook: route("GET", "/logbook", {
    summary: "The logbook.",
    role: "owner",
    proof: { refusal: "Nothing was shown" },
    answer: z.object({ pages: z.int() }),
  }),
  chart: route("GET", "/chart", {
    summary: "The chart.",
    role: "viewer",
    audit: "chart.read",
    answer: "bytes",
  }),
  sound: route("POST", "/soundings", {
    summary: "Stores soundings.",
    role: "editor",
    takesTurns: "edits",
    body: z.object({ text: z.string() }),
    answer: z.object({ atOnce: z.int() }),
  }),
  call: route("POST", "/calls", {
    summary: "Calls other ships.",
    role: "viewer",
    body: z.object({ text: z.string() }),
    answer: z.object({ atOnce: z.int() }),
  }),
  forecast: route("POST", "/forecasts", {
    summary: "Forecasts the tides.",
    role: "owner",
    proof: { refusal: "Nothing was forecast" },
    answer: "stream",
  }),
  tides: route("GET", "/tides", { summary: "The tides.", role: "viewer", answer: "stream" }),
  ring: route("POST", "/bells", {
    summary: "Rings the bell.",
    role: "viewer",
    answer: z.object({ rung: z.boolean() }),
  }),
  survey: route("POST", "/surveys", {
    summary: "Stores a survey.",
    role: "owner",
    proof: { refusal: "Nothing was stored", when: "a rock is removed" },
    body: "bytes",
    answer: z.object({ isProved: z.boolean() }),
  }),
};

let chart = new Uint8Array([1, 2]);
let canceled = 0;
let running = 0;
let held: Promise<void> | undefined;
async function counted() {
  const atOnce = (running += 1);
  await (held ?? setImmediate());
  running -= 1;
  return { atOnce };
}
const buoys = handlers(table, () => ({
  newest: async () => ({ id: 9, name: "Newest", etag: "v9" }),
  read: async ({ params: { id } }) => ({ id, name: "Bell" }),
  rename: {
    entry: ({ body }) => ({ detail: { to: body.name }, ...(body.name === "Dock" && { target: "7" }) }),
    async work({ etag, body: { name }, record }) {
      if (name === "Taken") throw new AppError("conflict", "There is a buoy of this name.");
      record({ ...(name === "Pier" && { target: name }), detail: { from: etag } });
      return { etag: "v2", name };
    },
  },
  light: {
    entry: ({ body: { isOn } }) => ({ action: isOn ? "buoy.on" : "buoy.off" }),
    async work({ body, params }) {
      if (params.id === "99")
        throw new AppError("forbidden", "Not this light.", { details: { refused: "light" } });
      return body;
    },
  },
  sink: async () => ({ sunk: true }),
  moor: async ({ body }) => body,
  logbook: async () => ({ pages: 12 }),
  chart: async () => ({ headers: { "content-type": "image/png" }, body: chart }),
  sound: counted,
  call: counted,
  forecast: async () => ({ stream: new ReadableStream() }),
  tides: async () => ({ stream: new ReadableStream({ cancel: () => void (canceled += 1) }) }),
  ring: async () => ({ rung: true }),
  survey: async ({ isProved }) => ({ isProved }),
}));
const panel = () =>
  panelApi(
    Object.entries(table).map(([name, one]) => ({
      route: one,
      load: async () => buoys(theRooms())[name as keyof typeof table],
    })),
    theRooms(),
    async ({ header }) => {
      const role = header("role") as Role | null;
      return role
        ? {
            ...{ id: "1", operator, role, isProved: header("proved") !== null },
            needsFactor: header("needs-factor") !== null,
            ...(header("authorization") !== null && { token: { id: "1", name: "script" } }),
          }
        : undefined;
    },
  );

interface Sent {
  role?: Role | null;
  body?: unknown;
  headers?: Record<string, string>;
  api?: ReturnType<typeof panel>;
  address?: string;
  signal?: AbortSignal;
}

async function ask(
  method: string,
  address: string,
  {
    role = "owner",
    body,
    headers = {},
    api = panel(),
    address: peer = "",
    signal = new AbortController().signal,
  }: Sent = {},
) {
  const [path = "", search = ""] = address.split(/(?=\?)/);
  const all: Record<string, string> = {
    ...(role && { role }),
    ...(body !== undefined && { "content-type": "application/json" }),
    ...headers,
  };
  const context = theRooms().contexts.create(peer, () => null);
  const answer = await withContext(context, () =>
    api.answer({
      method,
      path: `/api/panel${path}`,
      search,
      header: (name) => all[name] ?? null,
      readBody: sentBody(body),
      context,
      closed: () => signal,
    }),
  );
  return { ...answer, json: answer.body === undefined ? undefined : read(answer.body) };
}
const read = (body: string | Uint8Array): unknown => {
  try {
    return JSON.parse(String(body));
  } catch {
    return body;
  }
};

const ifMatch = { "if-match": '"v1"' };

test("returns the handler's value as JSON that must not be cached", async () => {
  expect(await ask("GET", "/buoys/7")).toMatchObject({
    status: 200,
    headers: { "content-type": "application/json", "cache-control": "no-store" },
    json: { id: 7, name: "Bell" },
  });
  expect((await ask("GET", "/buoys/newest")).json).toMatchObject({ id: 9, name: "Newest" });
});

test("answers HEAD like GET, but without a body", async () => {
  expect(await ask("HEAD", "/buoys/7")).toMatchObject({ status: 200, json: undefined });
  expect((await ask("HEAD", "/tides")).stream).toBeUndefined();
  expect(canceled).toBe(1);
  expect(await ask("OPTIONS", "/buoys/7", { role: null })).toMatchObject({
    status: 204,
    headers: { Allow: "GET, PATCH, DELETE, HEAD, OPTIONS" },
  });
});

test("a request without a session gets the same answer for existing and unknown routes", async () => {
  for (const address of ["/buoys/7", "/nothing"]) {
    const refused = await ask("GET", address, { role: null });
    expect(refused).toMatchObject({ status: 401, json: { code: "unauthorized" } });
    expect(refused.headers).not.toHaveProperty("Allow");
  }
  expect((await ask("GET", "/nothing")).status).toBe(404);
  expect(await ask("POST", "/buoys/7", { body: {} })).toMatchObject({
    status: 405,
    headers: { Allow: "GET, PATCH, DELETE, HEAD, OPTIONS" },
  });
});

test("a role can call its own routes and the routes of lower roles", async () => {
  const statusAs = async (role: Role) => {
    const rename = await ask("PATCH", "/buoys/7", { role, headers: ifMatch, body: { name: "Pier" } });
    const sink = await ask("DELETE", "/buoys/7", { role, body: { password } });
    return [(await ask("GET", "/buoys/7", { role })).status, rename.status, sink.status];
  };
  expect(await statusAs("viewer")).toEqual([200, 403, 403]);
  expect(await statusAs("editor")).toEqual([200, 200, 403]);
  expect(await statusAs("owner")).toEqual([200, 200, 200]);
  // The first refusal on an audited route is recorded. Further refusals within a minute are only counted.
  const [refused] = await listAudit(db(), { action: "role.refused" });
  expect(refused).toMatchObject({ actor: operator.username, outcome: "failed", target: "buoy.rename" });
});

test("a refused role is named, and recorded if the action would be", async () => {
  const address = "203.0.113.41";
  const refusals = async () =>
    (await listAudit(db(), { action: "role.refused" })).filter((entry) => entry.address === address);
  const sound = await ask("POST", "/soundings", { role: "viewer", body: { text: "" }, address });
  expect([sound.status, sound.json]).toMatchObject([
    403,
    { detail: expect.stringContaining("Your role is viewer") },
  ]);
  expect(await refusals()).toEqual([]);
  const light = await ask("PUT", "/buoys/99/light", { role: "editor", body: { isOn: true }, address });
  expect([light.status, light.json]).toMatchObject([403, { detail: "Not this light." }]);
  expect(await refusals()).toMatchObject([{ actor: "keeper", target: "buoy.on" }]);
  const sink = await ask("DELETE", "/buoys/7", { role: "editor", body: { password } });
  expect(sink.json).toMatchObject({
    detail: "This requires the role owner, and your role is editor. Ask an owner.",
  });
});

test("an operator who needs a second factor can call only routes for that", async () => {
  const headers = { "needs-factor": "" };
  expect((await ask("GET", "/buoys/7", { headers })).json).toMatchObject({ code: "factor-required" });
  expect((await ask("GET", "/buoys/newest", { headers })).status).toBe(200);
});

test("another site's page cannot send an API token, but can send cookies with it", async () => {
  const headers = { "sec-fetch-site": "cross-site", authorization: "Bearer iadm_script", ...ifMatch };
  const body = { name: "Pier" };
  expect((await ask("PATCH", "/buoys/7", { headers, body })).status).toBe(200);
  expect((await ask("PATCH", "/buoys/7", { headers: { ...headers, cookie: "" }, body })).status).toBe(403);
});

test("a request's body is not read if the route takes none", async () => {
  const tooLong = "x".repeat(1024 * 1024 + 1);
  expect((await ask("GET", "/buoys/7", { body: tooLong })).status).toBe(200);
  expect((await ask("POST", "/bells", { body: "{" })).json).toEqual({ rung: true });
});

test.each([
  [{ password }, 200, { isProved: true }],
  [{ rocks: 1 }, 200, { isProved: false }],
  [[{ password }], 200, { isProved: false }],
  ["{", 200, { isProved: false }],
  [{ password: 5 }, 422, { problems: [{ path: "password", message: "Enter your current password." }] }],
])("a file %j with or without proof of identity is answered with %i", async (body, status, json) =>
  expect(await ask("POST", "/surveys", { body })).toMatchObject({ status, json }),
);

test("refuses changes and audited reads from pages of other sites", async () => {
  const headers = { "sec-fetch-site": "cross-site" };
  const body = { name: "Evil" };
  expect((await ask("PATCH", "/buoys/7", { headers: { ...headers, ...ifMatch }, body })).status).toBe(403);
  expect((await ask("GET", "/chart", { headers })).status).toBe(403);
  expect((await ask("GET", "/buoys/7", { headers })).status).toBe(200);
});

test("refuses invalid input with the field's path and a message", async () => {
  const rename = (body?: unknown) => ask("PATCH", "/buoys/7", { headers: ifMatch, body });
  expect((await rename({})).json).toMatchObject({
    status: 422,
    problems: [{ path: "name", message: "Enter a name." }],
  });
  expect((await ask("PUT", "/buoys/7/light", { body: { isOn: 1 } })).json).toMatchObject({
    problems: [{ path: "isOn", message: "Invalid input: expected boolean, received number" }],
  });
  expect((await ask("GET", "/buoys/bell")).status).toBe(422);
  expect((await rename()).status).toBe(415);
  expect((await ask("PATCH", "/buoys/7", { body: { name: "Pier" } })).status).toBe(428);
});

test.each([
  ['"v1"', 200],
  ['W/"v1"', 200],
  ['  "v1"  ', 200],
  ['x"v1"', 428],
  ['"v1"x', 428],
  ['""', 428],
])("a change of %s is answered with status %i", async (tag, status) => {
  const { status: answered } = await ask("PATCH", "/buoys/7", {
    headers: { "if-match": tag },
    body: { name: "Pier" },
  });
  expect(answered).toBe(status);
});

test("a route that needs proof of identity requires the password or a recent proof", async () => {
  const sink = (sent: unknown) => ask("DELETE", "/buoys/7", { body: { password: sent } });
  expect((await sink("a guess")).json).toMatchObject({
    status: 422,
    detail: "The buoy was not sunk: the current password is wrong.",
    problems: [{ path: "password" }],
  });
  expect((await sink(password)).json).toEqual({ sunk: true });
  // Without a password, the session needs proof of identity from the last ten minutes.
  const unproved = await ask("DELETE", "/buoys/7", { body: {} });
  expect([unproved.status, unproved.json]).toMatchObject([403, { code: "proof-required" }]);
  expect((await ask("DELETE", "/buoys/7", { body: {}, headers: { proved: "" } })).json).toEqual({
    sunk: true,
  });
  // A wrong password is refused even if the session has proof of identity.
  const wrong = await ask("DELETE", "/buoys/7", { body: { password: "x" }, headers: { proved: "" } });
  expect(wrong.status).toBe(422);
});

test("a request without a body can use an earlier proof of identity", async () => {
  const proved = await ask("DELETE", "/buoys/7", { headers: { proved: "" } });
  expect(proved).toMatchObject({ status: 200, json: { sunk: true } });
  const unproved = await ask("DELETE", "/buoys/7", {});
  expect(unproved.json).toMatchObject({ code: "proof-required" });
  const list = await ask("DELETE", "/buoys/7", { headers: { proved: "" }, body: [] });
  expect(list.json).toMatchObject({ status: 422, problems: [{ path: "" }] });
  const code = await ask("DELETE", "/buoys/7", { headers: { proved: "" }, body: { code: 4 } });
  expect(code.json).toMatchObject({ problems: [{ path: "code", message: "Enter a code." }] });
});

test("all problems in a request body are reported together", async () => {
  const moor = (body: unknown) => ask("PUT", "/buoys/7/mooring", { body, headers: { proved: "" } });
  expect((await moor({ password: 5, code: 4 })).json).toMatchObject({
    problems: [
      { path: "depth", message: "Enter the depth." },
      { path: "password", message: "Enter your current password." },
      { path: "code", message: "Enter a code." },
    ],
  });
  expect((await moor([])).json).toMatchObject({ problems: [{ path: "" }] });
  expect((await moor({ depth: 12, password })).json).toEqual({ depth: 12 });
});

test("a read that needs proof of identity ignores the request body", async () => {
  const text = { proved: "", "content-type": "text/plain" };
  expect(await ask("GET", "/logbook", { headers: text, body: "none" })).toMatchObject({
    status: 200,
    json: { pages: 12 },
  });
  expect((await ask("GET", "/logbook", { body: { password } })).json).toMatchObject({
    code: "proof-required",
  });
});

test("the audit entry contains the route's action and the handler's details", async () => {
  const answer = await ask("PATCH", "/buoys/7", { headers: ifMatch, body: { name: "Pier" } });
  expect(answer.headers).toMatchObject({ ETag: '"v2"' });
  await ask("PATCH", "/buoys/7", { headers: ifMatch, body: { name: "Taken" } });
  expect(await ask("PUT", "/buoys/7/light", { body: { isOn: false } })).toMatchObject({ status: 201 });
  await ask("GET", "/chart");
  await ask("GET", "/buoys/7");
  const actor = "keeper";
  expect((await listAudit(db(), { limit: 4 })).toReversed()).toMatchObject([
    { actor, action: "buoy.rename", outcome: "done", target: "Pier", detail: { to: "Pier", from: "v1" } },
    { actor, action: "buoy.rename", outcome: "failed", detail: { to: "Taken", code: "conflict" } },
    { actor, action: "buoy.off", outcome: "done" },
    { actor, action: "chart.read", outcome: "done" },
  ]);
});

test("an entry without a target is about the version that the answer names", async () => {
  for (const name of ["Quay", "Dock"]) await ask("PATCH", "/buoys/7", { headers: ifMatch, body: { name } });
  expect(await listAudit(db(), { limit: 2 })).toMatchObject([
    { target: "7", detail: { to: "Dock", from: "v1" } },
    { target: "v2", detail: { to: "Quay", from: "v1" } },
  ]);
});

test("only routes for versions of the file send an ETag", async () => {
  const newest = await ask("GET", "/buoys/newest");
  expect(newest.json).toMatchObject({ etag: "v9" });
  expect(newest.headers).not.toHaveProperty("ETag");
});

test("bytes and streams are sent as the handler returned them", async () => {
  expect(await ask("GET", "/chart")).toMatchObject({
    status: 200,
    headers: { "content-type": "image/png", "cache-control": "no-store" },
    body: new Uint8Array([1, 2]),
  });
  expect((await ask("GET", "/tides")).stream).toBeInstanceOf(ReadableStream);
});

test("the metrics of successful and failed requests contain the route's pattern", async () => {
  expect((await ask("GET", "/buoys/7")).route).toBe("panel/buoys/:id");
  expect((await ask("GET", "/buoys/bell")).route).toBe("panel/buoys/:id");
  expect((await ask("GET", "/nothing")).route).toBeUndefined();
});

test("a path with invalid encoding gets 404 even without a session", async () => {
  expect((await ask("GET", "/%zz", { role: null })).status).toBe(404);
});

test("a body over the route's limit is refused, after the session and the role", async () => {
  const body = { name: "x".repeat(100 - '{"name":""}'.length) };
  const rename = (role: Role | null, sent: object) =>
    ask("PATCH", "/buoys/7", { role, headers: ifMatch, body: sent });
  expect((await rename("editor", body)).status).toBe(200);
  const large = { name: `${body.name}x` };
  expect(await rename("editor", large)).toMatchObject({
    status: 413,
    json: { detail: expect.stringContaining("100 bytes") as unknown },
  });
  expect((await rename(null, large)).status).toBe(401);
  expect((await rename("viewer", large)).status).toBe(403);
});

test("no body is read without a session, without the role, or at an address of another site", async () => {
  const readBody = vi.fn(sentBody({ name: "Pier" }));
  const send = async (all: Record<string, string>) =>
    (
      await panel().answer({
        ...{ method: "PATCH", path: "/api/panel/buoys/7", search: "", readBody, context: requestContext() },
        header: (name) => ({ ...ifMatch, "content-type": "application/json", ...all })[name] ?? null,
        closed: () => new AbortController().signal,
      })
    ).status;
  expect(await send({})).toBe(401);
  expect(await send({ role: "viewer" })).toBe(403);
  expect(await send({ role: "owner", "sec-fetch-site": "cross-site" })).toBe(403);
  expect(readBody).not.toHaveBeenCalled();
  expect(await send({ role: "editor" })).toBe(200);
  expect(readBody.mock.calls).toEqual([[100]]);
});

test.each([
  ["ends", null, undefined, 401],
  ["becomes a viewer's", "viewer", "", 403],
  ["loses its proof", "owner", undefined, 403],
  ["stays", "owner", "", 200],
] as const)(
  "a session that %s while the body is sent counts as it is then",
  async (_, role, proved, status) => {
    const sent = sentBody({ depth: 12 });
    for (const target of [
      { method: "PUT", path: "/api/panel/buoys/7/mooring" },
      { method: "POST", path: "/api/panel/forecasts" },
    ]) {
      let now: { role: Role | null; proved?: string | undefined } = { role: "owner", proved: "" };
      const answer = await panel().answer({
        ...{ ...target, search: "", context: requestContext() },
        header: (name) => ({ ...now, "content-type": "application/json" })[name] ?? null,
        readBody(limit) {
          now = { role, proved };
          return sent(limit);
        },
        closed: () => new AbortController().signal,
      });
      expect([target.path, answer.status]).toEqual([target.path, status]);
    }
  },
);

test("requests with more than 64 KiB for routes that take turns are answered one after the other", async () => {
  const api = panel();
  const send = async (length: number, path = "/soundings") => {
    const body = JSON.stringify({ text: "" });
    const padded = body.replace('""', `"${"x".repeat(length - body.length)}"`);
    return (await ask("POST", path, { body: padded, api })).json;
  };
  const atOnce = (length: number, path?: string) =>
    Promise.all([send(length, path), send(length, path), send(length, path)]);
  expect(await atOnce(64 * 1024)).toEqual([{ atOnce: 1 }, { atOnce: 2 }, { atOnce: 3 }]);
  expect(await atOnce(64 * 1024 + 1)).toEqual([{ atOnce: 1 }, { atOnce: 1 }, { atOnce: 1 }]);
  expect(await atOnce(64 * 1024 + 1, "/calls")).toEqual([{ atOnce: 1 }, { atOnce: 2 }, { atOnce: 3 }]);
});

test("an operator's ninth request waits until a client has one of eight answers with more than 64 KiB", async () => {
  const original = chart;
  onTestFinished(() => void (chart = original));
  const get = async (clients: readonly AbortController[], api: ReturnType<typeof panel>) =>
    Promise.all(
      clients.map(async ({ signal }) => {
        const { status } = await api.answer({
          ...{ method: "GET", path: "/api/panel/chart", search: "", readBody: sentBody(undefined) },
          header: (name) => (name === "role" ? "viewer" : null),
          context: requestContext(),
          closed: () => signal,
        });
        return status;
      }),
    );
  const clients = Array.from({ length: 8 }, () => new AbortController());
  const left = new AbortController();
  left.abort();
  chart = new Uint8Array(64 * 1024);
  expect(await get(clients, panel())).toEqual(Array(8).fill(200));
  expect(await get([left], panel())).toEqual([200]);
  chart = new Uint8Array(64 * 1024 + 1);
  expect(await get(clients, panel())).toEqual(Array(8).fill(200));
  const role: { now: Role | null } = { now: "viewer" };
  const read = panel().answer({
    ...{ method: "GET", path: "/api/panel/buoys/7", search: "", readBody: sentBody(undefined) },
    header: (name) => (name === "role" ? role.now : null),
    context: requestContext(),
    closed: () => new AbortController().signal,
  });
  await setImmediate();
  role.now = null;
  const ninth = get([left], panel());
  // Streams stay open, so they have no share.
  expect((await ask("GET", "/tides")).status).toBe(200);
  clients[0]?.abort();
  expect(await ninth).toEqual([400]);
  expect((await read).status).toBe(401);
  for (const client of clients) client.abort();
});

test("before a request's turn, the client and the session are checked again", async () => {
  let release = () => {};
  held = new Promise((resolve) => (release = resolve));
  onTestFinished(() => void (held = undefined));
  const body = JSON.stringify({ text: "x".repeat(64 * 1024) });
  const changed = new Map<string, Role | null>();
  const leaving = new AbortController();
  const type: Record<string, string> = { "content-type": "application/json" };
  const api = panel();
  const send = async (who: string) => {
    const { status, headers } = await api.answer({
      ...{ method: "POST", path: "/api/panel/soundings", search: "", readBody: sentBody(body) },
      header: (name) =>
        name === "role" ? (changed.has(who) ? changed.get(who)! : "editor") : (type[name] ?? null),
      context: requestContext(),
      closed: () => (who === "left" ? leaving.signal : new AbortController().signal),
    });
    return [status, headers["retry-after"]];
  };
  const answers = ["first", "left", "removed", "demoted", "kept"].map(send);
  await setTimeout(20);
  expect(await send("first")).toEqual([503, "5"]);
  leaving.abort();
  changed.set("removed", null).set("demoted", "viewer");
  release();
  expect((await Promise.all(answers)).map(([status]) => status)).toEqual([200, 400, 401, 403, 200]);
});

test("an operator's scripts take no turns of the operator's pages", async () => {
  let release = () => {};
  held = new Promise((resolve) => (release = resolve));
  onTestFinished(() => void (held = undefined));
  const api = panel();
  const send = async (headers: Record<string, string>) =>
    (await ask("POST", "/soundings", { body: { text: "x".repeat(64 * 1024) }, headers, api })).status;
  const script = { authorization: "Bearer spp_script" };
  const scripts = [1, 2, 3, 4, 5].map(() => send(script));
  await setTimeout(20);
  expect(await send(script)).toBe(503);
  const page = send({});
  await setTimeout(20);
  release();
  expect(await Promise.all([page, ...scripts])).toEqual(Array(6).fill(200));
});

test("a waiting request's body is not read, and an answer that nobody reads holds a share for 30 seconds", async () => {
  const original = chart;
  chart = new Uint8Array(64 * 1024 + 1);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => {
    chart = original;
    vi.useRealTimers();
  });
  const api = panel();
  const left = new AbortController();
  left.abort();
  expect((await ask("GET", "/chart", { api, signal: left.signal })).status).toBe(200);
  await setImmediate();
  expect(vi.getTimerCount()).toBe(0);
  expect((await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(() => ask("GET", "/chart", { api })))).length).toBe(
    8,
  );
  const readBody = vi.fn(sentBody({ isOn: true }));
  const ninth = api.answer({
    ...{ method: "PUT", path: "/api/panel/buoys/7/light", search: "", readBody, context: requestContext() },
    header: (name) => ({ role: "editor", "content-type": "application/json" })[name] ?? null,
    closed: () => new AbortController().signal,
  });
  await vi.advanceTimersByTimeAsync(29_000);
  expect(readBody).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2_000);
  expect((await ninth).status).toBe(201);
});
