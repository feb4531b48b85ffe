import type { IncomingMessage, ServerResponse } from "node:http";
import pino from "pino";
import { expect, onTestFinished, test, vi } from "vitest";
import { listAudit } from "@/lib/server/audit";
import { localServer } from "@/testing/local-server";
import { testAudit } from "@/testing/test-audit";
import { testRoom } from "@/testing/test-operators";
import type { Caller } from "../caller";
import { createOperator, listOperators, type Operator } from "../operators";
import type { OperatorsRoom } from "../room";
import { isUserAccepted, roleOfKey } from "../request-session";
import { findSession, sessionKey } from "../session-store";
import { type AddPerson, enterFromProvider } from "./enter";
import { endProvided, provided } from "./grant";
import { asProvided, isOfProvider } from "./recheck";

const MINUTE = 60_000;
const caller: Caller = { address: "203.0.113.7", userAgent: "" };

/** A provider whose refresh tokens work once. Its userinfo endpoint fails without `claims`. */
async function rotatingProvider() {
  const state = {
    ...{ refreshToken: "refresh 1", asked: 0, discovered: 0, isUp: true },
    claims: { sub: "ada", groups: ["staff"] } as Record<string, unknown> | null,
  };
  const issuer = await localServer((request: IncomingMessage, response: ServerResponse) => {
    const send = (status: number, value: object) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
    const at = (path: string) => `http://${request.headers.host}${path}`;
    if (request.url === "/userinfo") return state.claims ? send(200, state.claims) : send(503, {});
    if (request.url !== "/token") {
      state.discovered += 1;
      if (!state.isUp) return send(503, {});
      return send(200, { issuer: at(""), token_endpoint: at("/token"), userinfo_endpoint: at("/userinfo") });
    }
    let form = "";
    request
      .on("data", (part) => (form += part))
      .on("end", () => {
        if (new URLSearchParams(form).get("refresh_token") !== state.refreshToken)
          return send(400, { error: "invalid_grant" });
        state.refreshToken = `refresh ${(state.asked += 1) + 1}`;
        send(200, { access_token: "access", token_type: "Bearer", refresh_token: state.refreshToken });
      });
  });
  return { state, issuer };
}

async function signedIn() {
  vi.useFakeTimers({ toFake: ["Date", "performance"] });
  vi.advanceTimersByTime(60 * MINUTE);
  onTestFinished(() => void vi.useRealTimers());
  const { state, issuer } = await rotatingProvider();
  const { db, audit } = await testAudit();
  const logged: unknown[] = [];
  const oidc: NonNullable<OperatorsRoom["env"]["oidc"]> = {
    ...{ issuer, clientId: "panel", clientSecret: "a secret", scopes: "openid", name: "the provider" },
    ...{
      roleClaim: "groups",
      roles: [
        { value: "staff", role: "editor" },
        { value: "readers", role: "viewer" },
      ],
    },
  };
  const endedTokens: Operator[] = [];
  const room: OperatorsRoom = {
    ...testRoom(db, { oidc }),
    ...{ audit, log: pino({ level: "warn" }, { write: (line) => void logged.push(JSON.parse(line)) }) },
    endTokens: async (operator) => void endedTokens.push(operator),
  };
  const password = "a lantern on the pier";
  const { id } = await createOperator(db, { username: "ada", password, userId: null });
  await db
    .updateTable("operators")
    .set({ oidc_issuer: issuer, oidc_subject: "ada", role: "editor" })
    .execute();
  await provided(room, id, "editor", { refreshToken: state.refreshToken });
  const read = () => db.selectFrom("operators").selectAll().where("id", "=", id).executeTakeFirst();
  /** Reads the operator, about whom the provider answered some time ago (ms). */
  const readAfter = async (age: number, depends = isOfProvider) => {
    await db
      .updateTable("operators")
      .set({ oidc_checked_at: Date.now() - age })
      .execute();
    return asProvided(room, read, depends);
  };
  const actions = async () =>
    (await listAudit(db)).map(({ action, detail }) => [action, detail]).toReversed();
  return { state, issuer, db, room, oidc, id, read, readAfter, logged, endedTokens, actions };
}

