import { describe, expect, it } from "vitest";
import { parseEnv } from "./env";

const upstream = { INSTANCE_API_URL: "http://127.0.0.1:3001/api", INSTANCE_OPERATOR_TOKEN: "t" };
const waysOf = (text: string) => parseEnv({ ...upstream, INSTANCE_RELOAD: text }).instanceReload;

describe("INSTANCE_RELOAD", () => {
  it("may be unset, or list one or two ways to load changes", () => {
    expect(parseEnv({}).instanceReload).toEqual([]);
    expect(waysOf("broker")).toEqual([{ way: "broker" }]);
    expect(waysOf("api")).toEqual([{ way: "api" }]);
    const command = ["sh", "-c", 'echo "a, broker", ] && \\true'];
    expect(waysOf(`command:${JSON.stringify(command)}`)).toEqual([{ way: "command", command }]);
    const both = [{ way: "broker" }, { way: "command", command: ["systemctl", "restart", "chat"] }];
    expect(waysOf('broker, command:["systemctl","restart","chat"]')).toEqual(both);
    // In the result, reloads come before restarts, regardless of their order in the variable.
    expect(waysOf(' command: [ "systemctl", "restart", "chat" ] ,broker ')).toEqual(both);
    expect(waysOf("api,broker")).toEqual([{ way: "broker" }, { way: "api" }]);
  });

  it.each([
    "restart",
    "broker,",
    ",broker",
    "broker api",
    "broker,broker",
    'api,command:["true"]',
    "command:",
    "command:[]",
    "command:[1]",
    'command:["true"',
    'command:["true"],["false"]',
  ])("refuses %s", (text) => {
    expect(() => waysOf(text)).toThrow(/INSTANCE_RELOAD: must be broker, api, or command:/);
  });

  it("requires INSTANCE_OPERATOR_TOKEN if one of the ways is api", () => {
    expect(() => parseEnv({ INSTANCE_RELOAD: "broker,api" })).toThrow(/requires INSTANCE_API_URL/);
  });
});
