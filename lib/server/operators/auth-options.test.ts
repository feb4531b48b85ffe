import { Secret, TOTP } from "otpauth";
import pino from "pino";
import { expect, test, vi } from "vitest";
import { listAudit } from "@/lib/server/audit";
import { type RequestContext, withContext } from "@/lib/request-context";
import { testAudit } from "@/testing/test-audit";
import { testRoom } from "@/testing/test-operators";
import { authOptions } from "./auth-options";
import { addTotp, totpToAdd } from "./factors";
import { grantIn } from "./oidc/grant";
import { createOperator, verifyCredentials } from "./operators";
import type { OperatorsRoom } from "./room";
import { findSession, type Session, sessionKey } from "./session-store";

const password = "a lantern on the pier";

const noProvider = () => Promise.reject(new Error("no provider"));

type User = { id: string; name: string; sessionId: string };

async function signInPage(env: Partial<OperatorsRoom["env"]> = {}) {
  const { db, audit } = await testAudit();
  const logged: Record<string, unknown>[] = [];
  const write = (line: string) => void logged.push(JSON.parse(line) as Record<string, unknown>);
  const room = { ...testRoom(db, env), audit, log: pino({ level: "debug" }, { write }) };
  const ada = await createOperator(db, { username: "Ada", password, userId: null });
  let session: Session | undefined;
  const [onNewAddress, onSignOut] = [vi.fn(), vi.fn(async () => undefined)];
  const options = authOptions(room, {
    addPerson: { prepare: noProvider, insert: noProvider },
    currentSession: async () => session,
    onNewAddress,
    onSignOut,
  });
  const credentials = options.providers.at(-1) as unknown as {
    authorize: (typed: object) => Promise<User | null>;
  };
  const from = (address: string) =>
    ({ userAgent: "Lynx", clientAddress: async () => address, security: {} }) as unknown as RequestContext;
  const enter = (typed: object, address = "203.0.113.7") =>
    withContext(from(address), () => credentials.authorize(typed));
  /** A person who comes back from the provider. */
  const comeBack = async (profile: object | undefined, address = "203.0.113.7", provider = "oidc") => {
    const user = { id: "ada", name: "Ada", sessionId: "" };
    const account = { provider, access_token: "access", refresh_token: "refresh" };
    const result = await withContext(from(address), async () =>
      options.callbacks!.signIn!({ user, account, profile } as never),
    );
    return { user, result };
  };
  const find = (user: User | null) => findSession(room, sessionKey(user!.sessionId));
  const failures = async () =>
    (await listAudit(db))
      .filter(({ action }) => action === "sign-in.failed")
      .map(({ actor, actorKind, outcome }) => [actor, actorKind, outcome]);
  return {
    ...{ db, room, ada, options, enter, comeBack, find, failures, logged, onNewAddress, onSignOut },
    setSession: (value: Session | undefined) => void (session = value),
  };
}

test("a sign-in starts a session and ends the one that the browser had", async () => {
  const { ada, enter, find, setSession } = await signInPage();
  const first = await enter({ username: "ada", password });
  expect(first).toEqual({ id: String(ada.id), name: "Ada", sessionId: expect.any(String) });
  setSession(await find(first));
  const second = await enter({ username: "ada", password });
  expect([await find(first), await find(second)]).toMatchObject([
    undefined,
    { operator: { username: "Ada" } },
  ]);
  setSession(await find(second));
  // A refused sign-in ends no session.
  expect(await enter({ username: "ada", password: "a wrong guess" })).toBeNull();
  expect(await find(second)).toBeDefined();
});

test.each([
  ["no password", { username: "ada" }],
  ["no name", { password }],
  ["a list as the name", { username: ["ada"], password }],
  ["a name with NUL", { username: "ada\0", password }],
  ["an answer of a passkey that is not JSON", { username: "ada", password, passkey: "{" }],
  ["an incomplete answer of a passkey", { username: "ada", password, passkey: "{}" }],
])("with %s, a sign-in is refused, and is no guess", async (_, typed) => {
  const { enter, failures } = await signInPage();
  expect(await enter(typed)).toBeNull();
  expect(await failures()).toEqual([]);
});

