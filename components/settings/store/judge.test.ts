import { describe, expect, it } from "vitest";
import type { ConfigSnapshot, Problem } from "@/lib/shared/contract/config-snapshot";
import type { ConfigStore } from "./config-store";
import { openedStore } from "@/testing/opened-store";
import { checkValue, draftReader, operationsOf, problemOf } from "./judge";
import { problemsByPath } from "./problems-by-path";
import { fieldAt, specified } from "@/lib/shared/settings/registry";
import { sampleDocument } from "@/testing/sample-document";

const enabled = "security.captcha.enabled";
const secret = "security.captcha.secret";
const sitekey = "security.captcha.sitekey";
const required = "login.requireCaptcha";

const file = (rest = {}) => sampleDocument({ login: { requireCaptcha: true } }, [required], rest);

async function readyStore(document: ConfigSnapshot): Promise<ConfigStore> {
  const store = openedStore(document);
  await store.ready();
  return store;
}

describe("the operator's rules", () => {
  const guilds = "limits.user.maxGuilds";
  const rules = [
    { id: "room", expression: `${guilds} >= 50`, message: "Too few.", severity: "error" as const },
  ];
  const document = (more = {}) =>
    sampleDocument({ limits: { user: { maxGuilds: 60 } } }, [guilds], { rules, ...more });

  it("are checked while settings are edited", async () => {
    const store = await readyStore(document());
    store.setDraft(guilds, { set: true, value: 49 });
    expect(store.introducedErrors().map(({ message }) => message)).toEqual(["Too few. (rule “room”)"]);
    expect(store.problemsAt(guilds)).toMatchObject([{ rule: "own/room", severity: "error" }]);
    store.setDraft(guilds, { set: true, value: 50 });
    expect(store.introducedErrors()).toEqual([]);
  });

  it("are the server's to check if the page has only the length of a list", async () => {
    const list = { counted: 300, digest: "x" };
    const problem: Problem = {
      path: "register.email.domains",
      severity: "error",
      message: "Long.",
      rule: "own/short",
    };
    const store = await readyStore(
      sampleDocument({ register: { email: { domains: list } } }, [], {
        problems: [problem],
        rules: rules.map((rule) => ({
          ...rule,
          id: "short",
          expression: "register.email.domains.size() < 9",
        })),
      }),
    );
    expect(store.problemsAt("register.email.domains")).toMatchObject([{ message: "Long." }]);
    expect(store.introducedErrors()).toEqual([]);
  });
});

describe("problems between settings", () => {
  it("come from the server until the browser has loaded the checks", async () => {
    const store = openedStore(file());
    const served = store.problemsAt(required);
    expect(served.map(({ rule }) => rule)).toEqual(["captcha-required-but-off"]);
    await store.ready();
    expect(store.problemsAt(required)).toBe(served);
  });

  it("are updated as soon as the browser has loaded the checks", async () => {
    const store = openedStore(file());
    store.setDraft(required, { set: true, value: false });
    expect(store.problemsAt(required)).toHaveLength(1);
    await store.ready();
    expect(store.problemsAt(required)).toEqual([]);
  });

  it("are not reported if the file is unreadable", async () => {
    const broken = { ...file().file, state: "broken" as const };
    const store = await readyStore(file({ file: broken }));
    expect(store.problemsAt(required)).toEqual([]);
  });

  it("are updated when a draft changes", async () => {
    const store = await readyStore(file());
    let calls = 0;
    store.subscribe(() => (calls += 1));
    store.setDraft(required, { set: true, value: false });
    expect(store.problemsAt(required)).toEqual([]);
    expect(calls).toBe(1);
    expect(store.document().problems.some(({ path }) => path === required)).toBe(true);
    store.setDraft(required, { set: true, value: true });
    expect(store.problemsAt(required)).toHaveLength(1);
  });

  it("reuse the previous list if the list has not changed", async () => {
    const store = await readyStore(file());
    const before = store.problemsAt(required);
    store.setDraft("limits.user.maxBio", { set: true, value: 12 });
    expect(store.problemsAt(required)).toBe(before);
  });

  it("count as new only if a save would cause them", async () => {
    const store = await readyStore(file());
    expect(store.introducedErrors()).toEqual([]);
    store.setDraft(enabled, { set: true, value: true });
    expect(store.introducedErrors().map(({ rule }) => rule)).toEqual(["captcha-incomplete"]);
    const already = await readyStore(sampleDocument({ security: { captcha: { enabled: true } } }, [enabled]));
    already.setDraft("limits.user.maxBio", { set: true, value: 12 });
    expect(already.introducedErrors()).toEqual([]);
  });
});

