import { guessTogether } from "../support/guesses";
import { expect, Instance, SESSION_SECRET, stored, test } from "../support/instance";
import { operator, type Panel } from "../support/panel";
import { forgetProofs, PanelClient } from "../support/session";
import { addApp, codeOf } from "../support/totp";

/*
 * Tests authenticators, recovery codes, and the second factor that an owner can require.
 * `factors/codes.test.ts` tests the time steps of codes.
 */

let instance: Instance;
let panel: Panel;
let client: PanelClient;
test.beforeAll(async ({ newDatabase }) => {
  const databaseUrl = await newDatabase();
  instance = await Instance.start({
    databaseUrl,
    env: { NEXTAUTH_SECRET: SESSION_SECRET, AUDIT_KEY: SESSION_SECRET },
  });
  ({ panel } = instance);
  client = await PanelClient.signIn(panel);
});
test.afterAll(() => instance.stop());
// Renews the owner's proof of identity, which may have expired during the previous test.
test.beforeEach(async () => {
  await client.send("POST", "/api/panel/account/proof", { password: operator.password });
});

let made = 0;
async function withApp() {
  const credentials = { username: `mate${(made += 1)}`, password: "a lantern on the pier" };
  await client.addOperator(credentials);
  const own = await PanelClient.signIn(panel, credentials);
  return { credentials, client: own, ...(await addApp(own)) };
}
const tryAt = async ({ url }: Pick<Panel, "url">, credentials: Record<string, string>) => {
  const answer = await new PanelClient(url).trySignIn(credentials);
  const { url: next } = (await answer.json()) as { url: string };
  return [answer.status, new URL(next).searchParams.get("error")];
};
const WRONG_CODE = [401, "code"];

test("sign-in with an authenticator requires the password and an unused code", stored, async () => {
  const { credentials, key } = await withApp();
  expect(await tryAt(panel, credentials)).toEqual([401, "factor:code"]);
  expect(await tryAt(panel, { ...credentials, code: "000000" })).toEqual(WRONG_CODE);
  expect(await tryAt(panel, { ...credentials, password: "wrong", code: codeOf(key, 1) })).toEqual([
    401,
    "CredentialsSignin",
  ]);
  const code = codeOf(key, 1);
  expect(await tryAt(panel, { ...credentials, code })).toEqual([200, null]);
  expect(await tryAt(panel, { ...credentials, code })).toEqual(WRONG_CODE);
});

test("a code that is sent to two replicas at the same time works on only one of them", stored, async () => {
  const { credentials, key } = await withApp();
  const other = await instance.replica();
  try {
    const code = codeOf(key, 1);
    const answers = await Promise.all([panel, other].map((one) => tryAt(one, { ...credentials, code })));
    expect(answers.toSorted()).toEqual([[200, null], WRONG_CODE]);
  } finally {
    await other.stop();
  }
});

test("each recovery code works for one sign-in", stored, async () => {
  const { credentials, recoveryCodes } = await withApp();
  expect(recoveryCodes).toHaveLength(10);
  const [code = "", another = ""] = recoveryCodes;
  expect(await tryAt(panel, { ...credentials, code })).toEqual([200, null]);
  expect(await tryAt(panel, { ...credentials, code })).toEqual(WRONG_CODE);
  expect(await tryAt(panel, { ...credentials, code: another })).toEqual([200, null]);
});

test(
  "wrong codes cause the same delays as wrong passwords, even if the password is correct",
  stored,
  async () => {
    const { credentials } = await withApp();
    const { answers, mostChecked } = await guessTogether(24, () =>
      tryAt(panel, { ...credentials, code: "000000" }),
    );
    const judged = answers.filter(([, error]) => error === "code").length;
    expect(judged).toBeGreaterThanOrEqual(10);
    expect(judged).toBeLessThanOrEqual(mostChecked);
    expect(answers.filter(([, error]) => String(error).startsWith("throttled:"))).toHaveLength(24 - judged);
  },
);

test(
  "an operator with an authenticator must confirm their identity with the password and a code",
  stored,
  async () => {
    const { credentials, client: own, key, recoveryCodes } = await withApp();
    await forgetProofs(panel, instance.databaseUrl);
    const remove = (body: object) => own.send("DELETE", "/api/panel/account/totp", body);
    const { password } = credentials;
    const statuses = [];
    for (const body of [
      {},
      { password },
      { password, code: "000000" },
      { password: "x", code: codeOf(key, 1) },
    ])
      statuses.push((await remove(body)).status);
    expect(statuses).toEqual([403, 403, 422, 422]);
    const proof = await own.send("POST", "/api/panel/account/proof", { password, code: recoveryCodes[0] });
    expect(proof.status).toBe(200);
    expect((await remove({})).status).toBe(200);
    expect(await tryAt(panel, credentials), "the password is enough again").toEqual([200, null]);
  },
);

test(
  "adding an authenticator ends the operator's other sessions and is recorded in the audit log",
  stored,
  async () => {
    const credentials = { username: "lookout", password: "a lantern on the pier" };
    await client.addOperator(credentials);
    const [own, other] = [
      await PanelClient.signIn(panel, credentials),
      await PanelClient.signIn(panel, credentials),
    ];
    await addApp(own);
    const status = async (one: PanelClient) => (await one.fetch("/api/panel/account/factors")).status;
    expect([await status(own), await status(other)]).toEqual([200, 401]);
    const entries = await instance.sql(
      "select action from audit where target = ? and completes is null",
      "lookout",
    );
    expect(entries).toContainEqual({ action: "totp.add" });
  },
);

test("an operator who lacks a required second factor can only set up a second factor", stored, async () => {
  const mate = { username: "no factor", password: "a lantern on the pier" };
  await client.addOperator(mate);
  const before = await PanelClient.signIn(panel, mate);
  const require = (isRequired: boolean) =>
    client.send("PUT", "/api/panel/operators/second-factor", { isRequired });
  expect((await require(true)).status, "the owner has none").toBe(409);
  await addApp(client);
  expect((await require(true)).status).toBe(200);
  try {
    for (const theirs of [before, await PanelClient.signIn(panel, mate)]) {
      const refused = await theirs.fetch("/api/panel/config");
      expect([refused.status, await refused.json()]).toMatchObject([403, { code: "factor-required" }]);
      expect((await theirs.fetch("/api/panel/token")).status).toBe(403);
      const page = await theirs.fetch("/operators", { redirect: "manual" });
      expect(page.headers.get("location")).toMatch(/\/second-factor\?next=%2Foperators$/);
      expect((await theirs.fetch("/second-factor")).status).toBe(200);
    }
    await addApp(before);
    expect((await before.fetch("/api/panel/config")).status).toBe(200);
    const last = await before.send("DELETE", "/api/panel/account/totp", {});
    expect([last.status, await last.json()]).toMatchObject([409, { code: "conflict" }]);
  } finally {
    expect((await require(false)).status).toBe(200);
    expect((await client.send("DELETE", "/api/panel/account/totp", {})).status).toBe(200);
  }
});
