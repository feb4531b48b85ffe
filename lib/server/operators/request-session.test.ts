import { encode } from "next-auth/jwt";
import { expect, onTestFinished, test, vi } from "vitest";
import { writeMeta } from "@/lib/server/db";
import { testDatabase } from "@/testing/test-database";
import { testRoom } from "@/testing/test-operators";
import { createApiToken } from "./api-tokens";
import { changeOperator } from "./operator-changes";
import { createOperator, verifyCredentials } from "./operators";
import {
  bearerToken,
  isUserAccepted,
  isValid,
  keyOfApiToken,
  requestSession,
  roleOfKey,
  sessionCookie,
  sessionOfCookie,
  standingOf,
} from "./request-session";
import { beginSession, findSession, sessionKey } from "./session-store";

const password = "a lantern on the pier";
const caller = { address: "203.0.113.7", userAgent: "Lynx" };

async function panel() {
  const db = await testDatabase();
  const room = testRoom(db);
  const ada = await createOperator(db, { username: "ada", password, userId: "5" });
  const bo = await createOperator(db, { username: "bo", password, userId: null, role: "editor" });
  const begin = async (username: string) => {
    const operator = await verifyCredentials(room, { username, password });
    const sessionId = await beginSession(db, operator!, caller);
    const cookie = await encode({ token: { sessionId }, secret: room.secret });
    return { key: sessionKey(sessionId), cookie };
  };
  const makeToken = async (role: "owner" | "editor" | "viewer", confirmed = false) =>
    createApiToken(
      db,
      { operator: bo, role: "owner" },
      { name: "script", role, confirmed, expiresAt: Date.now() + 60_000 },
    );
  return { db, room, ada, bo, begin, makeToken };
}

/** `asked` is how often the address of the sender was looked up. */
function requestWith(headers: Record<string, string>) {
  const request = {
    asked: 0,
    header: (name: string) => headers[name] ?? null,
    context: {
      userAgent: "curl/8",
      clientAddress: async () => {
        request.asked += 1;
        return "198.51.100.9";
      },
    },
  };
  return request;
}

test.each([
  ["Bearer iadm_abc", "iadm_abc"],
  ["bearer   iadm_abc", "iadm_abc"],
  [`Bearer iadm_${"x".repeat(200)}`, `iadm_${"x".repeat(200)}`],
  [`Bearer iadm_${"x".repeat(201)}`, undefined],
  ["Bearer iadm_", undefined],
  ["Bearer iadm_a b", undefined],
  ["Beareriadm_abc", undefined],
  ["Basic Bearer iadm_abc", undefined],
  ["Bearer of-a-proxy", undefined],
  ["", undefined],
])("reads the API token of the header %j", (authorization, token) => {
  expect(bearerToken(requestWith({ authorization }))).toBe(token);
  expect(bearerToken(requestWith({}))).toBeUndefined();
});

test("a cookie stands for its session, if the panel made it", async () => {
  const { room, begin } = await panel();
  const { key, cookie } = await begin("ada");
  expect(await sessionOfCookie(room, cookie, caller)).toMatchObject({
    ...{ id: key, operator: { username: "ada" } },
  });
  const forged = await encode({ token: { sessionId: "x" }, secret: "another secret" });
  const empty = await encode({ token: {}, secret: room.secret });
  for (const other of [undefined, "", "no cookie", forged, empty])
    expect(await sessionOfCookie(room, other, caller)).toBeUndefined();
});

