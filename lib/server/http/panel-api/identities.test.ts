import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { db, requestContext, theRooms } from "@/testing/rooms";
import { sentBody } from "@/testing/sent-body";
import { openTestPanel, PASSWORD, type Visitor } from "@/testing/test-panel";
import { writeMeta } from "@/lib/server/db";
import { routes } from "@/lib/shared/contract";
import type { Route } from "@/lib/shared/contract/route";
import { type Role, roles } from "@/lib/shared/role";
import { panelApi } from "./answer";
import { authArea } from "./auth-area";
import { routeTable } from "./routes";

/*
 * Walks over all routes of the table as everybody, with real cookies and tokens. Every route that is added to the contract
 * is part of the walk.
 */

const panel = openTestPanel({ register: { disabled: false } });
const all = Object.entries(routes) as [string, Route][];

interface Identity {
  /** The headers that identify the sender. */
  headers: () => Record<string, string>;
  /** Null without access. */
  role: Role | null;
  isLimited?: boolean;
  /** Whether routes with `proof` refuse, because nothing proves who sends the request. */
  isUnproved?: boolean;
  /** Whether only routes with `beforeFactor` answer. */
  lacksFactor?: boolean;
}

const given = new Map<string, Record<string, string>>();
const by = (name: string) => () => {
  const headers = given.get(name);
  if (headers === undefined) throw new Error(`${name} has no credentials.`);
  return headers;
};

const identities: Record<string, Identity> = {
  nobody: { headers: () => ({}), role: null },
  "a holder of an invented cookie": { headers: () => ({ cookie: "next-auth.session-token=x" }), role: null },
  "a holder of an invented API token": {
    headers: () => ({ authorization: `Bearer iadm_${"x".repeat(43)}` }),
    role: null,
  },
  "a user of the instance": { headers: by("user token"), role: null },
  "an operator who signed out": { headers: by("signed out"), role: null },
  "a disabled owner": { headers: by("disabled"), role: null },
  "the API token of a disabled owner": { headers: by("token of disabled"), role: null },
  "a viewer": { headers: by("viewer"), role: "viewer" },
  "an API token that may only propose": { headers: by("proposing token"), role: "viewer", isUnproved: true },
  "a limited editor": { headers: by("limited"), role: "editor", isLimited: true },
  "a limited editor's API token": {
    headers: by("token of limited"),
    role: "editor",
    isLimited: true,
    isUnproved: true,
  },
  "an editor": { headers: by("editor"), role: "editor" },
  "an editor's API token": { headers: by("token of editor"), role: "editor", isUnproved: true },
  "an owner with an old sign-in": { headers: by("old"), role: "owner", isUnproved: true },
  "an owner": { headers: by("owner"), role: "owner" },
  "an owner's confirmed API token": { headers: by("token of owner"), role: "owner" },
  "an owner who needs a second factor": { headers: by("factor"), role: "owner", lacksFactor: true },
};

/** Signs in and returns the cookies. */
async function cookieOf(username: string): Promise<{ cookie: string }> {
  const send = (method: string, path: string, cookie = "", body = "") =>
    authArea(theRooms()).answer!({
      ...{ method, path: `/api/auth/${path}`, search: "", readBody: sentBody(body) },
      header: (name) =>
        ({ "content-type": "application/x-www-form-urlencoded", cookie, origin: theRooms().env.publicUrl })[
          name
        ] ?? null,
      context: requestContext(),
      closed: () => new AbortController().signal,
    });
  const pairs = (lines: readonly string[] = []) => lines.map((line) => line.split(";")[0]).join("; ");
  const csrf = await send("GET", "csrf");
  const { csrfToken } = JSON.parse(String(csrf.body)) as { csrfToken: string };
  const fields = new URLSearchParams({ username, password: PASSWORD, csrfToken, json: "true" });
  const signedIn = await send("POST", "callback/credentials", pairs(csrf.cookies), String(fields));
  expect([username, signedIn.status]).toEqual([username, 200]);
  return { cookie: pairs(signedIn.cookies) };
}

async function tokenOf(visitor: Visitor, role: Role, more: object = {}) {
  const body = { name: "script", role, expiresInDays: 1, password: PASSWORD, ...more };
  const { token } = await visitor.get("createApiToken", { body });
  return { authorization: `Bearer ${token}` };
}

