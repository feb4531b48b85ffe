import { randomUUID } from "node:crypto";
import { hash } from "@node-rs/argon2";
import { expect, onTestFinished, test, vi } from "vitest";
import type { OperatorsRoom } from "./room";
import { listAudit } from "@/lib/server/audit";
import { SoftwareAuthenticator } from "@/testing/software-authenticator";
import { testAudit } from "@/testing/test-audit";
import { testDatabase } from "@/testing/test-database";
import { testRoom } from "@/testing/test-operators";
import { changePassword, createOperator, listOperators } from "./operators";
import { confirmPassword } from "./factors/confirm";
import { addPasskey, passkeyToMake, passkeyToSignIn } from "./factors/passkeys";
import { signIn, signInByPasskey } from "./sign-in";
import { endSession, sessionKey } from "./session-store";

const password = "a lantern on the pier";
/** A hash that is quick to verify, because these tests make many attempts. */
const quick = await hash(password, { memoryCost: 8, timeCost: 1 });

/** A password that is too long. It counts as a wrong guess, but is refused before the slow hashing. */
const tooLong = "a wrong guess ".repeat(20);

/** Creates an operator with a random name, because all tests share the per-name guess counters. */
async function someOperator() {
  const db = await testDatabase();
  const room = testRoom(db);
  const username = `ada ${randomUUID().slice(0, 8)}`;
  await createOperator(db, { username, password, userId: null });
  await db.updateTable("operators").set({ password_hash: quick }).execute();
  return { db, room, username };
}

let lastAddress = 0;
const newAddress = () => `203.0.113.${(lastAddress += 1)}`;
const from = (address: string) => ({ address, userAgent: "" });

const attempts = (
  room: OperatorsRoom,
  count: number,
  username: string | (() => string),
  typed: string,
  address: string,
) =>
  Promise.all(
    Array.from({ length: count }, () =>
      signIn(
        room,
        { username: typeof username === "string" ? username : username(), password: typed },
        from(address),
      ),
    ),
  );
const outcomes = (results: Awaited<ReturnType<typeof attempts>>) =>
  results.map((result) => ("operator" in result ? "in" : result.error)).toSorted();

test("concurrent guesses are limited like consecutive guesses", async () => {
  const { room, username } = await someOperator();
  const found = await attempts(room, 14, username, "a wrong guess", newAddress());
  expect(outcomes(found)).toEqual([...Array(4).fill("throttled"), ...Array(10).fill("wrong")]);
});

test("guesses with any spelling of the name count for the same account", async () => {
  const { room, username } = await someOperator();
  const spellings = [
    username,
    username.toUpperCase(),
    ` ${username}`,
    username.replace("a", "ａ").replace("d", "Ｄ"),
  ];
  for (let count = 0; count < 12; count += 1) {
    const [result] = await attempts(room, 1, spellings[count % 4]!, "a wrong guess", newAddress());
    if (count < 10) expect(result).toEqual({ error: "wrong" });
  }
  for (const spelling of spellings) {
    const [late] = await attempts(room, 1, spelling, password, newAddress());
    expect(late).toMatchObject({ error: "throttled", retryAfter: expect.any(Number) });
  }
});

test("guesses from other addresses do not delay a sign-in from a known network", async () => {
  const { room, username } = await someOperator();
  const six = (host: number) => `2001:db8:${host.toString(16)}::${host.toString(16)}`;
  expect(outcomes(await attempts(room, 1, username, password, six(1)))).toEqual(["in"]);
  await attempts(room, 11, username, "a wrong guess", newAddress());
  expect(outcomes(await attempts(room, 1, username, password, six(2)))).toEqual(["throttled"]);
  // An address in the same /64 network, like a browser's next temporary address.
  expect(outcomes(await attempts(room, 1, username, password, "2001:db8:1::ffff:1"))).toEqual(["in"]);
  // Guesses from the known address are limited too.
  const found = await attempts(room, 14, username, "a wrong guess", six(1));
  expect(outcomes(found).filter((one) => one === "throttled")).toHaveLength(4);
});

test("guesses from other addresses do not delay a sign-in from an address that was used before", async () => {
  const { db, room, username } = await someOperator();
  const home = newAddress();
  const [visit] = await attempts(room, 1, username, password, home);
  if (!visit || !("operator" in visit)) throw new Error("The operator could not sign in.");
  await endSession(db, visit.operator.id, sessionKey(visit.sessionId));
  await attempts(room, 12, username, "a wrong guess", newAddress());
  expect(outcomes(await attempts(room, 1, username, password, newAddress()))).toEqual(["throttled"]);
  expect(outcomes(await attempts(room, 1, username, password, home))).toEqual(["in"]);
});

test("a new password resets the guess counter", async () => {
  const { db, room, username } = await someOperator();
  await attempts(room, 12, username, "a wrong guess", newAddress());
  const [operator] = await listOperators(db);
  const next = "two lanterns on the pier";
  await changePassword(room, operator!, next);
  expect(outcomes(await attempts(room, 1, username, next, newAddress()))).toEqual(["in"]);
});

