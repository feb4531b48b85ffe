import { describe, expect, it } from "vitest";
import { editionOf } from "@/lib/shared/settings/editions";
import { Version } from "@/lib/server/config-file";
import { compareWithFile, isRewriteOf, readReported } from "./compare";
import { documentOf, objectIn } from "./report";

const edition = editionOf("branded");
const bytes = (document: object) => Buffer.from(JSON.stringify(document));

function readingFor(document: object): Version {
  const parsed = Version.parse(bytes(document), "branded");
  if (!parsed.usable) throw new Error("The test's document is no file.");
  return parsed;
}

const compared = (file: object, reported: object | null, known?: object, started?: object) =>
  compareWithFile(readingFor(file), reported && readReported(edition, bytes(reported)), {
    loaded: known ? readingFor(known) : null,
    started: started ? readingFor(started) : null,
  });

/** Returns the pending changes, one per line: path, state, the instance's value and the file's value. */
const differences = (...versions: Parameters<typeof compared>) =>
  compared(...versions).map(
    ({ path, state, secret, runs, file: now }) =>
      `${path} ${state} ${secret ? "hidden" : `${JSON.stringify(runs)} ${JSON.stringify(now)}`}`,
  );

describe("pending changes", () => {
  it("are the differences between the file and the instance's report, with both values", () => {
    const file = { general: { instanceName: "New" }, register: { disabled: true } };
    const reported = { general: { instanceName: "Old" }, register: { disabled: true } };
    expect(differences(file, reported)).toEqual(['general.instanceName pending "Old" "New"']);
    expect(differences(file, file)).toEqual([]);
  });

  it("exclude unused settings and default values", () => {
    const spelled = { limits: { user: { maxGuilds: 1048576 }, guild: { maxChannels: 5 } } };
    expect(differences({}, spelled)).toEqual([]);
    expect(differences(spelled, { limits: { user: {}, guild: { maxChannels: 7 } } })).toEqual([]);
    // Nobody has set this setting, so the instance uses its own default. Other versions of the instance may have
    // other defaults.
    expect(differences({}, { limits: { user: { maxGuilds: 7 } } })).toEqual([]);
    // The running version sets this setting and the file does not, so the removal is pending.
    const known = { limits: { user: { maxGuilds: 7 } } };
    expect(differences({}, known, known)).toEqual(["limits.user.maxGuilds pending 7 1048576"]);
  });

  it("exclude a list that differs only by entries that the instance adds", () => {
    const file = { api: { activeVersions: ["9", "10"] } };
    expect(differences(file, { api: { activeVersions: ["9", "10", "8", "9"] } })).toEqual([]);
    expect(differences(file, { api: { activeVersions: ["6", "7", "8", "9"] } })).toHaveLength(1);
  });

  it("include secrets without their values", () => {
    const file = {
      security: { jwtSecret: "a new signing secret" },
      rabbitmq: { host: "amqp://one:pw@a.example" },
    };
    const reported = {
      security: { jwtSecret: "an old signing secret" },
      rabbitmq: { host: "amqp://two:pw@b.example" },
    };
    const found = differences(file, reported);
    expect(found).toEqual(["security.jwtSecret environment hidden", "broker.host environment hidden"]);
    const settings = readReported(edition, bytes(reported));
    expect(JSON.stringify([...(settings?.settings ?? [])])).not.toContain("signing secret");
    expect(differences(file, { security: file.security })).toEqual([]);
  });

  it("include a setting if the instance still reports its old value", () => {
    const at = (host: string) => ({ rabbitmq: { host: `amqp://${host}.example` } });
    const states = (file: object, reported: object) =>
      compared(file, reported, at("one")).map(({ state, unlessEnvironment }) => [state, unlessEnvironment]);
    expect(states(at("two"), at("one"))).toEqual([["pending", true]]);
    expect(states(at("two"), at("two"))).toEqual([]);
    // The instance has neither the old nor the new value, so its environment sets it.
    expect(states(at("two"), at("three"))).toEqual([["environment", undefined]]);
    expect(states(at("one"), at("three"))).toEqual([["environment", undefined]]);
  });

  it("still include a startup-only setting after a reload", () => {
    const version = (isLimited: boolean, name: string) => ({
      limits: { rate: { enabled: isLimited } },
      general: { instanceName: name },
    });
    const [before, after] = [version(false, "Old"), version(true, "New")];
    // The instance reports the loaded values, even if they take effect only at its next start.
    expect(compared(after, after, after, before)).toEqual([
      expect.objectContaining({
        path: "limits.rate.enabled",
        state: "pending",
        needs: "restart",
        isLoaded: true,
        runs: false,
        file: true,
      }),
    ]);
    expect(compared(after, after, after)).toEqual([]);
    // The file was changed back to the value that the instance uses.
    expect(compared(before, before, before, before)).toEqual([]);
    const needs = compared(after, before, before).map(({ path, needs: need, isLoaded }) => [
      path,
      need,
      isLoaded,
    ]);
    expect(needs).toEqual([
      ["general.instanceName", "reload", undefined],
      ["limits.rate.enabled", "restart", undefined],
    ]);
  });

  it("exclude a list that the instance extended in the file, even without a report", () => {
    const known = { api: { activeVersions: ["9"] } };
    const filled = { api: { activeVersions: ["9", "7", "8", "9"] } };
    expect(differences(filled, null, known)).toEqual([]);
    expect(differences({ api: { activeVersions: ["9", "10"] } }, null, known)).toHaveLength(1);
  });

  it("include a changed setting as unknown if the instance does not report it", () => {
    const known = { general: { instanceName: "Old" }, register: { disabled: false } };
    const file = { general: { instanceName: "New" }, register: { disabled: true } };
    expect(differences(file, { general: { instanceName: "Old" } }, known)).toEqual([
      'general.instanceName pending "Old" "New"',
      "register.disabled unknown false true",
    ]);
    expect(differences(file, null, known)).toHaveLength(2);
    expect(differences(file, null)).toEqual([]);
  });
});

