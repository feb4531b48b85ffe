import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { changeEnv, db, env, instances, panelSettings, theRooms } from "@/testing/rooms";
import { VIEWER_REASON } from "@/lib/shared/role";
import { openTestPanel } from "@/testing/test-panel";
import { scriptedInstance } from "@/testing/scripted-instance";
import { health } from "@/lib/server/panel/health";
import { inviteUrl } from "@/lib/server/panel/session-instance";

const file = { general: { instanceName: "Harbor", frontPage: "https://chat.example.org" } };
const panel = openTestPanel(file, { LOG_LEVEL: "silent" });
afterEach(() => panel.connect());

const me = { id: "1574425641619554304", username: "mara" };
const start = async (routes: Parameters<typeof scriptedInstance>[0], operatorToken?: string) => {
  const instance = await scriptedInstance(routes);
  panel.connect(instance.apiUrl, operatorToken);
  return instance;
};
const connect = (token = "account-token") => panel.ask("connectAccount", { body: { token } });

describe("a panel without a running instance", () => {
  test("reports the operator's own user and no server state", async () => {
    const answer = await panel.get("getInstance");
    expect(answer).toMatchObject({
      mode: "standalone",
      url: null,
      name: "Harbor",
      account: { id: panel.operator.userId, username: "keeper" },
      hasOperatorToken: false,
      capabilities: { everyBot: true, userCare: true },
    });
    expect(answer).not.toHaveProperty("answers");
    const nobody = panel.as({ operator: { ...panel.operator, userId: null } });
    expect(await nobody.get("getInstance")).toMatchObject({ account: null });
  });

  test("offers viewers only features that change nothing", async () => {
    const { capabilities } = await panel.as({ role: "viewer" }).get("getInstance");
    const changes = [
      "botMembership",
      "botPictures",
      "botTransfer",
      "guildCare",
      "userCare",
      "userTokens",
    ] as const;
    for (const name of changes) expect(capabilities[name]).toBe(VIEWER_REASON);
    expect(capabilities).toMatchObject({
      everyBot: true,
      everyGuild: true,
      userBans: VIEWER_REASON,
      registrationTokens: VIEWER_REASON,
    });
    const { capabilities: editors } = await panel.as({ role: "editor" }).get("getInstance");
    expect(Object.values(editors)).not.toContain(VIEWER_REASON);
  });

  test("counts its users and guilds", async () => {
    const { users, guilds } = await panel.get("getCounts");
    await panel.get("createGuild", { body: { name: "Pier" } });
    expect(await panel.get("getCounts")).toEqual({ users, guilds: (guilds ?? 0) + 1 });
    expect(users).toBeGreaterThan(0);
  });

  test.each(["connectAccount", "disconnectAccount", "signInOffer"] as const)(
    "does not offer %s",
    async (name) => {
      expect(await panel.ask(name, { body: { token: "x" } })).toMatchObject({
        status: 404,
        body: { detail: expect.stringContaining("This panel is the instance") },
      });
    },
  );

  test("refuses requests for bots until the mode has been chosen", async () => {
    panelSettings().isModeOpen = true;
    try {
      expect(await panel.get("getInstance")).toMatchObject({ mode: "open", account: { username: "keeper" } });
      expect(await panel.ask("listBots")).toMatchObject({
        status: 409,
        body: { detail: expect.stringContaining("appears to belong to another server") },
      });
    } finally {
      panelSettings().isModeOpen = false;
    }
    expect((await panel.ask("listBots")).status).toBe(200);
  });

  test("has invite links at the panel's own address", () => {
    const { publicUrl } = env();
    const at = (address: string) => {
      changeEnv({ publicUrl: address });
      return inviteUrl(env(), "7");
    };
    try {
      expect(at("https://panel.example.org")).toEqual({
        url: "https://panel.example.org/oauth2/authorize?client_id=7",
        at: "panel",
      });
      for (const host of ["localhost", "127.0.0.1", "127.8.0.1", "[::1]"])
        expect(at(`http://${host}:3000`).at).toBe("panel-here");
      for (const host of ["localhost.example.org", "127.example.org", "my-localhost"])
        expect(at(`http://${host}`).at).toBe("panel");
    } finally {
      changeEnv({ publicUrl });
    }
  });
});