test("successful sign-ins do not count as guesses", async () => {
  const { room, username } = await someOperator();
  const address = newAddress();
  for (let round = 0; round < 6; round += 1) {
    expect(outcomes(await attempts(room, 9, username, password, address))).toEqual(Array(9).fill("in"));
  }
});

test("a correct password forgets the guesses at its account, but not those at its address", async () => {
  const { room, username } = await someOperator();
  const home = newAddress();
  expect(outcomes(await attempts(room, 1, username, password, home))).toEqual(["in"]);
  for (let round = 0; round < 2; round += 1) {
    await attempts(room, 9, username, tooLong, home);
    expect(outcomes(await attempts(room, 1, username, password, home))).toEqual(["in"]);
  }
  const other = await someOperator();
  const shared = newAddress();
  let count = 0;
  const nobody = () => `nobody ${(count += 1)}`;
  await attempts(other.room, 49, nobody, tooLong, shared);
  expect(outcomes(await attempts(other.room, 1, other.username, password, shared))).toEqual(["in"]);
  expect(outcomes(await attempts(other.room, 3, nobody, tooLong, shared))).toEqual([
    "throttled",
    "throttled",
    "wrong",
  ]);
});

test("a passkey signs its operator in alone, and its wrong answers are guesses from their address", async () => {
  const { db, audit } = await testAudit();
  const room = { ...testRoom(db), audit };
  const ada = await createOperator(db, { username: "ada", password, userId: null });
  const device = new SoftwareAuthenticator();
  const { challenge } = await passkeyToMake(room, ada, "s");
  await addPasskey(room, ada, "s", { name: "laptop", response: device.created({ challenge }) });
  const answer = device.signed({ challenge: (await passkeyToSignIn(room)).challenge });
  const entered = await signInByPasskey(room, answer, from(newAddress()));
  expect(entered).toMatchObject({ operator: { id: ada.id } });
  expect(await listAudit(db)).toMatchObject([{ action: "sign-in", detail: { by: "passkey" } }]);
  const address = newAddress();
  const wrong = Array.from({ length: 53 }, () => signInByPasskey(room, answer, from(address)));
  expect(outcomes(await Promise.all(wrong))).toEqual([
    ...Array(3).fill("throttled"),
    ...Array(50).fill("wrong"),
  ]);
});

test("an operator with a second factor sets a required password before the code is used", async () => {
  const { db, room, username } = await someOperator();
  const [operator] = await listOperators(db);
  const passkey = { operator_id: operator!.id, id: "key", name: "key", public_key: "", counter: 0 };
  await db
    .insertInto("passkeys")
    .values({ ...passkey, transports: "[]", created_at: 0 })
    .execute();
  expect(outcomes(await attempts(room, 1, username, password, newAddress()))).toEqual(["factor"]);
  await db.updateTable("operators").set({ must_change_password: 1 }).execute();
  expect(outcomes(await attempts(room, 1, username, password, newAddress()))).toEqual(["new-password"]);
});

test("guesses at one name do not lock out another operator at the same address", async () => {
  const { room, username } = await someOperator();
  const address = newAddress();
  await attempts(room, 80, `nobody ${username}`.slice(0, 32), tooLong, address);
  expect(outcomes(await attempts(room, 1, username, password, address))).toEqual(["in"]);
});

test("guesses at many names from one address are limited", async () => {
  const { room } = await someOperator();
  let count = 0;
  const name = () => ((count += 1) % 2 === 0 ? `name ${count}` : `<${count}>`);
  const found = await attempts(room, 53, name, tooLong, newAddress());
  expect(outcomes(found).filter((one) => one === "throttled")).toHaveLength(3);
});

test("a signed-in operator's password guesses are limited like sign-ins", async () => {
  const { db, room } = await someOperator();
  const [operator] = await listOperators(db);
  const guesses = await Promise.allSettled(
    Array.from({ length: 14 }, () =>
      confirmPassword(room, operator!, { password: "a wrong guess", path: "password", undone: "Nothing" }),
    ),
  );
  const codes = guesses.map((guess) => (guess.status === "rejected" ? guess.reason.code : "changed"));
  expect(codes.toSorted()).toEqual([...Array(10).fill("invalid-settings"), ...Array(4).fill("rate-limited")]);
});

test("setting the clock back does not extend a lockout", async () => {
  const { room, username } = await someOperator();
  vi.useFakeTimers({ toFake: ["Date", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
  await attempts(room, 10, username, "a wrong guess", newAddress());
  vi.setSystemTime(Date.now() - 3_600_000);
  const [late] = await attempts(room, 1, username, password, newAddress());
  expect(late).toEqual({ error: "throttled", retryAfter: 1 });
  vi.advanceTimersByTime(999);
  expect(outcomes(await attempts(room, 1, username, password, newAddress()))).toEqual(["throttled"]);
  vi.advanceTimersByTime(1);
  expect(outcomes(await attempts(room, 1, username, password, newAddress()))).toEqual(["in"]);
});

test("refuses a name of millions of characters without delay", async () => {
  const { room } = await someOperator();
  const username = "\u0344\u0323".repeat(2_000_000);
  expect(outcomes(await attempts(room, 1, username, password, newAddress()))).toEqual(["wrong"]);
});
