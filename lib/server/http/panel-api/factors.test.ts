import { Secret, TOTP } from "otpauth";
import { db, instances, operators } from "@/testing/rooms";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { SoftwareAuthenticator } from "@/testing/software-authenticator";
import { openTestPanel, PASSWORD, type Visitor } from "@/testing/test-panel";

const panel = openTestPanel();

let mate: Visitor;
beforeEach(async () => {
  await db().deleteFrom("passkeys").execute();
  mate = await panel.visitor({});
});
afterEach(() => vi.useRealTimers());

/** Returns the code that the operator's authenticator app shows. @param steps 30-second steps from now */
const codeOf = (key: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Date.now() + steps * 30_000 });

/** Adds an authenticator app to the operator `mate`. */
async function addApp() {
  const { key, setup } = await mate.get("totpToAdd");
  const { recoveryCodes } = await mate.get("addTotp", { body: { setup, first: codeOf(key) } });
  return { key, recoveryCodes };
}

/** Starts another session of `mate`. Returns a function that reports which sessions and user tokens are valid. */
async function otherSession() {
  const { id } = (await mate.session())!;
  const row = await db().selectFrom("sessions").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const other = `other-${id}`;
  await db()
    .insertInto("sessions")
    .values({ ...row, id: other })
    .execute();
  const { token } = await mate.get("userToken");
  const caller = () =>
    instances()
      .store()
      .authenticate(token)
      .then(
        () => true,
        () => false,
      );
  return async () => ({
    other: (await operators().findSession(other)) !== undefined,
    own: (await mate.session()) !== undefined,
    token: await caller(),
  });
}

/** Starts counting announcements of ended sessions. The returned function stops and returns the count. */
function announcements() {
  let count = 0;
  const stop = operators().onEndedSessions(() => (count += 1));
  return () => {
    stop();
    return count;
  };
}

describe("an authenticator app", () => {
  test("is added with its first code", async () => {
    const held = await otherSession();
    const announced = announcements();
    const { recoveryCodes } = await addApp();
    expect(recoveryCodes).toHaveLength(10);
    expect(await held()).toEqual({ other: false, own: true, token: false });
    await vi.waitFor(() => expect(announced()).toBe(1));
    expect((await panel.entries())[0]).toMatchObject({
      action: "totp.add",
      actor: mate.operator.username,
      target: mate.operator.username,
      outcome: "done",
    });
    expect(await mate.get("listFactors")).toMatchObject({
      passkeys: [],
      appSince: expect.any(Number),
      recoveryCodes: 10,
      isRequired: false,
      whyNoPasskeys: null,
    });
    // The operator still has recovery codes, so they are not replaced.
    await db().deleteFrom("totp").where("operator_id", "=", mate.operator.id).execute();
    expect((await addApp()).recoveryCodes).toBeNull();
    expect(await mate.get("listFactors")).toMatchObject({ recoveryCodes: 10 });
  });

  test("is not added if the code is wrong", async () => {
    const { setup } = await mate.get("totpToAdd");
    expect(await mate.ask("addTotp", { body: { setup, first: "000000" } })).toMatchObject({
      status: 422,
      body: { problems: [{ path: "first" }] },
    });
    expect(await mate.get("listFactors")).toMatchObject({ appSince: null, recoveryCodes: 0 });
    expect((await panel.entries())[0]).toMatchObject({ action: "totp.add", outcome: "failed" });
  });

  test("is removed together with the recovery codes", async () => {
    await addApp();
    const held = await otherSession();
    expect(await mate.get("removeTotp")).toEqual({ removed: true });
    expect(await held()).toEqual({ other: false, own: true, token: false });
    expect(await mate.get("listFactors")).toMatchObject({ appSince: null, recoveryCodes: 0 });
    expect((await panel.entries())[0]).toMatchObject({
      action: "totp.remove",
      target: mate.operator.username,
    });
  });
});

describe("a passkey", () => {
  const stored = (id: string, operatorId: number) =>
    db()
      .insertInto("passkeys")
      .values({
        id,
        operator_id: operatorId,
        name: "Laptop",
        public_key: "",
        counter: 0,
        transports: "[]",
        ...{
          created_at: 0,
          last_used_at: null,
        },
      })
      .execute();

  test("is removed by its id", async () => {
    await stored("key-1", mate.operator.id);
    const held = await otherSession();
    expect(await mate.get("listFactors")).toMatchObject({ passkeys: [{ id: "key-1", name: "Laptop" }] });
    expect(await mate.get("removePasskey", { params: { id: "key-1" } })).toEqual({ removed: true });
    expect(await held()).toEqual({ other: false, own: true, token: false });
    expect((await panel.entries())[0]).toMatchObject({ action: "passkey.remove", target: "Laptop" });
    expect((await mate.ask("removePasskey", { params: { id: "key-1" } })).status).toBe(404);
  });

  test("of another operator cannot be removed", async () => {
    await stored("key-2", panel.operator.id);
    expect((await mate.ask("removePasskey", { params: { id: "key-2" } })).status).toBe(404);
    expect(await panel.get("listFactors")).toMatchObject({ passkeys: [{ id: "key-2" }] });
  });

  test("is registered with the operator's name and a challenge", async () => {
    const options = await mate.get("passkeyToMake");
    expect(options).toMatchObject({ challenge: expect.any(String), user: { name: mate.operator.username } });
    await stored("key-3", mate.operator.id);
    expect(await mate.get("passkeyToProve")).toMatchObject({
      challenge: expect.any(String),
      allowCredentials: [{ id: "key-3" }],
    });
  });

  test("is refused if the browser's answer is invalid", async () => {
    const credential = {
      id: "x",
      rawId: "x",
      type: "public-key",
      clientExtensionResults: {},
      response: {
        clientDataJSON: "",
        attestationObject: "",
      },
    };
    const { status } = await mate.ask("addPasskey", { body: { name: "Laptop", response: credential } });
    expect(status).toBeGreaterThanOrEqual(400);
    expect((await panel.entries())[0]).toMatchObject({
      action: "passkey.add",
      target: "Laptop",
      outcome: "failed",
    });
    expect(await mate.get("listFactors")).toMatchObject({ passkeys: [] });
  });
});