test("a failed sign-in is recorded with the name of an operator, but never with another typed text", async () => {
  const { enter, failures } = await signInPage();
  for (const username of ["ADA", "a password in the wrong field", "x".repeat(200)])
    expect(await enter({ username, password: "a wrong guess" })).toBeNull();
  expect((await failures()).toReversed()).toEqual([["Ada", "unproven", "failed"]]);
  const unknown = await signInPage();
  expect(await unknown.enter({ username: "my password", password: "a wrong guess" })).toBeNull();
  expect(await unknown.failures()).toEqual([["unknown user", "unproven", "failed"]]);
});

test("the sign-in page gets the reason of a refusal that is no wrong password", async () => {
  const { db, enter, failures, logged } = await signInPage();
  await db.updateTable("operators").set({ must_change_password: 1 }).execute();
  await expect(enter({ username: "ada", password })).rejects.toThrow(/^new-password:$/);
  await expect(enter({ username: "ada", password, newPassword: "password1" })).rejects.toThrow(
    /^new-password:.+/,
  );
  await expect(enter({ username: "ada", password, newPassword: password })).rejects.toThrow(
    /^new-password:Choose a password other than/,
  );
  expect(await failures()).toEqual([]);
  expect(await enter({ username: "ada", password, newPassword: "another lantern" })).toMatchObject({
    name: "Ada",
  });
  for (let count = 0; count < 10; count += 1) await enter({ username: "ada", password: "x".repeat(300) });
  await expect(enter({ username: "ada", password: "another lantern" })).rejects.toThrow(/^throttled:\d+$/);
  expect(await failures()).toHaveLength(1);
  await db.schema.alterTable("operators").renameTo("operators_away").execute();
  await expect(enter({ username: "bo", password })).rejects.toThrow(/^unavailable$/);
  expect(logged.at(-1)).toMatchObject({
    ...{ level: 50, msg: "A sign-in could not be checked" },
    err: { message: expect.stringContaining("operators") as unknown },
  });
});

test("the sign-in page asks for a second factor, and gets the reason of a wrong code", async () => {
  const { db, room, ada, enter, failures } = await signInPage();
  const { key, setup } = totpToAdd(room, ada);
  const code = new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: 1_000_000 });
  await addTotp(room, ada, { setup, code }, 1_000_000);
  // A code is accepted only once, so the new password comes first.
  await db.updateTable("operators").set({ must_change_password: 1 }).execute();
  await expect(enter({ username: "ada", password })).rejects.toThrow(/^new-password:$/);
  await db.updateTable("operators").set({ must_change_password: 0 }).execute();
  await expect(enter({ username: "ada", password })).rejects.toThrow(/^factor:code$/);
  await expect(enter({ username: "ada", password, code: "no code" })).rejects.toThrow(/^code$/);
  expect(await enter({ username: "ada", password: "a wrong guess", code: "no code" })).toBeNull();
  expect(await failures()).not.toEqual([]);
  const valid = new TOTP({ secret: Secret.fromBase32(key) }).generate();
  expect(await enter({ username: "ada", password, code: valid })).toMatchObject({ name: "Ada" });
  expect((await listAudit(db))[0]).toMatchObject({ action: "sign-in", detail: { by: "app" } });
  const row = { operator_id: ada.id, name: "key", public_key: "", counter: 0, transports: "[]" };
  await db
    .insertInto("passkeys")
    .values({ ...row, id: "key", created_at: 0 })
    .execute();
  await expect(enter({ username: "ada", password })).rejects.toThrow(/^factor:passkey,code$/);
});

test("the first sign-in from another address is reported", async () => {
  const { ada, enter, onNewAddress } = await signInPage();
  await enter({ username: "ada", password });
  await enter({ username: "ada", password });
  expect(onNewAddress).not.toHaveBeenCalled();
  await enter({ username: "ada", password }, "198.51.100.9");
  expect(onNewAddress.mock.calls).toMatchObject([
    [{ id: ada.id }, { address: "198.51.100.9", userAgent: "Lynx" }],
  ]);
});

