import type { Invitation, PanelOperator } from "@/lib/shared/contract/operators";
import type { Role } from "@/lib/shared/role";
import { databaseOf } from "../support/database";
import { expect, Instance, SESSION_SECRET, stored, test } from "../support/instance";
import { operator, type Panel } from "../support/panel";
import { PanelClient } from "../support/session";

/* Tests how people become operators, and how owners revoke their access. */

const password = "a lantern on the pier";
const path = "/api/panel/invitations";

let instance: Instance;
let owner: PanelClient;
test.beforeAll(async ({ newDatabase }) => {
  const env = { NEXTAUTH_SECRET: SESSION_SECRET, AUDIT_KEY: SESSION_SECRET };
  instance = await Instance.start({ databaseUrl: await newDatabase(), env });
  owner = await PanelClient.signIn(instance.panel);
});
test.afterAll(() => instance.stop());

const statusOf = async (answer: Promise<Response>) => (await answer).status;
const visitor = (panel: Pick<Panel, "url"> = instance.panel) => new PanelClient(panel.url);

/** Creates an invitation, and registers its link as a secret that must never appear in the log. */
async function invite(by = owner, role: Role = "editor"): Promise<{ link: string; invitation: Invitation }> {
  const answer = await by.send("POST", path, { role, expiresInDays: 1 });
  expect(answer.status).toBe(201);
  const made = (await answer.json()) as { link: string; invitation: Invitation };
  instance.keep(new URL(made.link).hash.slice(1));
  return made;
}

const operatorNamed = async (name: string) =>
  (await owner.json<PanelOperator[]>("/api/panel/operators")).find(({ username }) => username === name);

test("an invited person gets the role of the link, and the link works only once", stored, async () => {
  const { link } = await invite();
  const token = new URL(link).hash.slice(1);
  const offered = await visitor().send("POST", "/api/join", { token });
  expect(await offered.json()).toMatchObject({ role: "editor", invitedBy: operator.username });
  // The link stays valid after an attempt with invalid input.
  const taken = { username: operator.username, password };
  expect(await statusOf(visitor().join(link, taken))).toBe(409);
  expect(await statusOf(visitor().join(link, { username: "tomas", password: "short" }))).toBe(422);
  for (const username of ["system", "Command line", "m\u0430ra", "ma\u200bra", "jon  snow"])
    expect(await statusOf(visitor().join(link, { username, password })), username).toBe(422);

  const tomas = { username: "tomas", password };
  // To determine the client's address, the next request must read the changed file and store a version of the
  // file. It must do so before it starts the transaction that adds the operator. Otherwise, a deadlock could
  // occur.
  await instance.panel.replaceConfig(`${await instance.panel.readConfig()}\n`);
  expect(await statusOf(visitor().join(link, tomas))).toBe(201);
  expect(await operatorNamed("tomas")).toMatchObject({ role: "editor", disabled: false });
  expect(await statusOf(visitor().join(link, { ...tomas, username: "pavel" }))).toBe(403);
  expect(await statusOf(visitor().send("POST", "/api/join", { token }))).toBe(403);
  const client = await PanelClient.signIn(instance.panel, tomas);
  expect(await statusOf(client.fetch(path))).toBe(403);

  expect(
    await instance.sql("select actor, target, detail from audit where action = 'operator.join'"),
  ).toMatchObject([
    { actor: "tomas", detail: JSON.stringify({ role: "editor", invitedBy: operator.username }) },
  ]);
  expect(JSON.stringify(await instance.sql("select * from invitations"))).not.toContain(token);
});

for (const [name, tag] of [
  ["SQLite", {}],
  ["PostgreSQL", stored],
] as const)
  test(`if two people use one link on two replicas, only one of them joins (${name})`, tag, async () => {
    const replica = await instance.replica();
    try {
      for (let round = 0; round < 5; round += 1) {
        const { link } = await invite();
        const answers = await Promise.all(
          [instance.panel, replica, instance.panel, replica].map((panel, nth) =>
            statusOf(visitor(panel).join(link, { username: `mate ${round} ${nth}`, password })),
          ),
        );
        expect(answers.toSorted()).toEqual([201, 403, 403, 403]);
      }
    } finally {
      await replica.stop();
    }
  });

test(
  "a link gives no access if it is revoked or expired, or if its creator is no longer an owner",
  stored,
  async () => {
    const refused = async (link: string, name: string) =>
      statusOf(visitor().join(link, { username: name, password }));
    const revoked = await invite();
    const end = () => owner.fetch(`${path}/${revoked.invitation.id}`, { method: "DELETE" });
    expect([await statusOf(end()), await statusOf(end())]).toEqual([200, 404]);
    expect(await refused(revoked.link, "revoked")).toBe(403);

    const late = await invite();
    await instance.sql("update invitations set expires_at = ? where id = ?", Date.now(), late.invitation.id);
    expect(await refused(late.link, "late")).toBe(403);

    const id = await owner.addOperator({ username: "leaving", password });
    const leaving = await PanelClient.signIn(instance.panel, { username: "leaving", password });
    const left = [
      await invite(leaving, "owner"),
      await invite(leaving, "owner"),
      await invite(leaving, "owner"),
    ];
    const change = (body: object) => owner.send("PATCH", `/api/panel/operators/${id}`, body);
    await change({ role: "editor" });
    expect(await refused(left[0]!.link, "by an editor")).toBe(403);
    await change({ role: "owner" });
    await change({ disabled: true });
    expect(await refused(left[1]!.link, "by a disabled one")).toBe(403);
    await owner.send("DELETE", `/api/panel/operators/${id}`, {});
    expect(await refused(left[2]!.link, "by nobody")).toBe(403);
    expect(await refused(`${instance.url}/join#nothing`, "by chance")).toBe(403);
  },
);

