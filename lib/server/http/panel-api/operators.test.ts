import { OPERATOR_HEADER } from "@/lib/shared/operator-header";
import { describe, expect, test } from "vitest";
import { db, instances } from "@/testing/rooms";
import { openTestPanel } from "@/testing/test-panel";

const panel = openTestPanel({ limits: { user: { maxUsername: 20 } } });

const sessionsOf = async (id: number) =>
  (await db().selectFrom("sessions").select("id").where("operator_id", "=", id).execute()).length;

/** Creates an operator with a session, a token that a page received, and a token for scripts. */
async function mateWithTokens(role: "owner" | "editor" = "owner") {
  const mate = await panel.visitor({ role });
  const { id, userId } = mate.operator;
  const tokens = {
    page: (await mate.get("userToken")).token,
    script: (
      await panel.get("createToken", { params: { id: userId! }, body: { name: "script", expiresInDays: 1 } })
    ).token,
  };
  /** Returns the names of the tokens that the instance API accepts. */
  const valid = async () => {
    const names: string[] = [];
    for (const [name, token] of Object.entries(tokens)) {
      const caller = await instances()
        .store()
        .authenticate(token)
        .catch(() => null);
      if (caller?.id === userId) names.push(name);
    }
    return names;
  };
  expect(await valid()).toEqual(["page", "script"]);
  return { mate, id, valid };
}

describe("a change to an operator", () => {
  test.each([
    [{ disabled: true }, "operator.disable", {}, { disabled: true }, []],
    [{ role: "viewer" }, "operator.role", { role: "viewer" }, { role: "viewer" }, []],
    [{ role: "editor" }, "operator.role", { role: "editor" }, { role: "editor" }, ["script"]],
    [{ disabled: false }, "operator.enable", {}, { disabled: false }, ["page", "script"]],
  ])("with the body %j is recorded as the action %s", async (body, action, detail, changed, tokens) => {
    const { id, valid, mate } = await mateWithTokens();
    expect(await panel.get("changeOperator", { params: { id }, body })).toMatchObject({ id, ...changed });
    expect(await panel.entries()).toMatchObject([
      { action, actor: "keeper", target: mate.operator.username, detail: { id, ...detail }, outcome: "done" },
    ]);
    expect(await valid()).toEqual(tokens);
  });

  test.each([
    ["an owner", null, "owner", ["page", "script"]],
    ["an editor", { role: "editor" }, "editor", []],
  ] as const)(
    "that limits %s to sections revokes the tokens of an editor",
    async (_, change, role, tokens) => {
      const { id, valid } = await mateWithTokens();
      await panel.get("changeOperator", { params: { id }, body: { sections: ["limits"] } });
      expect(await valid()).toEqual(["page", "script"]);
      if (change) await panel.get("changeOperator", { params: { id }, body: change });
      expect((await panel.get("listOperators")).find((one) => one.id === id)).toMatchObject({ role });
      expect(await valid()).toEqual(tokens);
    },
  );

  test("that replaces the username revokes no token", async () => {
    const { id, valid, mate } = await mateWithTokens();
    await db().updateTable("operators").set({ role: "viewer" }).where("id", "=", id).execute();
    const username = `bosun-${id}`;
    expect(await panel.get("changeOperator", { params: { id }, body: { username } })).toMatchObject({
      username,
    });
    expect((await panel.entries())[0]).toMatchObject({
      action: "operator.rename",
      detail: { id, name: username },
    });
    expect(await valid()).toEqual(["page", "script"]);
    expect((await panel.get("listOperators")).map((one) => one.username)).toContain(username);
    expect((await panel.get("listOperators")).map((one) => one.username)).not.toContain(
      mate.operator.username,
    );
  });

  test.each([{ role: "viewer" }, { sections: ["limits"] }])(
    "to %j ends the stream of the instance's output",
    async (change) => {
      const mate = await panel.visitor({ role: "editor" });
      const params = { id: mate.operator.id };
      const { stream } = await mate.ask("instanceLogEvents");
      const events = (stream as ReadableStream<Uint8Array<ArrayBuffer>>)
        .pipeThrough(new TextDecoderStream())
        .getReader();
      expect((await events.read()).value).toBe("retry: 2000\n\n");
      await panel.get("changeOperator", { params, body: { sections: null } });
      await panel.get("changeOperator", { params, body: change });
      let received = "";
      for (let part = await events.read(); !part.done; part = await events.read()) received += part.value;
      expect(received).toMatch(/: still here\n\n.*event: signed-out\ndata: \{\}\n\n$/s);
      expect((await mate.ask("instanceLogEvents")).status).toBe(403);
    },
  );

  test("to sections is recorded with the sections, and refused for unknown ones", async () => {
    const { id } = (await panel.visitor({ role: "editor" })).operator;
    const change = (sections: string[]) =>
      panel.ask("changeOperator", { params: { id }, body: { sections } });
    expect((await change(["limits"])).status).toBe(200);
    expect(await panel.entries()).toMatchObject([
      { action: "operator.sections", detail: { id, sections: ["limits"] } },
    ]);
    const message = expect.stringMatching(
      new RegExp(`^There is no section "${"x".repeat(60)}"\\. The sections are: .*\\blimits, `),
    ) as unknown;
    expect(await change(["limits", "x".repeat(61)])).toMatchObject({
      status: 422,
      body: { detail: message, problems: [{ path: "sections", message }] },
    });
  });

  test("fails for an unknown operator", async () => {
    const { status } = await panel.ask("changeOperator", { params: { id: 4711 }, body: { disabled: true } });
    expect(status).toBe(404);
    expect((await panel.entries())[0]).toMatchObject({
      action: "operator.disable",
      detail: { id: 4711 },
      outcome: "failed",
    });
  });
});