test("a request has the session of its API token or of its cookie", async () => {
  const { db, room, begin, makeToken } = await panel();
  const { key, cookie } = await begin("ada");
  const withCookie = { cookie: `a=b; ${sessionCookie(room.env)}=${cookie}` };
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
  onTestFinished(() => void vi.useRealTimers());
  const { token } = await makeToken("viewer");
  const nobody = requestWith({ cookie: "a=b" });
  expect(await requestSession(room, nobody)).toBeUndefined();
  expect(nobody.asked).toBe(0);
  expect(await requestSession(room, requestWith(withCookie))).toMatchObject({ id: key, role: "owner" });
  const seen = await db.selectFrom("sessions").select(["address", "user_agent"]).execute();
  expect(seen).toEqual([{ address: "198.51.100.9", user_agent: "curl/8" }]);
  const authorization = `Bearer ${token}`;
  const withBoth = requestWith({ ...withCookie, authorization });
  expect(await requestSession(room, withBoth)).toMatchObject({
    operator: { username: "bo" },
    role: "viewer",
  });
  expect(await requestSession(room, requestWith({ authorization }))).toMatchObject({
    token: { name: "script" },
  });
  const invalid = requestWith({ ...withCookie, authorization: "Bearer iadm_unknown" });
  await expect(requestSession(room, invalid)).rejects.toMatchObject({ code: "unauthorized" });
});

test("the standing of a session ends with the session, and while a second factor is missing", async () => {
  const { db, room, bo, begin } = await panel();
  const { key } = await begin("bo");
  expect(await standingOf(room, key)).toEqual({ role: "editor", isProved: true });
  await db.updateTable("sessions").set({ proved_at: 0 }).execute();
  expect(await standingOf(room, key)).toEqual({ role: "editor", isProved: false });
  await changeOperator(room, bo.id, { sections: ["general"] });
  expect([await roleOfKey(room, key), (await findSession(room, key))?.role]).toEqual(["viewer", "editor"]);
  expect(await isValid(room, { id: key })).toBe(true);
  await writeMeta(db, "second-factor-required", "1");
  expect([await roleOfKey(room, key), await isValid(room, { id: key })]).toEqual([undefined, false]);
  expect(await standingOf(room, "unknown")).toBeUndefined();
});

test("the standing of an API token is that of its role and operator", async () => {
  const { room, bo, makeToken } = await panel();
  const { entry } = await makeToken("owner", true);
  const key = keyOfApiToken(entry.id);
  expect(await standingOf(room, key)).toEqual({ role: "editor", isProved: true });
  await changeOperator(room, bo.id, { disabled: true });
  expect(await isValid(room, { id: key })).toBe(false);
});

test("an operator without a session has a standing while the panel lets the operator in", async () => {
  const { db, room, ada, bo } = await panel();
  const standing = ({ id }: typeof ada) => standingOf(room, `operator ${id}`);
  expect(await standing(ada)).toEqual({ role: "owner", isProved: false });
  expect(await standing(bo)).toEqual({ role: "editor", isProved: false });
  await changeOperator(room, bo.id, { sections: ["general"] });
  expect(await standing(bo)).toEqual({ role: "viewer", isProved: false });
  await changeOperator(room, bo.id, { disabled: true });
  expect(await standing(bo)).toBeUndefined();
  await db.updateTable("operators").set({ must_change_password: 1 }).execute();
  expect(await standing(ada)).toBeUndefined();
  await db.updateTable("operators").set({ must_change_password: 0 }).execute();
  await writeMeta(db, "second-factor-required", "1");
  expect(await standing(ada)).toBeUndefined();
  expect(await standingOf(room, "operator 99")).toBeUndefined();
});

test("a user is accepted who is no operator, or whose operator the provider still accepts", async () => {
  const { db, room } = await panel();
  expect([await isUserAccepted(room, "unknown"), await isUserAccepted(room, "5")]).toEqual([true, true]);
  const linked = { oidc_subject: "ada", oidc_checked_at: Date.now() };
  const setGrant = (oidc_grant: string | null) =>
    db
      .updateTable("operators")
      .set({ ...linked, oidc_grant })
      .where("username", "=", "ada")
      .execute();
  await setGrant("sealed");
  expect(await isUserAccepted(room, "5")).toBe(true);
  await setGrant(null);
  expect(await isUserAccepted(room, "5")).toBe(false);
});