test("a refresh token that works once is not lost if the provider then fails", async () => {
  const { state, room, readAfter } = await signedIn();
  /** Asks the provider, whose last answer is five minutes old. */
  const ask = async () => {
    room.rechecks.retryAt.clear();
    const row = await readAfter(5 * MINUTE);
    return row && [row.oidc_grant !== null, row.oidc_checked_at === Date.now()];
  };
  expect(await ask()).toEqual([true, true]);
  const { claims } = state;
  state.claims = null;
  expect(await ask()).toEqual([true, false]);
  state.claims = claims;
  expect(await ask()).toEqual([true, true]);
  expect([state.asked, state.discovered]).toEqual([3, 1]);
  vi.advanceTimersByTime(10 * MINUTE - 1);
  expect(await ask()).toEqual([true, true]);
  expect(state.discovered).toBe(1);
  vi.advanceTimersByTime(1);
  expect(await ask()).toEqual([true, true]);
  expect(state.discovered).toBe(2);
});

test("the provider's answer lasts four minutes, and an hour if the provider does not answer", async () => {
  const { state, room, readAfter, logged } = await signedIn();
  const asked = async (age: number, depends?: () => boolean) => {
    const { asked: before } = state;
    expect(await readAfter(age, depends)).toBeDefined();
    return state.asked - before;
  };
  expect(await asked(4 * MINUTE - 1)).toBe(0);
  expect(await asked(4 * MINUTE)).toBe(1);
  expect(await asked(0)).toBe(0);
  // The clock was set back.
  expect(await asked(-1)).toBe(1);
  expect(await asked(5 * MINUTE, () => false)).toBe(0);
  state.isUp = false;
  vi.advanceTimersByTime(10 * MINUTE);
  const discovered = () => state.discovered;
  expect(await readAfter(60 * MINUTE - 1)).toBeDefined();
  expect(discovered()).toBe(2);
  expect(logged).toMatchObject([
    { reason: expect.any(String), msg: "The OpenID Connect provider could not be asked about an operator" },
  ]);
  expect(await readAfter(60 * MINUTE)).toBeUndefined();
  vi.advanceTimersByTime(29_999);
  expect(await readAfter(5 * MINUTE)).toBeDefined();
  expect(discovered()).toBe(2);
  vi.advanceTimersByTime(1);
  expect(await readAfter(5 * MINUTE)).toBeDefined();
  expect(discovered()).toBe(3);
  state.isUp = true;
  vi.advanceTimersByTime(30_000);
  const before = state.asked;
  await room.db.updateTable("operators").set({ oidc_checked_at: 0 }).execute();
  const rows = await Promise.all(
    [1, 2, 3].map(() =>
      asProvided(room, () => room.db.selectFrom("operators").selectAll().executeTakeFirst(), isOfProvider),
    ),
  );
  expect(rows.map((row) => row?.oidc_checked_at)).toEqual(Array(3).fill(Date.now()));
  expect([state.asked - before, room.rechecks.running.size, room.rechecks.retryAt.size]).toEqual([1, 0, 0]);
});

test("replicas ask the provider one after the other", async () => {
  const { state, room, db } = await signedIn();
  const other = { ...testRoom(db, room.env), audit: room.audit };
  const read = () => db.selectFrom("operators").selectAll().executeTakeFirst();
  const rows = await Promise.all([room, other].map((one) => asProvided(one, read, isOfProvider)));
  expect(state.asked).toBe(0);
  await db.updateTable("operators").set({ oidc_checked_at: 0 }).execute();
  rows.push(...(await Promise.all([room, other].map((one) => asProvided(one, read, isOfProvider)))));
  expect(rows.map((row) => typeof row?.oidc_grant)).toEqual(Array(4).fill("string"));
  expect(state.asked).toBe(1);
});