test("removing an operator ends the operator's sessions and tokens", async () => {
  const { id, valid, mate } = await mateWithTokens();
  expect(await panel.get("removeOperator", { params: { id }, body: {} })).toEqual({ removed: true });
  expect((await panel.entries())[0]).toMatchObject({
    action: "operator.remove",
    target: mate.operator.username,
    detail: { id },
  });
  expect([await sessionsOf(id), await valid(), await mate.session()]).toEqual([0, [], undefined]);
});

test("requiring a new password ends the operator's sessions and tokens", async () => {
  const { id, valid, mate } = await mateWithTokens();
  expect(await panel.get("requirePassword", { params: { id }, body: {} })).toMatchObject({
    id,
    mustChangePassword: true,
  });
  expect((await panel.entries())[0]).toMatchObject({
    action: "operator.password.require",
    target: mate.operator.username,
  });
  expect([await mate.session(), await valid()]).toEqual([undefined, []]);
});

test("ending an operator's sessions also revokes the short-lived user tokens", async () => {
  const { id, valid, mate } = await mateWithTokens();
  expect(await panel.get("endOperatorSessions", { params: { id }, body: {} })).toEqual({ ended: true });
  expect((await panel.entries())[0]).toMatchObject({
    action: "operator.sessions.end",
    target: mate.operator.username,
  });
  expect([await mate.session(), await valid()]).toEqual([undefined, ["script"]]);
  expect(await panel.session()).toBeDefined();
});

describe("an operator's own account", () => {
  test("lists the current session and can end another session", async () => {
    const { mate, valid } = await mateWithTokens();
    const { sessions, total } = await mate.get("listSessions");
    expect([sessions.length, total]).toEqual([1, 1]);
    expect(sessions[0]).toMatchObject({ current: true, address: "203.0.113.9", browser: "Firefox on Linux" });
    const id = sessions[0]!.id;
    const foreign = await panel.ask("endSession", { params: { id } });
    expect(foreign).toMatchObject({ status: 404, body: { code: "not-found" } });
    expect(await mate.session()).toBeDefined();
    expect(await mate.get("endSession", { params: { id } })).toEqual({ ended: true });
    expect((await panel.entries())[0]).toMatchObject({
      action: "session.end",
      actor: mate.operator.username,
      target: mate.operator.username,
    });
    expect([await mate.session(), await valid()]).toEqual([undefined, ["script"]]);
  });

  test("can be signed out everywhere", async () => {
    const { mate, valid } = await mateWithTokens();
    expect(await mate.get("endSessions")).toEqual({ ended: true });
    expect((await panel.entries())[0]).toMatchObject({
      action: "operator.sign-out-everywhere",
      target: mate.operator.username,
    });
    expect([await mate.session(), await valid()]).toEqual([undefined, ["script"]]);
  });

  test("can get a new password, which ends every session", async () => {
    const { mate, valid } = await mateWithTokens();
    const body = { current: "lantern on the pier", next: "another lantern" };
    expect(await mate.get("changePassword", { body })).toEqual({ changed: true });
    expect((await panel.entries())[0]).toMatchObject({
      action: "operator.password",
      target: mate.operator.username,
    });
    expect([await mate.session(), await valid()]).toEqual([undefined, ["script"]]);
  });

  test("can get a user token that is valid for 15 minutes", async () => {
    const { token, expiresAt } = await panel.get("userToken");
    expect(token).toMatch(/^[\w.-]{20,}$/);
    const minutes = (Date.parse(expiresAt!) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(14);
    expect(minutes).toBeLessThanOrEqual(15);
  });

  test("gets no user token if the panel uses a running instance", async () => {
    const { operator } = panel;
    const nameless = panel.as({ operator: { ...operator, userId: null } });
    expect(await nameless.ask("userToken")).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining("limits.user.maxUsername") },
    });
    panel.connect("https://chat.example.org/api");
    try {
      expect(await panel.ask("userToken")).toMatchObject({
        status: 409,
        body: { detail: expect.stringContaining("https://chat.example.org/api") },
      });
    } finally {
      panel.connect();
    }
  });
});