test("only owners can list, create and revoke invitations", stored, async () => {
  await owner.addOperator({ username: "viewer", password, role: "viewer" });
  const client = await PanelClient.signIn(instance.panel, { username: "viewer", password });
  const { link, invitation } = await invite();
  const attempts = [
    client.fetch(path),
    client.send("POST", path, { role: "viewer", expiresInDays: 1 }),
    client.fetch(`${path}/${invitation.id}`, { method: "DELETE" }),
  ];
  expect(await Promise.all(attempts.map(statusOf))).toEqual([403, 403, 403]);
  const listed = await owner.fetch(path);
  expect(await listed.text()).not.toContain(new URL(link).hash.slice(1));
});

test("an operator who must change the password has to enter the current password first", stored, async () => {
  const cook = { username: "cook", password };
  const id = await owner.addOperator(cook);
  const client = await PanelClient.signIn(instance.panel, cook);
  const created = await client.send("POST", "/api/panel/api-tokens", {
    name: "script",
    role: "viewer",
    expiresInDays: 1,
  });
  const { token } = (await created.json()) as { token: string };
  const byToken = () =>
    fetch(`${instance.url}/api/panel/config`, { headers: { authorization: `Bearer ${token}` } });
  expect(await statusOf(byToken())).toBe(200);
  expect(await statusOf(owner.send("POST", `/api/panel/operators/${id}/password`, {}))).toBe(200);
  expect([await statusOf(client.fetch("/api/panel/config")), await statusOf(byToken())]).toEqual([401, 401]);

  const errorOf = async (further: Record<string, string> = {}) => {
    const answer = await visitor().trySignIn({ ...cook, ...further });
    return new URL(((await answer.json()) as { url: string }).url).searchParams.get("error");
  };
  expect(await errorOf()).toBe("new-password:");
  expect(await errorOf({ newPassword: password })).toMatch(/^new-password:Choose a password other/);
  expect(await errorOf({ newPassword: "password1" })).toMatch(/^new-password:./);
  expect(await errorOf({ newPassword: "short" })).toMatch(/^new-password:Use at least 8/);
  // The error is the same as for a wrong username, so a guess reveals nothing about the operator.
  expect(await errorOf({ password: "a guess", newPassword: "fog horn at dawn" })).toBe("CredentialsSignin");
  const fresh = { username: "cook", password: "fog horn at dawn" };
  expect(await errorOf({ newPassword: fresh.password })).toBeNull();
  await PanelClient.signIn(instance.panel, fresh);
  expect(await errorOf()).toBe("CredentialsSignin");
  // The token is revoked, because the person who knew the old password may have created it.
  expect(await statusOf(byToken())).toBe(401);
  expect(await operatorNamed("cook")).toMatchObject({ mustChangePassword: false });
});

test("only an owner can end another operator's sessions", stored, async () => {
  const id = await owner.addOperator({ username: "stoker", password, role: "editor" });
  const client = await PanelClient.signIn(instance.panel, { username: "stoker", password });
  const [first] = await owner.json<PanelOperator[]>("/api/panel/operators");
  expect(await statusOf(client.send("DELETE", `/api/panel/operators/${first?.id}/sessions`, {}))).toBe(403);
  expect(await statusOf(owner.send("DELETE", `/api/panel/operators/${id}/sessions`, {}))).toBe(200);
  expect(await statusOf(client.fetch("/api/panel/config"))).toBe(401);
  expect(await statusOf(owner.send("DELETE", "/api/panel/operators/999999/sessions", {}))).toBe(404);
  await PanelClient.signIn(instance.panel, { username: "stoker", password });
});

test("the setup link expires after an hour, and its page explains that the link has expired", async ({
  panelBeforeSetUp: panel,
}) => {
  const token = /\/setup\?token=(\S+)/.exec(panel.output())?.[1];
  const { query } = databaseOf(undefined, panel.dataDir);
  const [row] = await query<{ value: string }>("select value from meta where key = 'setup-token-sha256'");
  const [hash, end] = row!.value.split(" ");
  expect(Number(end) - Date.now()).toBeLessThanOrEqual(3_600_000);
  const input = { token, username: "keeper", password, guildName: "Harbor" };
  await query("update meta set value = ? where key = 'setup-token-sha256'", `${hash} ${Date.now() - 1}`);
  try {
    const late = await visitor(panel).send("POST", "/api/setup", input);
    expect([late.status, await late.json()]).toMatchObject([
      403,
      { detail: expect.stringContaining("works for one hour") as unknown },
    ]);
    expect(await (await visitor(panel).fetch(`/setup?token=${token}`)).text()).toContain("has expired");
  } finally {
    await query("update meta set value = ? where key = 'setup-token-sha256'", row!.value);
  }
});