describe("a running instance", () => {
  test("is described with its state and the connected account", async () => {
    const instance = await start(
      { "GET /gateway": [200, {}], "GET /users/@me": [200, me] },
      "operator-token",
    );
    expect(await panel.get("getInstance")).toMatchObject({
      mode: "connected",
      url: instance.apiUrl,
      name: "Harbor",
      account: null,
      hasOperatorToken: true,
      answers: true,
    });
    const { status, body } = await connect();
    expect([status, body]).toMatchObject([200, { account: me }]);
    expect(JSON.stringify(body)).not.toContain("token-");
    expect(await panel.entries()).toMatchObject([
      { action: "instance.connect-account", target: "mara", detail: { user: me.id }, outcome: "done" },
    ]);
    expect(await panel.get("getInstance")).toMatchObject({ account: me });
    const stored = await db().selectFrom("sessions").select("account").execute();
    expect(stored.map(({ account }) => account).join()).not.toContain("account-token");
    // Requests are now sent with the account's token.
    await panel.ask("listApplications");
    expect(instance.asked.at(-1)).toMatchObject({ route: "GET /applications", token: "account-token" });

    expect(await panel.get("disconnectAccount")).toMatchObject({ account: null });
    expect(await panel.entries()).toMatchObject([{ action: "instance.disconnect-account", outcome: "done" }]);
    expect(await panel.ask("listApplications")).toMatchObject({ body: { code: "account-required" } });
  });

  test("can be connected without an account name", async () => {
    await start({ "POST /oauth2/authorize": [404, { code: 10_002, message: "Unknown Application" }] });
    expect(await connect()).toMatchObject({ status: 200, body: { account: { id: null, username: null } } });
    expect(await panel.entries()).toMatchObject([
      { action: "instance.connect-account", target: null, detail: null },
    ]);
  });

  test("receives no tokens of accounts on another instance", async () => {
    const first = await start({ "GET /users/@me": [200, me] });
    await connect();
    const second = await start({});
    expect(await panel.get("getInstance")).toMatchObject({ account: null, hasOperatorToken: false });
    expect(await panel.ask("listApplications")).toMatchObject({ body: { code: "account-required" } });
    expect(second.asked.filter(({ token }) => token !== undefined)).toEqual([]);
    panel.connect(first.apiUrl);
    expect(await panel.get("getInstance")).toMatchObject({ account: me });
  });

  test("receives no token of an account that was connected while the panel changed to it", async () => {
    const second = await scriptedInstance({});
    await start({
      "GET /users/@me": () => {
        panel.connect(second.apiUrl);
        return [200, me];
      },
    });
    expect(await connect()).toMatchObject({ status: 200, body: { url: second.apiUrl, account: null } });
    expect(await panel.ask("listApplications")).toMatchObject({ body: { code: "account-required" } });
    expect(second.asked).toEqual([]);
  });

  test("has no connected account after it refuses the account's token", async () => {
    let isValid = true;
    await start({
      "GET /users/@me": () => (isValid ? [200, me] : [401]),
      "GET /applications": () => (isValid ? [200, []] : [401, { code: 0, message: "401: Unauthorized" }]),
    });
    await connect();
    expect((await panel.ask("listApplications")).status).toBe(200);
    isValid = false;
    expect(await panel.ask("listApplications")).toMatchObject({ body: { code: "account-required" } });
    expect(await panel.get("getInstance")).toMatchObject({ account: null });
  });

  test.each([[{}], [{ message: "Sign in" }], ["<html>"]])(
    "stays connected if a proxy requires a sign-in: %j",
    async (body) => {
      let isGuarded = false;
      const own = (answer: unknown): [number, unknown] => (isGuarded ? [401, body] : [200, answer]);
      await start({ "GET /users/@me": () => own(me), "GET /applications": () => own([]) });
      await connect();
      isGuarded = true;
      expect(await panel.ask("listApplications")).toMatchObject({
        status: 502,
        body: { detail: expect.stringMatching(/^A proxy at http.* probably requires a sign-in/) },
      });
      expect(await connect("other")).toMatchObject({ status: 502 });
      expect(await panel.get("getInstance")).toMatchObject({ account: me });
    },
  );

  test("records a change that needs an account as failed if no account is connected", async () => {
    const instance = await start({});
    for (const [name, sent] of [
      ["createGuild", { body: { name: "Pier" } }],
      ["authorizeBot", { params: { id: "11", guildId: "22" }, body: { permissions: "0" } }],
      ["resetToken", { params: { id: "11" }, body: {} }],
      ["issueToken", { params: { id: "11" } }],
    ] as const) {
      expect(await panel.ask(name, sent)).toMatchObject({ body: { code: "account-required" } });
      expect(await panel.entries()).toMatchObject([
        { outcome: "failed", detail: { code: "account-required" } },
      ]);
    }
    expect(instance.asked).toEqual([]);
  });

  test("keeps an account that is connected before a late refusal of the previous one", async () => {
    await start({
      "GET /users/@me": [200, me],
      "GET /applications": (token) => (token === "second" ? [200, []] : [401, { code: 0 }]),
    });
    await connect("first");
    const withFirst = await theRooms().panel.instanceFor((await panel.session())!);
    await connect("second");
    await expect(withFirst.applications.list()).rejects.toMatchObject({ code: "account-required" });
    expect((await panel.ask("listApplications")).status).toBe(200);
  });

  test("accepts a sign-in with a password", async () => {
    const instance = await start({
      "POST /auth/login": [200, { token: "signed-in" }],
      "GET /users/@me": [200, me],
    });
    expect(await panel.get("signInOffer")).toEqual({ offersSignIn: true });
    const body = { login: "mara", password: "lantern" };
    expect(await panel.get("connectAccount", { body })).toMatchObject({ account: me });
    expect(instance.asked.find(({ body: sent }) => sent.includes("lantern"))?.route).toBe("POST /auth/login");
    let last = await panel.ask("connectAccount", { body });
    for (let nth = 0; nth < 100 && last.status !== 429; nth += 1)
      last = await panel.ask("connectAccount", { body });
    expect(last).toMatchObject({ status: 429 });
    // Connecting with a token does not count as an attempt to sign in.
    expect((await connect()).status).toBe(200);
  });

  test("creates registration tokens", async () => {
    await start({ "GET /auth/generate-registration-tokens": [200, { tokens: ["abc"] }] }, "operator-token");
    expect(await panel.get("createRegistrationTokens", { body: { count: 1, length: 16 } })).toEqual({
      tokens: [{ token: "abc", link: "https://chat.example.org/register?token=abc" }],
    });
    expect(await panel.ask("createRegistrationTokens", { body: { count: 101, length: 16 } })).toMatchObject({
      status: 422,
    });
  });
});