describe("publicly reported settings", () => {
  const answers = {
    general: { instanceName: "Harbor" },
    limits: { user: { maxGuilds: 9 } },
    domains: { api: "https://chat.example.org/api/", cdn: "https://cdn.example.org", gateway: null },
    flat: { register_disabled: true, register_dateOfBirth_requiredc: true, can_recover_account: false },
  };

  it("are assembled from the policies that the instance returns", () => {
    const own = "https://chat.example.org";
    expect(documentOf(answers, edition, own)).toEqual({
      general: { instanceName: "Harbor" },
      limits: { user: { maxGuilds: 9 } },
      register: { disabled: true },
      cdn: { endpointPublic: "https://cdn.example.org" },
      gateway: { endpointPublic: null },
      api: { endpointPublic: own },
    });
  });

  it.each([
    ["https://chat.example.org/api", true],
    ["https://chat.example.org/api/v9", true],
    ["https://chat.example.org/api/v10", true],
    ["https://chat.example.org/", true],
    ["https://chat.example.org//api", true],
    ["https://other.example.org", false],
  ])("ignore differences in the path of the API address: %s", (own, isSame) => {
    const { api } = documentOf(answers, edition, own);
    expect(api).toEqual({ endpointPublic: isSame ? own : "https://chat.example.org" });
  });

  it("are null if the response is not a JSON object or is nested too deeply", () => {
    const answer = (text: string, status = 200) => objectIn({ status, bytes: Buffer.from(text) });
    expect(answer('{"a":{"b":1}}')).toEqual({ a: { b: 1 } });
    const deep = `{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
    expect([answer(deep), answer("[]"), answer("<html>"), answer("{}", 500)]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  it("contain only the settings of a partial response", () => {
    const partly = { general: null, limits: null, domains: null, flat: { register_disabled: "x" } };
    expect(documentOf(partly, edition, null)).toEqual({ register: { disabled: "x" } });
  });
});

it("a version counts as a rewrite of an earlier version if the instance only added values", () => {
  const before = { register: { disabled: true }, api: { activeVersions: ["9"] }, mine: { a: 1 } };
  const rewritten = {
    ...before,
    register: { disabled: true, requireInvite: false },
    api: { activeVersions: ["9", "7", "8", "9"] },
    components: {},
  };
  const isRewrite = (after: object) => isRewriteOf(readingFor(before), readingFor(after));
  expect(isRewrite(rewritten)).toBe(true);
  expect(isRewrite({ ...rewritten, register: { disabled: false } })).toBe(false);
  expect(isRewrite({ ...rewritten, register: { disabled: true, requireInvite: true } })).toBe(false);
  expect(isRewrite({ ...rewritten, mine: { a: 2 } })).toBe(false);
  expect(isRewrite({ ...rewritten, rabbitmq: { host: "amqp://environment" } })).toBe(true);
  const generated = { general: { instanceId: "1" } };
  expect(isRewrite({ ...rewritten, ...generated })).toBe(true);
  const changed = { general: { instanceId: "2" } };
  expect(isRewriteOf(readingFor(generated), readingFor(changed))).toBe(false);
});
