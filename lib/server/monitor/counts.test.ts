import { describe, expect, it } from "vitest";
import { scriptedInstance } from "@/testing/scripted-instance";
import { askCounts, countsIn } from "./counts";

describe("the counts of an instance", () => {
  it("can be zero or any positive safe integer", () => {
    expect(countsIn('{"counts": {"user": 0, "guild": 212, "message": 9007199254740991}}')).toEqual({
      users: 0,
      guilds: 212,
      messages: 9_007_199_254_740_991,
    });
  });

  it.each([
    '{"counts": {"user": -1, "guild": 1.5, "message": "7"}}',
    '{"counts": {"user": null, "guild": 9007199254740992}}',
    '{"counts": {}}',
    '{"counts": null}',
    '{"counts": 7}',
    '{"counts": [1, 2]}',
    "{}",
    "[]",
    "null",
    "7",
    '"counts"',
    "",
    "{",
  ])("are missing if the answer is %s", (text) => expect(countsIn(text)).toEqual({}));

  const ask = (apiUrl: string) =>
    askCounts(`${apiUrl}/v9`, "a-token", { allow: [], signal: new AbortController().signal });

  it("are requested with the operator token", async () => {
    const instance = await scriptedInstance({ "GET /policies/stats": [200, { counts: { user: 3 } }] });
    expect(await ask(instance.apiUrl)).toEqual({ users: 3 });
    expect(instance.asked).toMatchObject([{ route: "GET /policies/stats", token: "a-token" }]);
  });

  it("are missing if the instance sends no usable answer", async () => {
    const refused = await scriptedInstance({ "GET /policies/stats": [403, { counts: { user: 3 } }] });
    expect(await ask(refused.apiUrl)).toEqual({});
    const counts = { user: 3, more: "x".repeat(1024 * 1024) };
    const long = await scriptedInstance({ "GET /policies/stats": [200, { counts }] });
    expect(await ask(long.apiUrl)).toEqual({});
    expect(await ask("http://127.0.0.1:9/api")).toEqual({});
  });
});