test("without a refresh token, the provider is asked with the access token", async () => {
  const { state, room, id, readAfter } = await signedIn();
  await provided(room, id, "editor", { accessToken: "access" });
  state.claims!.groups = ["readers"];
  expect(await readAfter(5 * MINUTE)).toMatchObject({ role: "viewer", oidc_checked_at: Date.now() });
  expect(state.asked).toBe(0);
});

test.each([
  ["the provider refuses its grant", (scene: Scene) => void (scene.state.refreshToken = "another")],
  ["the provider describes another person", ({ state }: Scene) => void (state.claims!.sub = "bo")],
  ["the person has no role anymore", ({ state }: Scene) => void (state.claims!.groups = [])],
  ["the panel has no provider anymore", ({ room }: Scene) => void (room.env = { ...room.env, oidc: null })],
  [
    "the panel has another provider",
    ({ room, oidc }: Scene) => void (room.env = { ...room.env, oidc: { ...oidc, issuer: "http://other" } }),
  ],
  [
    "its grant cannot be decrypted",
    ({ db }: Scene) => db.updateTable("operators").set({ oidc_grant: "broken" }).execute(),
  ],
])("an operator loses access if %s", async (_, change) => {
  const scene = await signedIn();
  await change(scene);
  const row = await scene.readAfter(5 * MINUTE);
  expect(row?.oidc_grant).toBeNull();
  expect(row!.sessions_valid_since).toBeGreaterThan(0);
  expect(scene.endedTokens).toMatchObject([{ username: "ada" }]);
  expect(await scene.actions()).toEqual([["operator.sessions.end", null]]);
  // Only the first call ends sessions.
  await endProvided(scene.room, scene.endedTokens[0]!);
  expect(scene.endedTokens).toHaveLength(1);
});
type Scene = Awaited<ReturnType<typeof signedIn>>;

test("a user's operator is asked about again, and a user who has just become a viewer is not accepted", async () => {
  const { state, db, room, id, readAfter } = await signedIn();
  await db.updateTable("operators").set({ user_id: "5" }).execute();
  const isAccepted = async () => {
    await readAfter(5 * MINUTE, () => false);
    return isUserAccepted(room, "5");
  };
  const role = async () => {
    await readAfter(5 * MINUTE, () => false);
    return roleOfKey(room, `operator ${id}`);
  };
  expect([await isAccepted(), await role(), state.asked]).toEqual([true, "editor", 2]);
  state.claims!.groups = ["readers"];
  expect([await isAccepted(), await isAccepted(), await role()]).toEqual([false, true, "viewer"]);
  state.claims!.groups = [];
  expect([await isAccepted(), await isAccepted(), await role()]).toEqual([false, false, undefined]);
});

test("a new role at the provider is recorded, and a viewer's user tokens end", async () => {
  const { state, db, issuer, readAfter, endedTokens, actions } = await signedIn();
  expect(await actions()).toEqual([]);
  state.claims!.groups = ["readers"];
  expect((await readAfter(5 * MINUTE))?.role).toBe("viewer");
  expect(endedTokens).toMatchObject([{ username: "ada", role: "viewer" }]);
  state.claims!.groups = ["staff"];
  expect((await readAfter(5 * MINUTE))?.role).toBe("editor");
  expect(endedTokens).toHaveLength(1);
  const role = (name: string) => ["operator.role", { role: name, issuer }];
  expect(await actions()).toEqual([role("viewer"), role("editor")]);
  // An editor who is limited to sections counts as a viewer.
  state.claims!.groups = ["readers"];
  await readAfter(5 * MINUTE);
  await db.updateTable("operators").set({ sections: "[]" }).execute();
  state.claims!.groups = ["staff"];
  await readAfter(5 * MINUTE);
  expect(endedTokens).toHaveLength(3);
});