describe("problems grouped by setting", () => {
  const fix = { label: "Turn it on", operations: [] };
  const problem = { path: enabled, message: "Add both.", severity: "error" as const, also: [secret], fix };

  it("show the full message only at the first setting", () => {
    const found = problemsByPath([problem, { message: "Of the whole file.", severity: "error" }]);
    expect([...found.keys()]).toEqual([enabled, secret]);
    expect(found.get(enabled)).toEqual([problem]);
    const [other] = found.get(secret) ?? [];
    expect(other).toMatchObject({
      path: enabled,
      message: expect.stringMatching(/^Also missing: see “/) as unknown,
    });
    expect(other).not.toHaveProperty("fix");
  });

  it("reuse the previous objects if nothing has changed", () => {
    const before = problemsByPath([problem]);
    expect(problemsByPath([{ ...problem }], before)).toBe(before);
    const more = problemsByPath([{ ...problem }, { ...problem, path: required, also: [] }], before);
    expect(more).not.toBe(before);
    expect(more.get(enabled)).toBe(before.get(enabled));
    const other = problemsByPath([{ ...problem, message: "Add one." }], before);
    expect(other).not.toBe(before);
    expect(other.get(enabled)).not.toBe(before.get(enabled));
    expect(problemsByPath([], before).size).toBe(0);
  });
});

describe("the file with the drafts applied", () => {
  const readerOf = (store: ConfigStore) =>
    draftReader(store.document(), (path) => store.drafts().get(path)?.entry);

  it("contains changed values, and lacks cleared secrets and unset keys", () => {
    const document = file({ secrets: { [secret]: "set" } });
    const store = openedStore(document);
    store.setDraft(secret, { set: true, action: "clear", value: "" });
    store.setDraft(required, { set: false, value: false });
    store.setDraft(enabled, { set: true, value: true });
    const { get, isSet, has } = readerOf(store);
    expect(has(secret)).toBe(false);
    expect(([enabled, required, secret, sitekey] as const).map((path) => isSet(path))).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(get(required)).toBe(false);
    expect(get(enabled)).toBe(true);
    expect(document.values).toEqual({ login: { requireCaptcha: true } });
  });

  it("ignores invalid drafts", () => {
    const store = openedStore(file());
    store.setDraft("limits.user.maxBio", { set: true, value: "many" });
    store.setDraft("security.jwtSecret", { set: false, action: "replace", value: "short" });
    const { get, isSet, has } = readerOf(store);
    expect(get("limits.user.maxBio")).toBe(190);
    expect(isSet("limits.user.maxBio")).toBe(false);
    expect(has("security.jwtSecret")).toBe(false);
  });

  it("reports stored and newly typed secrets as set", () => {
    const store = openedStore(file({ secrets: { [secret]: "set" }, set: [required, secret] }));
    store.setDraft("email.smtp.password", { set: false, action: "replace", value: "typed" });
    const { isSet, has } = readerOf(store);
    expect([has(secret), isSet(secret)]).toEqual([true, true]);
    expect([has("email.smtp.password"), isSet("email.smtp.password")]).toEqual([true, true]);
  });
});

function field(path: string) {
  const found = fieldAt(path);
  if (found === undefined) throw new Error(path);
  return found;
}

describe("operations", () => {
  it("are created for each draft, in the registry's order", () => {
    const operations = operationsOf(
      {
        "limits.user.maxBio": { set: true, value: 1000 },
        "general.instanceName": { set: true, value: "  Harbor " },
        "general.image": { set: false, value: null },
      },
      specified,
    );
    expect(operations).toEqual([
      { op: "set", path: "general.instanceName", value: "Harbor" },
      { op: "unset", path: "general.image" },
      { op: "set", path: "limits.user.maxBio", value: 1000 },
    ]);
  });

  it("write a replaced secret without the blanks around it, and unset a cleared secret", () => {
    const secret = ` ${"s".repeat(40)} `;
    expect(
      operationsOf(
        {
          "security.jwtSecret": { set: true, action: "replace", value: secret },
          "email.smtp.password": { set: true, action: "clear", value: "" },
        },
        specified,
      ),
    ).toEqual([
      { op: "set", path: "security.jwtSecret", value: secret.trim() },
      { op: "unset", path: "email.smtp.password" },
    ]);
  });

  it("preserve a region's keys even if the form does not show them", () => {
    const region = {
      id: "eu",
      name: "Europe",
      endpoint: "127.0.0.1:3004",
      vip: false,
      custom: false,
      deprecated: false,
      weight: 3,
    };
    expect(operationsOf({ "regions.available": { set: true, value: [region] } }, specified)).toEqual([
      { op: "set", path: "regions.available", value: [region] },
    ]);
  });
});

describe("checking a value", () => {
  it("explains invalid values with the registry's message", () => {
    expect(problemOf(field("limits.rate.ip.count"), { set: true, value: "many" })).toMatch(/whole number/);
    expect(problemOf(field("limits.rate.ip.count"), { set: true, value: null })).toMatch(/whole number/);
    expect(problemOf(field("general.frontPage"), { set: true, value: "example" })).toMatch(/full address/);
    expect(
      problemOf(field("security.jwtSecret"), { set: true, action: "replace", value: "short" }),
    ).toBeDefined();
  });

  it("reports no problem for an entry that removes the key", () => {
    expect(problemOf(field("limits.rate.ip.count"), { set: false, value: "many" })).toBeUndefined();
    expect(problemOf(field("security.jwtSecret"), { set: true, action: "clear", value: "" })).toBeUndefined();
  });

  it("ignores leading and trailing spaces", () => {
    expect(checkValue(field("general.frontPage"), " https://a.example/ ")).toEqual({
      ok: true,
      value: "https://a.example/",
    });
  });
});
