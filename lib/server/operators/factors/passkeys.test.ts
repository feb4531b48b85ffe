import { expect, test } from "vitest";
import type { NewPasskey } from "@/lib/shared/contract/factors";
import { SoftwareAuthenticator } from "@/testing/software-authenticator";
import { testDatabase } from "@/testing/test-database";
import { testRoom } from "@/testing/test-operators";
import { createOperator } from "../operators";
import {
  addPasskey,
  judgePasskey,
  listPasskeys,
  passkeyToMake,
  passkeyToProve,
  passkeyToSignIn,
  removePasskey,
} from "./passkeys";

async function panel() {
  const db = await testDatabase();
  const room = testRoom(db);
  const ada = await createOperator(db, { username: "ada", password: "a lantern on the pier", userId: null });
  const device = new SoftwareAuthenticator();
  const toMake = async (session = "s") => (await passkeyToMake(room, ada, session)).challenge;
  const add = (response: NewPasskey["response"], session = "s") =>
    addPasskey(room, ada, session, { name: "laptop", response });
  const toSignIn = async () => (await passkeyToSignIn(room)).challenge;
  const judge = (response: ReturnType<typeof device.signed>) => judgePasskey(room, response, "sign-in");
  return { db, room, ada, device, toMake, add, toSignIn, judge };
}

type Claims = Parameters<SoftwareAuthenticator["signed"]>[0];
const wrong: [string, Partial<Claims>][] = [
  ["of another site", { origin: "https://evil.example" }],
  ["for another domain", { rpId: "evil.example" }],
  ["without a recognized owner", { isVerified: false }],
  ["to a made-up challenge", { challenge: "AAAA" }],
];

test("a passkey that was added signs its operator in, and each answer counts once", async () => {
  const { db, ada, device, toMake, add, toSignIn, judge } = await panel();
  const created = device.created({ challenge: await toMake() });
  const added = await add(created);
  expect(added).toEqual({ id: device.id, name: "laptop", createdAt: expect.any(Number), lastUsedAt: null });
  expect(await listPasskeys(db, ada.id)).toEqual([added]);
  const signed = device.signed({ challenge: await toSignIn() });
  expect((await Promise.all([judge(signed), judge(signed)])).toSorted()).toEqual([ada.id, undefined]);
  expect(await judge(signed)).toBeUndefined();
  expect(await listPasskeys(db, ada.id)).toMatchObject([{ lastUsedAt: expect.any(Number) }]);
  expect(await judge(device.signed({ challenge: await toSignIn() }))).toBe(ada.id);

  await removePasskey(db, ada.id, device.id);
  expect(await judge(device.signed({ challenge: await toSignIn() }))).toBeUndefined();
  // The answer that created the removed passkey does not create it again.
  await expect(add(created)).rejects.toMatchObject({ code: "invalid-settings" });
  await expect(removePasskey(db, ada.id, device.id)).rejects.toMatchObject({ code: "not-found" });
});

test.each(wrong)("an answer %s adds no passkey", async (_, claims) => {
  const { db, ada, device, toMake, add } = await panel();
  const refused = { code: "invalid-settings" };
  const challenge = await toMake();
  await expect(add(device.created({ challenge, ...claims }))).rejects.toMatchObject(refused);
  await expect(add(device.created({ challenge }), "another session")).rejects.toMatchObject(refused);
  expect(await listPasskeys(db, ada.id)).toEqual([]);
  await add(device.created({ challenge }));
});

test.each(wrong)("an answer %s signs nobody in", async (_, claims) => {
  const { room, ada, device, toMake, add, toSignIn, judge } = await panel();
  await add(device.created({ challenge: await toMake() }));
  const challenge = await toSignIn();
  expect(await judge(device.signed({ challenge, ...claims }))).toBeUndefined();
  expect(await judgePasskey(room, device.signed({ challenge }), "proof s")).toBeUndefined();
  const other = new SoftwareAuthenticator().signed({ challenge });
  expect([await judge(other), await judge({ ...other, id: device.id, rawId: device.id })]).toEqual([
    undefined,
    undefined,
  ]);
  expect(await judge(device.signed({ challenge }))).toBe(ada.id);
});

test("a passkey whose counter did not increase signs nobody in", async () => {
  const { ada, device, toMake, add, toSignIn, judge } = await panel();
  await add(device.created({ challenge: await toMake(), counter: 5 }));
  const attempt = async (counter: number) => judge(device.signed({ challenge: await toSignIn(), counter }));
  expect([await attempt(5), await attempt(0)]).toEqual([undefined, undefined]);
  expect((await Promise.all([attempt(6), attempt(6)])).toSorted()).toEqual([ada.id, undefined]);
});

test("an operator has at most 20 passkeys, each of which exists once", async () => {
  const { room, ada, device, toMake, add } = await panel();
  await add(device.created({ challenge: await toMake() }));
  await expect(add(device.created({ challenge: await toMake() }))).rejects.toMatchObject({
    code: "conflict",
  });
  for (let count = 1; count < 20; count += 1)
    await add(new SoftwareAuthenticator().created({ challenge: await toMake() }));
  await expect(toMake()).rejects.toMatchObject({ code: "conflict" });
  const { allowCredentials } = await passkeyToProve(room, ada.id, "s");
  expect(allowCredentials).toHaveLength(20);
  expect(allowCredentials).toContainEqual({ id: device.id, transports: ["internal"], type: "public-key" });
  expect(await passkeyToSignIn(room)).not.toHaveProperty("allowCredentials.0");
});

test("a browser need not name the ways to reach a passkey", async () => {
  const { room, ada, device, toMake, add } = await panel();
  const { response, ...created } = device.created({ challenge: await toMake() });
  const { transports: _, ...rest } = response;
  await add({ ...created, response: rest });
  const { allowCredentials } = await passkeyToProve(room, ada.id, "s");
  expect(allowCredentials).toEqual([{ id: device.id, transports: [], type: "public-key" }]);
});

test("a request for a passkey asks for one that needs no name and recognizes its owner", async () => {
  const { room, ada, device, toMake, add } = await panel();
  await add(device.created({ challenge: await toMake() }));
  expect(await passkeyToMake(room, ada, "s")).toMatchObject({
    rp: { id: "localhost", name: "Instance Admin" },
    user: { name: "ada", displayName: "ada" },
    excludeCredentials: [{ id: device.id }],
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  expect(await passkeyToSignIn(room)).toMatchObject({ rpId: "localhost", userVerification: "required" });
});