const oidc: NonNullable<OperatorsRoom["env"]["oidc"]> = {
  ...{
    issuer: "https://id.example.org",
    clientId: "panel",
    clientSecret: "a secret",
    scopes: "openid groups",
  },
  ...{ name: "Harbor login", roleClaim: "groups", roles: [{ value: "staff", role: "owner" }] },
};

test("a person who comes back from the provider gets a session, and a new address is reported", async () => {
  const { db, room, comeBack, find, setSession, onNewAddress } = await signInPage({
    ...{ oidc, basePath: "/admin" },
  });
  await db.updateTable("operators").set({ oidc_issuer: oidc.issuer, oidc_subject: "1" }).execute();
  const profile = { sub: "1", groups: ["staff"] };
  const { user, result } = await comeBack(profile);
  expect(result).toBe(true);
  const session = await find(user);
  expect(session).toMatchObject({ operator: { username: "Ada", isProvided: true } });
  const row = await db.selectFrom("operators").selectAll().executeTakeFirstOrThrow();
  expect(grantIn(room, row)).toEqual({ accessToken: "access", refreshToken: "refresh" });
  expect(onNewAddress).not.toHaveBeenCalled();
  setSession(session);
  await comeBack(profile, "198.51.100.9");
  expect(onNewAddress.mock.calls).toMatchObject([[{ username: "Ada" }, { address: "198.51.100.9" }]]);
  expect(await find(user)).toBeUndefined();
  expect((await comeBack({ sub: "1" })).result).toBe("/admin/login?error=oidc-no-role");
  expect((await comeBack(undefined)).result).toBe(false);
});

test("without a provider, nobody comes back from one", async () => {
  const { options, comeBack } = await signInPage();
  expect((await comeBack({ sub: "1" })).result).toBe(false);
  expect((await comeBack(undefined, undefined, "credentials")).result).toBe(true);
  expect(options.providers).toHaveLength(1);
});

test("a sign-in at the provider is protected, limited in time, and asks for the scopes of the panel", async () => {
  const { options } = await signInPage({ oidc });
  const [provider] = options.providers as unknown as {
    userinfo: { request: (given: object) => Promise<object> };
  }[];
  expect(provider).toMatchObject({
    ...{ id: "oidc", type: "oauth", name: "Harbor login", clientId: "panel", clientSecret: "a secret" },
    wellKnown: "https://id.example.org/.well-known/openid-configuration",
    ...{ idToken: true, checks: ["pkce", "state", "nonce"] },
    authorization: { params: { scope: "openid groups" } },
    httpOptions: { timeout: 5_000 },
  });
  const client = {
    issuer: { metadata: { issuer: oidc.issuer, userinfo_endpoint: "" } },
    userinfo: async () => ({ sub: "1" }),
  };
  expect(await provider!.userinfo.request({ client, tokens: { access_token: "access" } })).toEqual({
    sub: "1",
  });
});

test("a sign-out ends the session of its cookie, and only an existing one is recorded", async () => {
  const { db, options, enter, find, onSignOut } = await signInPage();
  const user = await enter({ username: "ada", password });
  const token = await options.callbacks!.jwt!({ token: { name: "x" }, user: user! } as never);
  expect(token).toEqual({ name: "x", sessionId: user!.sessionId });
  expect(await options.callbacks!.jwt!({ token } as never)).toBe(token);
  const signOut = (own: object) => options.events!.signOut!({ token: own } as never);
  for (const other of [{}, { sessionId: "unknown" }]) await signOut(other);
  expect(onSignOut).not.toHaveBeenCalled();
  await signOut(token);
  expect(await find(user)).toBeUndefined();
  expect(onSignOut.mock.calls).toMatchObject([[{ username: "Ada" }]]);
  const entries = (await listAudit(db)).filter(({ action }) => action === "sign-out");
  expect(entries).toMatchObject([{ actor: "Ada" }]);
});

