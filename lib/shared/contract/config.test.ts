import { describe, expect, it } from "vitest";
import type { Operation } from "./config-snapshot";
import { configRoutes } from "./config";

const { body: changeBody } = configRoutes.saveConfig;

const set = (path: string, value: unknown): Operation => ({ op: "set", path, value });
const unset = (path: string): Operation => ({ op: "unset", path });

describe("the body of a request to save changes", () => {
  it("contains operations and a note", () => {
    const body = { operations: [set("general.instanceName", "X"), unset("gif.apiKey")], note: "  why  " };
    expect(changeBody.parse(body)).toEqual({ ...body, note: "why" });
    expect(changeBody.safeParse({ operations: [set("general.frontPage", null)] }).success).toBe(true);
  });

  it("may change unrecognized keys, with or without operations", () => {
    const keys = [
      { path: "lighthouse", text: "3" },
      { path: "pier", text: null },
    ];
    expect(changeBody.parse({ keys })).toEqual({ operations: [], keys });
    expect(changeBody.safeParse({ operations: [unset("gif.apiKey")], keys }).success).toBe(true);
  });

  it.each([
    [{ keys: [] }],
    [{ keys: [{ path: "lighthouse" }] }],
    [{}],
    [{ operations: [] }],
    [{ operations: [{ op: "set", path: "general.instanceName" }] }],
    [{ operations: [{ op: "replace", path: "general.instanceName", value: "X" }] }],
    [{ operations: [{ op: "unset" }] }],
    [{ operations: [unset("gif.apiKey")], note: "x".repeat(501) }],
  ])("cannot be %j", (body) => {
    expect(changeBody.safeParse(body).success).toBe(false);
  });

  it("cannot contain deeply nested values", () => {
    const deep = JSON.parse(`${"[".repeat(5000)}${"]".repeat(5000)}`) as unknown;
    expect(changeBody.safeParse({ operations: [set("register.email.domains", deep)] }).success).toBe(false);
  });
});
