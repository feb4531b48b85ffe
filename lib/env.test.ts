import { describe, expect, it } from "vitest";
import { parseEnv } from "./env";

const waysOf = (text: string) => parseEnv({ INSTANCE_RELOAD: text }).instanceReload;

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
