import { createHash } from "node:crypto";
import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import { expect, test } from "../support/instance";
import { expectNoLeak } from "../support/leaks";
import type { Panel } from "../support/panel";
import { sample, sampleSecrets } from "../support/sample";
import type { PanelClient } from "../support/session";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

let panel: Panel;
let client: PanelClient;
test.beforeAll(async ({ panelWith }) => {
  ({ panel, client } = await panelWith(sample));
});

const read = () => client.json<ConfigSnapshot>("/api/panel/config");
const patch = (etag: string | undefined, operations: unknown, note?: string) =>
  client.send("PATCH", "/api/panel/config", { operations, note }, etag ? { "if-match": `"${etag}"` } : {});
const at = (document: ConfigSnapshot, path: string) =>
  path.split(".").reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], document.values);

test("without a session, every route responds with a JSON problem", async () => {
  const routes = [
    "config",
    "config/revisions",
    "config/schema",
    "token",
    "guilds",
    "operators",
    "applications",
  ];
  for (const route of routes) {
    const response = await fetch(`${panel.url}/api/panel/${route}`);
    expect(response.status, route).toBe(401);
    expect(response.headers.get("content-type"), route).toBe("application/problem+json");
    expect(await response.json(), route).toMatchObject({ status: 401, code: "unauthorized" });
  }
});

test("the panel API returns the effective values, but no secrets", async () => {
  const response = await client.fetch("/api/panel/config");
  const text = await response.text();
  const document = JSON.parse(text) as ConfigSnapshot;
  expect(document.etag).toBe(sha256(await panel.readConfig()));
  expect(response.headers.get("etag")).toBe(`"${document.etag}"`);
  expect(document.naming).toBe("branded");
  expect(at(document, "general.instanceName")).toBe("Harbor");
  expect(at(document, "limits.guild.maxRoles")).toBe(1000);
  expect(at(document, "email.provider")).toBe("emailApi1");
  expect(at(document, "security.captcha.service")).toBe("captchaService2");
  expect(at(document, "cdn.imageProxyServerUrl")).toBe("http://127.0.0.1:8000");
  expect(at(document, "general.correspondenceUserID")).toBe("1104236891374919680");
  expect(document.set).toContain("errorTracking.traceSampleRate");
  expect(document.set).not.toContain("limits.guild.maxRoles");
  expect(document.secrets["broker.host"]).toBe("set");
  expect(document.secrets["email.smtp.password"]).toBe("unset");
  expect(at(document, "broker.host")).toBeNull();
  expectNoLeak("the document", text, sampleSecrets);
});

test("a save changes only the bytes of the changed keys", async () => {
  const before = await panel.readConfig();
  const { etag } = await read();
  const response = await patch(etag, [
    { op: "set", path: "general.instanceName", value: "Port ⚓ 𝕏" },
    { op: "set", path: "limits.rate.ip.count", value: 750 },
  ]);
  expect(response.status).toBe(200);
  const document = (await response.json()) as ConfigSnapshot;
  const after = await panel.readConfig();
  expect(after).toBe(before.replace('"Harbor"', '"Port ⚓ 𝕏"').replace('"count": 500', '"count": 750'));
  expect(document.etag).toBe(sha256(after));
  expect(response.headers.get("etag")).toBe(`"${document.etag}"`);
});

test("a save writes keys and values in the spelling of the file", async () => {
  const { etag } = await read();
  const response = await patch(etag, [
    { op: "set", path: "email.provider", value: "emailApi3" },
    { op: "set", path: "email.emailApi3.apiKey", value: "sg-1" },
    { op: "set", path: "errorTracking.environment", value: "harbor-2" },
  ]);
  expect(response.status).toBe(200);
  const file = JSON.parse(await panel.readConfig()) as Record<string, Record<string, unknown>>;
  expect(file.email).toMatchObject({ provider: "sendgrid", sendgrid: { apiKey: "sg-1" } });
  expect(file.sentry).toMatchObject({ environment: "harbor-2", traceSampleRate: 0.25 });
  expect(file).not.toHaveProperty("errorTracking");
});

