import { describe, expect, it } from "vitest";
import { Version } from "@/lib/server/config-file";
import { editionOf } from "@/lib/shared/settings/editions";
import {
  compareWithFile,
  differenceFrom,
  environmentValues,
  fingerprint,
  type KnownReadings,
  readReported,
  startDifference,
} from "./compare";

const edition = editionOf("branded");
const bytes = (document: object) => Buffer.from(JSON.stringify(document));

function versionOf(document: object): Version {
  const version = Version.parse(bytes(document), "branded");
  if (!version.usable) throw new Error("The file is usable.");
  return version;
}
const reportOf = (document: object) => readReported(edition, bytes(document))!;

type Known = Partial<Record<"loaded" | "started" | "older", object>> & Pick<KnownReadings, "environment">;

const readings = ({ environment, loaded, ...rest }: Known): KnownReadings => ({
  ...Object.fromEntries(Object.entries(rest).map(([name, document]) => [name, versionOf(document)])),
  loaded: loaded ? versionOf(loaded) : null,
  ...(environment && { environment }),
});

const name = (instanceName: string) => ({ general: { instanceName } });
const limited = (enabled: boolean) => ({ limits: { rate: { enabled } } });
const counted = (count: number) => ({ limits: { rate: { ip: { count } } } });
const host = (address: string) => ({ rabbitmq: { host: `amqp://${address}` } });
const mine = (a: unknown) => ({ mine: { a } });

describe("what is pending of a file", () => {
  const pending = (file: object, reported: object, known: Known) =>
    compareWithFile(versionOf(file), reportOf(reported), readings(known));
  const setting = { path: "general.instanceName", needs: "reload", secret: false };
  const key = { path: "mine.a", needs: "restart", isUnrecognized: true, secret: false };
  const hidden = { secret: true, runs: null, file: null };
  const broker = { ...hidden, path: "broker.host", needs: "restart" };
  const environment = new Map([["broker.host", "AMQP"]]);

  it.each<[string, object, object, Known, object[]]>([
    [
      "a setting without a variable",
      name("New"),
      name("Old"),
      {},
      [{ ...setting, state: "pending", runs: "Old", file: "New" }],
    ],
    [
      "a reloaded setting that an older part has not read",
      name("New"),
      name("New"),
      { loaded: name("New"), older: name("Old") },
      [{ ...setting, state: "pending", isLoaded: true, runs: "Old", file: "New" }],
    ],
    [
      "a setting that an older part uses already",
      name("Old"),
      name("New"),
      { loaded: name("New"), older: name("Old") },
      [{ ...setting, state: "pending", runs: "Old", file: "Old" }],
    ],
    [
      "a setting of the start that an older part has not read",
      limited(true),
      limited(true),
      { loaded: limited(true), older: limited(false) },
      [{ path: "limits.rate.enabled", needs: "restart", secret: false, state: "pending" }].map((one) => ({
        ...one,
        isLoaded: true,
        runs: false,
        file: true,
      })),
    ],
    [
      "a setting of the start that was reloaded and has changed again",
      counted(3),
      counted(2),
      { loaded: counted(2), started: counted(1) },
      [{ path: "limits.rate.ip.count", needs: "restart", secret: false, state: "pending", runs: 1, file: 3 }],
    ],
    [
      "a setting with the value of the start",
      limited(false),
      limited(true),
      { loaded: limited(true), started: limited(false) },
      [],
    ],
    [
      "an unreported value of the environment",
      host("a"),
      {},
      { loaded: host("b"), environment },
      [{ ...broker, state: "unknown", unlessEnvironment: true }],
    ],
    [
      "a value that may be of the environment",
      host("a"),
      host("b"),
      {},
      [{ ...broker, state: "environment", variable: "RABBITMQ_HOST" }],
    ],
    [
      "a value of the environment",
      host("a"),
      host("b"),
      { environment },
      [{ ...broker, state: "environment", isCertain: true, variable: "AMQP" }],
    ],
    [
      "a value of the environment that an older part uses",
      host("a"),
      host("a"),
      { older: host("b"), environment },
      [],
    ],
    [
      "a password in one of two addresses",
      { general: { frontPage: "https://a.example" } },
      { general: { frontPage: "https://me:pw@a.example" } },
      {},
      [{ ...hidden, path: "general.frontPage", needs: "reload", state: "pending" }],
    ],
    ["an equal key", mine(1), mine(1), { loaded: mine(1) }, []],
    [
      "a changed key",
      mine(2),
      mine(1),
      { loaded: mine(1) },
      [{ ...key, state: "pending", runs: 1, file: 2 }],
    ],
    ["a default of the instance", {}, mine(1), {}, []],
    ["a default that the loaded version had otherwise", {}, mine(1), { loaded: mine(2) }, []],
    ["a removed key", {}, mine(1), { loaded: mine(1) }, [{ ...key, state: "pending", runs: 1, file: null }]],
    ["an unreported key, nothing being known", mine(1), {}, {}, []],
    ["an unreported key of the loaded version", mine(1), {}, { loaded: mine(1) }, []],
    [
      "an unreported key that changed",
      mine(2),
      {},
      { loaded: mine(1) },
      [{ ...key, state: "unknown", runs: 1, file: 2 }],
    ],
    [
      "a key that was reloaded",
      mine(2),
      mine(2),
      { loaded: mine(2), started: mine(1) },
      [{ ...key, state: "pending", isLoaded: true, runs: 2, file: 2 }],
    ],
    [
      "a key that was reloaded and has changed again",
      mine(3),
      mine(2),
      { loaded: mine(2), started: mine(1) },
      [{ ...key, state: "pending", runs: 2, file: 3 }],
    ],
    ["a key with the value of the start", mine(1), mine(2), { loaded: mine(2), started: mine(1) }, []],
    ["a key of the start and of the file", mine(1), mine(1), { loaded: mine(1), started: mine(1) }, []],
  ])("%s", (_, file, reported, known, expected) => {
    const found = pending(file, reported, known);
    expect(found).toEqual(expected);
  });

  it("contains no value of a key that is a secret by its name, or in one of its values", () => {
    const secret = (password: string | number) => ({ mine: { password } });
    for (const [now, before] of [
      ["new", "old"],
      ["new", 1],
      [1, "old"],
    ] as const) {
      const found = pending(secret(now), secret(before), { loaded: secret(before) });
      expect(found).toMatchObject([{ path: "mine.password", secret: true, runs: null, file: null }]);
    }
  });
});