beforeAll(async () => {
  const make = (username: string, role: Role) => panel.visitor({ username, role });
  const keep = async (name: string, headers: Promise<Record<string, string>>) =>
    void given.set(name, await headers);
  const viewer = await make("vera", "viewer");
  await keep("viewer", cookieOf("vera"));
  await keep("proposing token", tokenOf(viewer, "viewer", { proposes: true }));
  const editor = await make("edda", "editor");
  await keep("editor", cookieOf("edda"));
  await keep("token of editor", tokenOf(editor, "editor"));
  const limited = await make("lea", "editor");
  const sections = { sections: ["register"] };
  await panel.get("changeOperator", { params: { id: limited.operator.id }, body: sections });
  await keep("limited", cookieOf("lea"));
  await keep("token of limited", tokenOf(limited, "editor"));
  await keep("owner", cookieOf("keeper"));
  await keep("factor", cookieOf("keeper"));
  await keep("token of owner", tokenOf(panel, "owner", { confirmed: true }));
  const { userId } = panel.operator;
  const user = { name: "script", expiresInDays: 1, password: PASSWORD };
  const { token } = await panel.get("createToken", { params: { id: String(userId) }, body: user });
  given.set("user token", { authorization: `Bearer ${token}` });

  const disabled = await make("dora", "owner");
  await keep("disabled", cookieOf("dora"));
  await keep("token of disabled", tokenOf(disabled, "owner"));
  await panel.get("changeOperator", { params: { id: disabled.operator.id }, body: { disabled: true } });
  const old = await make("olga", "owner");
  await db().deleteFrom("sessions").where("operator_id", "=", old.operator.id).execute();
  await keep("old", cookieOf("olga"));
  await db()
    .updateTable("sessions")
    .set({ proved_at: 0 })
    .where("operator_id", "=", old.operator.id)
    .execute();
  const gone = await make("gina", "owner");
  await keep("signed out", cookieOf("gina"));
  await db().deleteFrom("sessions").where("operator_id", "=", gone.operator.id).execute();
});

async function send(route: Route, { headers }: Identity, text: string) {
  const sent: Record<string, string> = {
    ...{ "content-type": "application/json", "if-match": '"x"', origin: theRooms().env.publicUrl },
    ...headers(),
  };
  let reads = 0;
  const { status, body, stream } = await panelApi(routeTable(theRooms()), theRooms()).answer({
    method: route.method,
    path: `/api/panel${route.path.replace(/:\w+/g, "1")}`,
    search: "",
    header: (name) => sent[name] ?? null,
    readBody: (limit) => {
      reads += 1;
      return sentBody(text)(limit);
    },
    context: requestContext(),
    closed: () => (route.takesTurns ? new AbortController().signal : AbortSignal.abort()),
  });
  await stream?.cancel();
  const { code } = (typeof body === "string" && status >= 400 ? JSON.parse(body) : {}) as { code?: string };
  return { status, code, reads };
}

/** Returns the status and the code with which the route must refuse, before it reads the body. */
function refusalOf({ role, isLimited, lacksFactor }: Identity, route: Route): [number, string] | null {
  if (role === null) return [401, "unauthorized"];
  if (lacksFactor && !route.beforeFactor) return [403, "factor-required"];
  const isHigher = roles.indexOf(route.role) > roles.indexOf(role);
  const isElsewhere = isLimited && route.role !== "viewer" && !route.limited;
  return isHigher || isElsewhere ? [403, "forbidden"] : null;
}

/** Whether a body that is no JSON shows that nothing but the body is refused. */
const readsJson = ({ method, body }: Route) => method !== "GET" && body !== undefined && body !== "bytes";

/** Makes a second factor necessary for everybody until the test ends. */
async function requireFactor(): Promise<void> {
  const key = "second-factor-required";
  await writeMeta(db(), key, "1");
  onTestFinished(async () => void (await db().deleteFrom("meta").where("key", "=", key).execute()));
}

describe.each(Object.entries(identities))("%s", (_, identity) => {
  const refused = all.filter(([, route]) => refusalOf(identity, route) !== null);
  const others = all.filter(([, route]) => refusalOf(identity, route) === null);

  test(`is refused by ${refused.length} of ${all.length} routes before the body is read`, async () => {
    if (identity.lacksFactor) await requireFactor();
    for (const [name, route] of refused) {
      const [status, code] = refusalOf(identity, route) ?? [];
      expect([name, await send(route, identity, "{}")]).toEqual([name, { status, code, reads: 0 }]);
    }
  });

  test.runIf(identity.role !== null)(
    "may call all other routes, with proof where a route needs it",
    async () => {
      if (identity.lacksFactor) await requireFactor();
      for (const [name, route] of others) {
        if (readsJson(route)) {
          expect([name, await send(route, identity, "{")]).toMatchObject([name, { code: "malformed-json" }]);
        } else if (route.method === "GET") {
          const { status, code } = await send(route, identity, "");
          expect([name, [401, 403, 500].includes(status), code]).toEqual([name, false, code]);
        } else if (identity.isUnproved && route.proof && route.proof.when === undefined) {
          expect([name, await send(route, identity, "")]).toMatchObject([name, { code: "proof-required" }]);
        }
      }
    },
  );
});

test.each([
  ["downloadBackup", "{}"],
  ["restoreBackup", '{"withConfig":true}'],
  ["removeOperator", "{}"],
  ["endSessions", "{}"],
  ["createApiToken", '{"name":"more","role":"owner","expiresInDays":1}'],
] as const)("a confirmed API token is no proof for %s, which gives access", async (name, body) => {
  const token = identities["an owner's confirmed API token"]!;
  expect(await send(routes[name], token, body)).toMatchObject({ status: 403, code: "proof-required" });
});