test("`unset` removes a key, and `set` adds missing keys", async () => {
  const before = JSON.parse(await panel.readConfig()) as { limits: { user: object } };
  const { etag } = await read();
  const response = await patch(etag, [
    { op: "unset", path: "limits.user.maxBio" },
    { op: "set", path: "limits.absoluteRate.register.limit", value: 5 },
    { op: "set", path: "login.requireVerification", value: true },
  ]);
  expect(response.status).toBe(200);
  const document = (await response.json()) as ConfigSnapshot;
  expect(document.set).not.toContain("limits.user.maxBio");
  const after = JSON.parse(await panel.readConfig()) as Record<string, Record<string, unknown>>;
  expect(before.limits.user).toHaveProperty("maxBio");
  expect(after.limits?.user).toEqual({ maxUsername: 40 });
  expect(after.limits?.absoluteRate).toEqual({ register: { limit: 5 } });
  expect(after.login).toEqual({ requireVerification: true });
});

test("a refused save does not change the file", async () => {
  const set = (path: string, value: unknown) => ({ op: "set", path, value });
  const first = await read();
  expect((await patch(first.etag, [set("general.frontPage", "https://harbor.example.org")])).status).toBe(
    200,
  );
  const before = await panel.readConfig();

  const missing = await patch(undefined, [set("general.instanceName", "X")]);
  expect(missing.status).toBe(428);

  const stale = await patch(first.etag, [
    set("general.frontPage", "https://x.example"),
    set("limits.user.maxBio", 5),
  ]);
  expect(stale.status).toBe(412);
  expect(await stale.json()).toMatchObject({ code: "config-changed", conflicts: ["general.frontPage"] });

  const { etag } = await read();
  const invalid = await patch(etag, [
    set("limits.user.maxUsername", "many"),
    set("general.tosPage", "not an address"),
    set("general.nothing", 1),
    set("general.instanceName", "fine"),
  ]);
  expect(invalid.status).toBe(422);
  const { problems } = (await invalid.json()) as { problems: { path: string; message: string }[] };
  expect(problems.map((problem) => problem.path).sort()).toEqual([
    "general.nothing",
    "general.tosPage",
    "limits.user.maxUsername",
  ]);
  expect((await patch(etag, { not: "a list" })).status).toBe(422);
  expect(await panel.readConfig()).toBe(before);
});

test("a save normalizes spaces, thousands separators and durations such as “3 days”", async () => {
  const { etag } = await read();
  const response = await patch(etag, [
    { op: "set", path: "general.frontPage", value: "  https://harbor.example.org/home  " },
    { op: "set", path: "general.correspondenceUserID", value: " 1104236891374919680 " },
    { op: "set", path: "limits.rate.ip.count", value: "12,500" },
    { op: "set", path: "security.defaultRegistrationTokenExpiration", value: "3 days" },
  ]);
  expect(response.status).toBe(200);
  const file = JSON.parse(await panel.readConfig()) as Record<string, Record<string, unknown>>;
  expect(file.general).toMatchObject({
    frontPage: "https://harbor.example.org/home",
    correspondenceUserID: "1104236891374919680",
  });
  expect(file.limits?.rate).toMatchObject({ ip: { count: 12_500 } });
  expect(file.security).toMatchObject({ defaultRegistrationTokenExpiration: 259_200_000 });
});

test("the panel API returns the current values after a change made outside the panel", async () => {
  const before = await read();
  const { writeFile } = await import("node:fs/promises");
  await writeFile(
    panel.configPath,
    (await panel.readConfig()).replace(/"instanceName": "[^"]*"/, '"instanceName": "By hand"'),
  );
  const after = await read();
  expect(after.etag).not.toBe(before.etag);
  expect(at(after, "general.instanceName")).toBe("By hand");
  const stale = await patch(before.etag, [{ op: "set", path: "general.instanceName", value: "Mine" }]);
  expect(stale.status).toBe(412);
  expect(await stale.json()).toMatchObject({ conflicts: ["general.instanceName"] });
});