describe("recovery codes", () => {
  test("are created only for operators with a second factor", async () => {
    expect(await mate.ask("makeRecoveryCodes")).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining("Set one up first") },
    });
    const { recoveryCodes } = await addApp();
    const { codes } = await mate.get("makeRecoveryCodes");
    expect(codes).toHaveLength(10);
    expect(codes).not.toContain(recoveryCodes?.[0]);
    expect((await panel.entries())[0]).toMatchObject({
      action: "recovery-codes.make",
      target: mate.operator.username,
    });
  });
});

test("operators without a second factor are refused if one is required", async () => {
  await addApp();
  const announced = announcements();
  expect(await mate.get("requireFactor", { body: { isRequired: true } })).toEqual({ isRequired: true });
  await vi.waitFor(() => expect(announced()).toBe(1));
  expect((await panel.entries())[0]).toMatchObject({ action: "factor.require", outcome: "done" });
  expect((await panel.session())?.needsFactor).toBe(true);
  expect(await panel.ask("listOperators")).toMatchObject({ status: 403, body: { code: "factor-required" } });
  expect(await panel.get("listFactors")).toMatchObject({ isRequired: true });
  expect(await mate.get("requireFactor", { body: { isRequired: false } })).toEqual({ isRequired: false });
  expect((await panel.entries())[0]).toMatchObject({ action: "factor.allow-none" });
  expect((await panel.ask("listOperators")).status).toBe(200);
});

describe("proof of identity", () => {
  const isProved = async () => (await mate.session())?.isProved;
  beforeEach(async () => {
    mate = await panel.visitor({ isProved: false });
    expect(await isProved()).toBe(false);
  });

  test("succeeds with the correct password", async () => {
    expect(await mate.ask("proveIdentity", { body: { password: "a guess" } })).toMatchObject({
      status: 422,
      body: {
        problems: [{ path: "password" }],
        detail: expect.stringContaining("Your identity is not confirmed"),
      },
    });
    expect(await isProved()).toBe(false);
    expect(await mate.get("proveIdentity", { body: { password: PASSWORD } })).toEqual({ proved: true });
    expect(await isProved()).toBe(true);
  });

  test("requires a code in addition to the password if the account has a second factor", async () => {
    await mate.get("proveIdentity", { body: { password: PASSWORD } });
    const { key } = await addApp();
    await db().updateTable("sessions").set({ proved_at: 0 }).execute();
    expect(await mate.ask("proveIdentity", { body: { password: PASSWORD } })).toMatchObject({
      status: 403,
      body: { code: "proof-required", detail: expect.stringContaining("Enter a code as well") },
    });
    expect(await isProved()).toBe(false);
    await mate.get("proveIdentity", { body: { password: PASSWORD, code: codeOf(key, 1) } });
    expect(await isProved()).toBe(true);
  });

  test("succeeds with a passkey of the operator", async () => {
    await mate.get("proveIdentity", { body: { password: PASSWORD } });
    const device = new SoftwareAuthenticator();
    const { challenge } = (await mate.get("passkeyToMake")) as { challenge: string };
    const response = device.created({ challenge });
    await mate.get("addPasskey", { body: { name: "Laptop", response } });
    await db().updateTable("sessions").set({ proved_at: 0 }).execute();
    const asked = (await mate.get("passkeyToProve")) as { challenge: string };
    const passkey = device.signed(asked);
    expect(await mate.get("proveIdentity", { body: { passkey } })).toEqual({ proved: true });
    expect(await isProved()).toBe(true);
  });

  test("by a password in any request counts for later requests too, unless a code is missing", async () => {
    const show = (body: object) => mate.ask("showRawConfig", { body });
    const unproved = { body: { code: "proof-required" } };
    expect(await show({})).toMatchObject(unproved);
    // The file is valid, so its text is not shown; but the request had its proof.
    expect(await show({ password: PASSWORD })).toMatchObject({ body: { code: "conflict" } });
    expect(await isProved()).toBe(true);
    await addApp();
    await db().updateTable("sessions").set({ proved_at: 0 }).execute();
    expect(await show({ password: PASSWORD })).toMatchObject(unproved);
    expect(await isProved()).toBe(false);
  });

  test("is refused if no passkey has signed the answer", async () => {
    const passkey = {
      id: "x",
      rawId: "x",
      type: "public-key",
      clientExtensionResults: {},
      response: {
        clientDataJSON: "",
        authenticatorData: "",
        signature: "",
      },
    };
    const answer = await mate.ask("proveIdentity", { body: { passkey } });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(await isProved()).toBe(false);
  });
});