describe("provisioning", () => {
  const document = (more: object = {}, others: object[] = []) => ({
    ...more,
    bots: [{ name: "Fog horn", public: false }, ...others],
  });
  const provision = (body: unknown, sent: object = {}) => panel.ask("provision", { body, ...sent });

  test("returns only the plan in a dry run", async () => {
    const plan = await provision(document(), { query: { dryRun: "true" } });
    expect(plan).toMatchObject({
      status: 200,
      body: {
        isDryRun: true,
        owner: "keeper",
        tokens: [],
        notes: [],
        bots: [{ name: "Fog horn", sign: "+" }],
      },
    });
    expect(await panel.get("listApplications")).toEqual([]);
    const { body } = await provision(document());
    const [bot] = await panel.get("listApplications");
    expect(body).toMatchObject({
      isDryRun: false,
      bots: [{ name: "Fog horn", id: bot!.id }],
      tokens: [{ bot: "Fog horn", token: expect.any(String) }],
    });
    expect(body).not.toHaveProperty("stopped");
    const { token } = (body as { tokens: { token: string }[] }).tokens[0]!;
    expect(await instances().store().authenticate(`Bot ${token}`)).toMatchObject({ username: "Fog horn" });
    expect(await provision(document())).toMatchObject({ body: { tokens: [], bots: [{ name: "Fog horn" }] } });
  });

  test("returns each bot's own id if two bots have the same name", async () => {
    const create = async () => (await panel.get("createApplication", { body: { name: "Twin" } })).id;
    const ids = [await create(), await create()];
    const { body } = await provision({ bots: ids.map((id) => ({ name: "Twin", id, public: false })) });
    expect(body).toMatchObject({ bots: ids.map((id) => ({ name: "Twin", id })) });
  });

  test("creates bots for another operator if the document names one", async () => {
    await panel.visitor({ username: "mara" });
    const { body } = await provision(document({ owner: "mara" }));
    expect(body).toMatchObject({ owner: "mara", tokens: [{ bot: "Fog horn" }] });
    const unknown = await provision(document({ owner: "nobody" }));
    expect(unknown).toMatchObject({
      status: 404,
      body: { detail: expect.stringMatching(/no operator named "nobody".*Operators: keeper, mara/) },
    });
  });

  test.each([
    ["application/json", 200],
    ["application/json; charset=utf-8", 200],
    ["application/vnd.bots+json", 200],
    ["Application/JSON", 200],
    ["application/yaml", 415],
    ["text/plain", 415],
    ["text/json", 415],
    ["application/jsonish", 415],
    ["x-application/json", 415],
    ["", 415],
  ])("responds to a document of type %j with status %i", async (type, status) => {
    const answer = await provision('{"bots": [{"name": "Fog horn", "public": false}]}', {
      query: { dryRun: "true" },
      headers: { "content-type": type },
    });
    expect(answer.status).toBe(status);
  });

  test("refuses invalid documents and text that is not UTF-8", async () => {
    expect(await provision(new Uint8Array([0xff, 0xfe]))).toMatchObject({
      status: 400,
      body: { code: "malformed-json", detail: expect.stringContaining("UTF-8") },
    });
    expect(await provision({ bots: 3 })).toMatchObject({ body: { code: "invalid-document" } });
    expect(await provision(document(), { query: { dryRun: "perhaps" } })).toMatchObject({ status: 422 });
  });

  test("offers a JSON Schema of the document", async () => {
    expect(await panel.get("provisionSchema")).toMatchObject({ properties: { bots: expect.anything() } });
  });

  const application = { id: "1574425641619554310", name: "Fog horn", bot_public: false };
  const fresh = (tokenStatus: number): Parameters<typeof scriptedInstance>[0] => ({
    "GET /users/@me": [200, me],
    "GET /applications": [200, []],
    "POST /applications": [200, application],
    [`GET /applications/${application.id}`]: [200, application],
    [`POST /applications/${application.id}/bot`]: [tokenStatus, { token: "bot-token" }],
  });

  test("with a running instance, assigns the bots to the connected account", async () => {
    await start(fresh(200));
    expect(await provision(document())).toMatchObject({ body: { code: "account-required" } });
    await connect();
    expect(await provision(document(), { query: { dryRun: "true" } })).toMatchObject({
      body: { owner: "mara" },
    });
    expect(await provision(document({ owner: "keeper" }))).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining("Remove the owner") },
    });
  });

  test("responds with an error status if it fails before the first change", async () => {
    await start({
      ...fresh(200),
      "POST /applications": [403, { code: 50_013, message: "Missing Permissions" }],
    });
    await connect();
    expect((await provision(document())).status).toBeGreaterThanOrEqual(400);
  });

  test("creates nothing if the instance lists an application that the panel cannot read", async () => {
    const instance = await start({ ...fresh(200), "GET /applications": [200, [{ ...application, id: 1 }]] });
    await connect();
    expect(await provision(document())).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining("could create a bot again") },
    });
    expect(instance.asked.filter(({ route }) => route.startsWith("POST"))).toEqual([]);
  });

  test("returns the issued tokens and the problem if it fails after the first bot", async () => {
    let made = 0;
    await start({
      ...fresh(200),
      "POST /applications": () =>
        (made += 1) === 1 ? [200, application] : [403, { code: 50_013, message: "Missing Permissions" }],
      [`PATCH /applications/${application.id}`]: [200, application],
    });
    await connect();
    const { status, body } = await provision(document({}, [{ name: "Bell", public: false }]));
    expect([status, body]).toMatchObject([
      200,
      {
        isDryRun: false,
        bots: [
          { name: "Fog horn", id: application.id },
          { name: "Bell", id: null },
        ],
        tokens: [{ bot: "Fog horn", token: "bot-token" }],
        stopped: { done: 1, problem: { code: expect.any(String), status: 403, detail: expect.any(String) } },
      },
    ]);
  });
});