test("ending sessions revokes no user tokens if the panel uses a running instance", async () => {
  const { id, valid } = await mateWithTokens();
  panel.connect("https://chat.example.org/api");
  try {
    await panel.get("endOperatorSessions", { params: { id }, body: {} });
    await panel.get("requirePassword", { params: { id }, body: {} });
  } finally {
    panel.connect();
  }
  expect(await valid()).toEqual(["page", "script"]);
});

describe("API tokens", () => {
  const body = { name: "backup", role: "editor", confirmed: true, expiresInDays: 30 };

  test("are listed for their operator and for owners", async () => {
    const [editor, mate] = [await panel.visitor({ role: "editor" }), await panel.visitor({ role: "editor" })];
    const { username } = editor.operator;
    const made = await editor.get("createApiToken", { body });
    expect((await panel.entries())[0]).toMatchObject({
      action: "api-token.create",
      target: "backup",
      detail: { operator: username, role: "editor", confirmed: true, days: 30 },
    });
    const days = (made.entry.endsAt - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(29.9);
    expect(days).toBeLessThanOrEqual(30);
    await panel.get("createApiToken", { body: { ...body, name: "metrics", role: "owner" } });
    const names = async (visitor: Pick<typeof panel, "get">) =>
      (await visitor.get("listApiTokens")).map(({ name }) => name).toSorted();
    expect(await names(editor)).toEqual(["backup"]);
    expect(await names(panel)).toEqual(["backup", "metrics"]);
    await mate.get("createApiToken", { body: { ...body, role: "viewer", confirmed: false, proposes: true } });
    expect((await panel.entries())[0]?.detail).toEqual({
      ...{ operator: mate.operator.username, role: "viewer", confirmed: false, proposes: true, days: 30 },
    });
  });

  test("are revoked together with the operator's short-lived user tokens", async () => {
    const { mate, valid } = await mateWithTokens("editor");
    const { entry } = await mate.get("createApiToken", { body: { ...body, name: "nightly" } });
    expect(await panel.get("revokeApiToken", { params: { id: entry.id } })).toEqual({ revoked: entry.id });
    expect((await panel.entries())[0]).toMatchObject({
      action: "api-token.revoke",
      target: "nightly",
      detail: { operator: mate.operator.username },
    });
    expect(await valid()).toEqual(["script"]);
  });
});

describe("invitations", () => {
  test("can be created, listed and revoked", async () => {
    await db().deleteFrom("invitations").execute();
    const { link, invitation } = await panel.get("createInvitation", {
      body: { role: "viewer", note: " Kim ", expiresInDays: 2 },
    });
    expect(link).toMatch(/^http:\/\/localhost:3000\/join#[\w-]{20,}$/);
    expect((await panel.entries())[0]).toMatchObject({
      action: "operator.invite",
      target: "viewer",
      detail: { days: 2, note: "Kim" },
    });
    const hours = (invitation.endsAt - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(47.9);
    expect(hours).toBeLessThanOrEqual(48);
    expect(await panel.get("listInvitations")).toMatchObject([
      { id: invitation.id, role: "viewer", note: "Kim" },
    ]);
    expect(await panel.get("revokeInvitation", { params: { id: invitation.id } })).toEqual({
      revoked: invitation.id,
    });
    expect((await panel.entries())[0]).toMatchObject({ action: "operator.invite.revoke", target: "viewer" });
    expect(await panel.get("listInvitations")).toEqual([]);
    await panel.get("createInvitation", { body: { role: "editor", expiresInDays: 1 } });
    expect((await panel.entries())[0]?.detail).toEqual({ days: 1 });
  });
});

test("refuses a request from a page that another operator opened", async () => {
  const from = (id: number) =>
    panel.ask("createInvitation", {
      headers: { [OPERATOR_HEADER]: String(id) },
      body: { role: "viewer", expiresInDays: 1 },
    });
  expect(await from(panel.operator.id + 1)).toMatchObject({ status: 409, body: { code: "other-operator" } });
  expect((await from(panel.operator.id)).status).toBe(201);
});