it("shows the number of entries in place of a long list of texts", () => {
  const shown = (section: object) =>
    compareWithFile(
      versionOf(section),
      reportOf({ user: { blockedContains: [] }, regions: { available: [] } }),
      {
        loaded: null,
      },
    ).map(({ file }) => (Array.isArray(file) ? file.length : file));
  const entries = (length: number) => Array.from({ length }, (_, at) => `entry ${at}`);
  expect(shown({ user: { blockedContains: entries(199) } })).toEqual([199]);
  expect(shown({ user: { blockedContains: entries(200) } })).toMatchObject([{ counted: 200 }]);
  expect(shown({ regions: { available: entries(200).map((id) => ({ id })) } })).toEqual([200]);
});

describe("the difference between a version and a report", () => {
  const none = { different: [], unreported: [] };
  const different = (...paths: string[]) => ({ ...none, different: paths });

  it.each<[string, object, object, Known, boolean, object]>([
    ["an equal setting", name("A"), name("A"), {}, false, none],
    ["another value", name("A"), name("B"), {}, false, different("general.instanceName")],
    ["a value that may be of the environment", host("a"), host("b"), {}, false, none],
    ["the same, strictly", host("a"), host("b"), {}, true, different("broker.host")],
    ["the same value, strictly", host("a"), host("a"), {}, true, none],
    [
      "a value of the environment, strictly",
      host("a"),
      host("b"),
      { environment: new Map([["broker.host", null]]) },
      true,
      none,
    ],
    ["an equal key", mine(1), mine(1), {}, false, none],
    ["another key", mine(1), mine(2), {}, false, different("mine.a")],
    ["an unreported key", mine(1), {}, {}, false, { ...none, unreported: ["mine.a"] }],
    ["a removed key", {}, mine(1), { loaded: mine(1) }, false, different("mine.a")],
    ["a removed key with another value", {}, mine(2), { loaded: mine(1) }, false, none],
    ["a key of both versions", mine(1), mine(1), { loaded: mine(1) }, false, none],
    [
      "a wrong type",
      { register: { disabled: "yes" } },
      { register: { disabled: false } },
      {},
      false,
      different("register.disabled"),
    ],
    [
      "the same wrong type",
      { register: { disabled: "yes" } },
      { register: { disabled: "yes" } },
      {},
      false,
      none,
    ],
    ["a value in place of a section", { register: 5 }, {}, {}, false, different("register")],
    [
      "a value that is only warned about",
      { limits: { guild: { maxRoles: -1 } } },
      { limits: { guild: { maxRoles: 5 } } },
      {},
      false,
      different("limits.guild.maxRoles"),
    ],
  ])("%s", (_, version, reported, known, isStrict, expected) => {
    expect(differenceFrom(versionOf(version), reportOf(reported), readings(known), { isStrict })).toEqual(
      expected,
    );
  });
});

it("a version differs from the one at the start in settings of the start and in keys", () => {
  const one = versionOf({ ...name("A"), ...limited(true), ...mine(1), same: 1 });
  const other = versionOf({ ...name("B"), ...limited(false), ...mine(2), same: 1, further: 1 });
  const keys = ["mine.a", "further"];
  expect(startDifference(one, other, new Map())).toEqual(["limits.rate.enabled", ...keys]);
  const all = startDifference(one, other, new Map(), { isAtStart: false });
  expect(all).toEqual(["general.instanceName", "limits.rate.enabled", ...keys]);
  const taken = new Map([["limits.rate.enabled", null]]);
  expect(startDifference(one, other, taken)).toEqual(keys);
  expect(startDifference(one, one, new Map())).toEqual([]);
});

it("values of the environment are those that differ, of settings that have a variable and are in the file", () => {
  const paths = (file: object, reported: object) =>
    environmentValues(versionOf(file), reportOf(reported)).map(({ path }) => path);
  expect(paths({ ...host("a"), ...name("A") }, { ...host("b"), ...name("B") })).toEqual(["broker.host"]);
  expect(paths(host("a"), host("a"))).toEqual([]);
  expect(paths({}, host("b"))).toEqual([]);
  expect(paths(host("a"), {})).toEqual([]);
});

it("equal JSON values have the same fingerprint, regardless of key order and number notation", () => {
  const same = [
    [null, undefined],
    [1, 1n],
    [0, -0],
    [
      { a: 1, b: [2, { c: 3, d: 4 }] },
      { b: [2n, { d: 4, c: 3 }], a: 1n },
    ],
  ];
  for (const [one, other] of same) expect(fingerprint(one)).toBe(fingerprint(other));
});

it("different values have different fingerprints", () => {
  const values = [
    null,
    0,
    1,
    Infinity,
    -Infinity,
    "1",
    "",
    true,
    false,
    [],
    [1],
    [1, 2],
    [2, 1],
    {},
    { a: 1 },
    { a: 2 },
    { b: 1 },
  ];
  expect(new Set(values.map(fingerprint)).size).toBe(values.length);
});
