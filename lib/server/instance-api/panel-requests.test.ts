import { expect, test } from "vitest";
import { requestContext } from "@/lib/server/door";
import { panelRequest, toldBy } from "./panel-requests";

const asked = (method: string, address: string, body: unknown = "") => {
  const { pathname: path, search } = new URL(`http://panel.test/api/v9${address}`);
  const bytes = new TextEncoder().encode(typeof body === "string" ? body : JSON.stringify(body));
  const request = { method, path, search, header: () => null, body: bytes };
  return panelRequest({ ...request, context: requestContext(), closed: () => new AbortController().signal });
};

test("a page reaches what it asks for, and nothing else of the instance", () => {
  for (const address of ["/users/@me", "/users/@me/guilds?limit=200", "/applications", "/applications/1"])
    expect([address, asked("GET", address)]).toEqual([address, { change: null }]);
  for (const [method, address] of [
    ["HEAD", "/applications"],
    ["PUT", "/applications/1"],
    ["PATCH", "/users/@me"],
    ["GET", "/users/@me/channels"],
    ["GET", "/guilds/1/members"],
    ["DELETE", "/guilds/1/members/2"],
    ["POST", "/applications/1/bot/"],
    ["POST", "/applications/a/bot"],
    ["GET", "/auth/generate-registration-tokens/x"],
    ["POST", "/auth/register"],
    ["POST", "/stop"],
  ] as const)
    expect([method, address, asked(method, address)]).toEqual([method, address, undefined]);
});

test("the audit keeps who is meant and what is changed, no text, no token", () => {
  const change = (...request: Parameters<typeof asked>) => asked(...request)?.change;
  expect(change("PATCH", "/applications/1", { name: "secret plan", token: "t" })).toEqual({
    action: "bot.edit",
    target: "1",
    detail: { application: "1", changed: ["name", "token"] },
  });
  const body = { guild_id: "2", permissions: "8", authorize: true };
  expect(change("POST", "/oauth2/authorize?client_id=1", body)).toEqual({
    action: "bot.authorize",
    target: "1",
    detail: { application: "1", guild: "2", permissions: "8" },
  });
  const declined = { ...body, authorize: false };
  expect(change("POST", "/oauth2/authorize?client_id=1", declined), "it changes nothing").toBeNull();
  expect(change("GET", "/auth/generate-registration-tokens?count=5&length=32")).toEqual({
    action: "registration-tokens.create",
    detail: { count: 5 },
  });
  for (const broken of ["{", "[]", "null", ""])
    expect(change("POST", "/applications", broken)).toEqual({ action: "application.create", detail: {} });

  const answer = (text: string) => toldBy({ status: 200, headers: {}, body: text });
  expect(answer('{"id":"12","name":"Lamp","bot":{}}')).toEqual({
    target: "Lamp",
    detail: { application: "12" },
  });
  expect(answer('{"token":"t"}')).toEqual({ detail: {} });
  expect(answer('{"id":"x y"}')).toEqual({ detail: {} });
  expect(answer("<html>")).toEqual({ detail: {} });
});