test.each([
  ["ada", "ada"],
  ["bo", "unknown user"],
])("the refusal of %s without a role is recorded as one of %s", async (sub, actor) => {
  const { db, room, oidc, issuer } = await signedIn();
  const nobody = () => Promise.reject(new Error("nobody joins"));
  const person = { issuer, claims: { sub, groups: [] }, grant: {} };
  await enterFromProvider(room, oidc, person, caller, { prepare: nobody, insert: nobody });
  expect((await listAudit(db))[0]).toMatchObject({ actor, action: "sign-in.failed" });
});

test("a person enters with a role and a free name, and without a role loses access", async () => {
  const { db, room, oidc, issuer, endedTokens, actions } = await signedIn();
  const added: string[] = [];
  const addPerson: AddPerson = {
    prepare: async () => void added.push("prepared"),
    insert: async (tx, { username, role, password }) => {
      added.push(username);
      return createOperator(tx, { username, role, password, userId: null });
    },
  };
  const enter = (claims: Record<string, unknown>, sub: string) =>
    enterFromProvider(
      room,
      oidc,
      { issuer, claims: { sub, ...claims }, grant: { accessToken: "access" } },
      caller,
      addPerson,
    );
  const ada = await enter({ groups: ["readers"], preferred_username: "another" }, "ada");
  expect(ada).toMatchObject({ operator: { username: "ada", role: "viewer" }, isNewAddress: false });
  expect(added).toEqual([]);
  const session = (ada as { sessionId: string }).sessionId;
  expect(await findSession(room, sessionKey(session))).toMatchObject({ operator: { username: "ada" } });
  const bo = await enter({ groups: ["staff"], preferred_username: "", name: "Ada", email: "x@y" }, "bo");
  expect(bo).toMatchObject({ operator: { username: "Ada 2", role: "editor", isProvided: true } });
  const long = "a name of thirty-two characters.";
  await createOperator(db, { username: long, password: "a lantern on the pier", userId: null });
  const cy = await enter({ groups: "staff", preferred_username: long }, "cy");
  expect(cy).toMatchObject({ operator: { username: `${long.slice(0, 26).trimEnd()} 2` } });
  expect(await enter({ groups: "staff", email: "dee@chat.example" }, "dee")).toMatchObject({
    operator: { username: "dee" },
  });
  expect(await enter({ groups: "staff", email: 5 }, "eve")).toMatchObject({
    operator: { username: "operator" },
  });
  expect(added.filter((name) => name === "prepared")).toHaveLength(4);
  for (const [nth, name] of ["a name of twenty-five let ters", "𠀀 name of twenty-five le𠀀ters"].entries()) {
    const [first, second] = [`first ${nth}`, `second ${nth}`];
    expect(await enter({ groups: "staff", name }, first)).toMatchObject({ operator: { username: name } });
    expect(await enter({ groups: "staff", name }, second)).toMatchObject({
      operator: { username: `${name.slice(0, 25)} 2` },
    });
  }

  expect(await enter({ groups: [] }, "nobody")).toEqual({ refusal: "no-role" });
  expect(await enter({ groups: [] }, "ada")).toEqual({ refusal: "no-role" });
  expect(await findSession(room, sessionKey(session))).toBeUndefined();
  expect(endedTokens.at(-1)).toMatchObject({ username: "ada" });
  await db.updateTable("operators").set({ disabled: 1 }).where("username", "=", "dee").execute();
  expect(await enter({ groups: "staff" }, "dee")).toEqual({ refusal: "disabled" });
  const recorded = await actions();
  expect(recorded.filter(([action]) => action === "operator.join").at(0)).toEqual([
    ...["operator.join", { role: "editor", issuer }],
  ]);
  expect(recorded.filter(([action]) => action === "sign-in").at(0)).toEqual(["sign-in", { issuer }]);
  expect((await listOperators(db)).map(({ username }) => username)).toEqual(
    expect.arrayContaining(["Ada 2", "ada", "dee", "operator"]),
  );
  for (const table of ["sessions", "sign_in_addresses", "operators"] as const)
    await db.deleteFrom(table).execute();
  expect(await enter({ groups: "staff" }, "ada")).toEqual({ refusal: "no-setup" });
});