test("without its audit entry, a sign-in or a new password does not happen, but a sign-out does", async () => {
  const { db, ada, options, enter, find, onNewAddress, onSignOut, room } = await signInPage();
  const user = await enter({ username: "ada", password });
  await db.updateTable("operators").set({ oidc_subject: "ada", oidc_grant: "sealed" }).execute();
  await db.updateTable("sessions").set({ method: "oidc" }).execute();
  const withoutLog = async (work: () => unknown, message = /^unavailable$/) => {
    await db.schema.alterTable("audit_head").renameTo("audit_away").execute();
    await expect(Promise.resolve(work())).rejects.toThrow(message);
    await db.schema.alterTable("audit_away").renameTo("audit_head").execute();
  };
  // The provider does not answer, and its last answer is old.
  room.rechecks.retryAt.set(ada.id, Infinity);
  expect(await find(user)).toBeUndefined();
  await withoutLog(
    () => options.events!.signOut!({ token: { sessionId: user!.sessionId } } as never),
    /audit/,
  );
  expect(onSignOut.mock.calls).toMatchObject([[{ id: ada.id }]]);
  const rows = () => db.selectFrom("sessions").selectAll().execute();
  expect(await rows()).toEqual([]);

  await db.updateTable("operators").set({ oidc_subject: null, oidc_grant: null }).execute();
  await withoutLog(() => enter({ username: "ada", password }, "198.51.100.9"));
  expect(await rows()).toEqual([]);
  await enter({ username: "ada", password }, "198.51.100.9");
  expect(onNewAddress).toHaveBeenCalledOnce();

  await db.updateTable("operators").set({ must_change_password: 1 }).execute();
  await withoutLog(() => enter({ username: "ada", password, newPassword: "another lantern" }));
  expect(await verifyCredentials(room, { username: "ada", password })).toMatchObject({ id: ada.id });
});

test.each([
  [{ isHttps: false, basePath: "" }, "next-auth.", { path: "/", secure: false }],
  [{ isHttps: true, basePath: "" }, "__Host-next-auth.", { path: "/", secure: true }],
  [{ isHttps: true, basePath: "/admin" }, "__Secure-next-auth.", { path: "/admin", secure: true }],
])("the cookies of a panel with %j", async (env, prefix, own) => {
  const { options } = await signInPage(env);
  const cookie = (name: string, more = {}) => ({
    name: `${prefix}${name}`,
    options: { httpOnly: true, sameSite: "lax", ...own, ...more },
  });
  const minutes = { maxAge: 15 * 60 };
  expect(options.cookies).toEqual({
    pkceCodeVerifier: cookie("pkce.code_verifier", minutes),
    state: cookie("state", minutes),
    nonce: cookie("nonce", minutes),
    sessionToken: cookie("session-token"),
    callbackUrl: cookie("callback-url"),
    csrfToken: cookie("csrf-token"),
  });
  const month = 30 * 24 * 60 * 60;
  expect(options).toMatchObject({
    session: { strategy: "jwt", maxAge: month },
    ...{ jwt: { maxAge: month }, useSecureCookies: env.isHttps },
    pages: { signIn: `${env.basePath}/login`, error: `${env.basePath}/login` },
  });
});

test("what anybody can cause is logged below an error, and without the provider's tokens", async () => {
  const { options, logged } = await signInPage();
  const { error, warn, debug } = options.logger!;
  const broken = new Error("broken");
  error!("JWT_SESSION_ERROR", { error: broken });
  error!("OAUTH_CALLBACK_ERROR", { error: new Error("x".repeat(400)), providerId: "oidc" });
  error!("SIGNOUT_ERROR", broken);
  warn!("NEXTAUTH_URL" as never);
  debug!("CREATE_STATE", {});
  expect(logged).toMatchObject([
    { level: 20, code: "JWT_SESSION_ERROR", reason: "broken" },
    { level: 40, code: "OAUTH_CALLBACK_ERROR", reason: "x".repeat(300) },
    { level: 50, code: "SIGNOUT_ERROR", err: { message: "broken" } },
    { level: 40, code: "NEXTAUTH_URL" },
    { level: 20, code: "CREATE_STATE" },
  ]);
  expect(JSON.stringify(logged)).not.toContain("providerId");
});
