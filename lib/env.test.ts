import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { parseEnv } from "./env";

const waysOf = (text: string) => parseEnv({ INSTANCE_RELOAD: text }).instanceReload;

describe("INSTANCE_LOG", () => {
  it.each([
    ["file:/var/log/chat.log", { kind: "file", path: "/var/log/chat.log" }],
    ["journald:chat@1.service", { kind: "journald", unit: "chat@1.service" }],
    ['command:["docker","logs","-f","chat"]', { kind: "command", command: ["docker", "logs", "-f", "chat"] }],
  ])("names a source: %s", (text, source) => {
    expect(parseEnv({ INSTANCE_LOG: text }).instanceLog).toEqual(source);
  });

  it.each([
    "file:chat.log",
    "/var/log/chat.log",
    "journald:",
    "journald:--all",
    "command:docker logs",
    "file:",
  ])("refuses %s", (text) => {
    expect(() => parseEnv({ INSTANCE_LOG: text })).toThrow(
      /INSTANCE_LOG: must be file: with an absolute path/,
    );
  });
});

describe("INSTANCE_RELOAD", () => {
  it("may be unset, or list one or two ways to load changes", () => {
    expect(parseEnv({}).instanceReload).toEqual([]);
    expect(waysOf("broker")).toEqual([{ way: "broker" }]);
    const command = ["sh", "-c", 'echo "a, broker", ] && \\true'];
    expect(waysOf(`command:${JSON.stringify(command)}`)).toEqual([{ way: "command", command }]);
    const both = [{ way: "broker" }, { way: "command", command: ["systemctl", "restart", "chat"] }];
    expect(waysOf('broker, command:["systemctl","restart","chat"]')).toEqual(both);
    // In the result, reloads come before restarts, regardless of their order in the variable.
    expect(waysOf(' command: [ "systemctl", "restart", "chat" ] ,broker ')).toEqual(both);
  });

  it.each([
    "restart",
    "broker,",
    ",broker",
    "broker api",
    "broker,broker",
    "command:",
    "command:[]",
    "command:[1]",
    'command:["true"',
    'command:["true"],["false"]',
  ])("refuses %s", (text) => {
    expect(() => waysOf(text)).toThrow(/INSTANCE_RELOAD: must be broker, or command:/);
  });

  it.each(["api", "broker,api", 'api,command:["true"]'])("names the replacement of api in %s", (text) => {
    expect(() => waysOf(text)).toThrow(/INSTANCE_RELOAD: api is no longer supported.+Use command:/);
  });
});

describe("<VARIABLE>_FILE", () => {
  const fileWith = (text: string) => {
    const folder = mkdtempSync(join(tmpdir(), "secrets-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, "secret");
    writeFileSync(path, text);
    return path;
  };

  it.each([
    ["NEXTAUTH_SECRET", "s".repeat(32), "nextAuthSecret"],
    ["OPERATOR_PASSWORD", " with spaces ", "operatorPassword"],
    ["DATABASE_URL", "postgres://u:p@db/panel", "databaseUrl"],
    ["INSTANCE_OPERATOR_TOKEN", "token", "givenOperatorToken"],
    ["INSTANCE_USER_TOKEN", "token", "instanceUserToken"],
    ["METRICS_TOKEN", "m".repeat(16), "metricsToken"],
  ] as const)("sets %s to the file's text without its last line break", (name, value, field) => {
    expect(parseEnv({ [`${name}_FILE`]: fileWith(`${value}\n`) })[field]).toBe(value);
    expect(parseEnv({ [`${name}_FILE`]: fileWith(value) })[field]).toBe(value);
  });

  it("refuses both the variable and its file, a missing file and an empty file, and checks the value", () => {
    const path = fileWith("x".repeat(32));
    expect(() => parseEnv({ NEXTAUTH_SECRET: "y".repeat(32), NEXTAUTH_SECRET_FILE: path })).toThrow(
      "Both NEXTAUTH_SECRET and NEXTAUTH_SECRET_FILE are set",
    );
    expect(() => parseEnv({ NEXTAUTH_SECRET_FILE: `${path}-missing` })).toThrow(
      /could not be read \(ENOENT\)/,
    );
    expect(() => parseEnv({ NEXTAUTH_SECRET_FILE: fileWith("\n") })).toThrow(/is empty/);
    expect(() => parseEnv({ NEXTAUTH_SECRET_FILE: fileWith("short") })).toThrow(
      /NEXTAUTH_SECRET: must have at least 32/,
    );
  });
});

it("reads a secret from systemd's credential with the name of its variable", () => {
  const folder = mkdtempSync(join(tmpdir(), "credentials-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "NEXTAUTH_SECRET"), `${"c".repeat(32)}\n`);
  const credentials = { CREDENTIALS_DIRECTORY: folder };
  expect(parseEnv(credentials).nextAuthSecret).toBe("c".repeat(32));
  expect(parseEnv(credentials).metricsToken).toBeUndefined();
  expect(() => parseEnv({ ...credentials, NEXTAUTH_SECRET: "y".repeat(32) })).toThrow(
    "Both NEXTAUTH_SECRET and the credential NEXTAUTH_SECRET are set",
  );
});

it("accepts a port or the absolute path of a socket as PORT, and a socket only with NEXTAUTH_URL", () => {
  expect(parseEnv({ PORT: "65535" }).port).toBe(65_535);
  expect(parseEnv({ PORT: "/run/panel.sock", NEXTAUTH_URL: "https://admin.example.org" }).port).toBe(
    "/run/panel.sock",
  );
  for (const PORT of ["65536", "-1", "panel.sock"])
    expect(() => parseEnv({ PORT })).toThrow(
      "PORT: must be a number from 1 to 65535, or the absolute path of a socket",
    );
  expect(() => parseEnv({ PORT: "/run/panel.sock" })).toThrow(
    "Set NEXTAUTH_URL to the proxy's address and start again.",
  );
});

it.each([
  ["::1", "http://[::1]:3000"],
  ["127.0.0.1", "http://localhost:3000"],
  ["0.0.0.0", "http://localhost:3000"],
])("has a link to HOST %s that works", (host, url) => {
  expect(parseEnv({ HOST: host }).publicUrl).toBe(url);
});