describe("the health of the panel", () => {
  beforeAll(() => theRooms().panel.startUp.migrate());
  afterEach(() => panel.write(file));

  test("is ok if the database is migrated and the file was read", async () => {
    expect(await theRooms().panel.health()).toEqual({
      status: "ok",
      database: "ok",
      configuration: "usable",
    });
  });

  test("is not ok if the file is invalid", async () => {
    await panel.write('{\n  "general": }');
    expect(await theRooms().panel.health()).toMatchObject({
      status: "unavailable",
      database: "ok",
      configuration: "broken",
      reasons: [expect.stringMatching(/^The configuration file is broken \(line 2, column \d+\)\.$/)],
    });
  });

  test("is not ok until the migrations have run", async () => {
    expect(await health({ ...theRooms(), isMigrated: false })).toMatchObject({
      status: "unavailable",
      database: "unavailable",
      reasons: [expect.stringContaining("migrations have not run")],
    });
  });

  test("reports the last known state of the instance", async () => {
    await start({ "GET /gateway": [200, {}] });
    expect(["unknown", "reachable", "unreachable"]).toContain((await theRooms().panel.health()).instance);
    await panel.get("getInstance");
    expect(await theRooms().panel.health()).toMatchObject({
      status: "ok",
      instance: expect.stringMatching(/reachable/),
    });
  });
});
