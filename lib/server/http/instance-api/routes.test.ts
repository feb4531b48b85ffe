import { expect, test } from "vitest";
import { matchRoute, routes } from "./routes";

const of = (application_id: string) => ({ application_id });
const LIST = ["POST", "GET", "HEAD"];
const ONE = ["GET", "PATCH", "DELETE", "HEAD"];

test.each([
  ["/api/v9/applications", "v9", LIST, {}],
  ["/api/applications", null, LIST, {}],
  ["/api/latest/applications", "latest", LIST, {}],
  ["/api/v9/applications/17", "v9", ONE, of("17")],
  ["/api/applications/@me", null, ONE, of("@me")],
  ["/api/v9/applications/17/bot", "v9", ["POST"], of("17")],
  ["/api/applications/17/bot", null, ["POST"], of("17")],
  ["/api/v9/applications/17/bot/reset", "v9", ["POST"], of("17")],
  ["/api/v9/applications/%31%37/bot", "v9", ["POST"], of("17")],
  ["/api/v9/applications/%zz/bot", "v9", ["POST"], of("%zz")],
  ["/api/v9/applications/a%2Fb/bot", "v9", ["POST"], of("a/b")],
  ["/api/oauth2/authorize", null, ["POST"], {}],
  ["/api/v9/oauth2/authorize", "v9", ["POST"], {}],
  ["/api/users/@me", null, ["GET", "HEAD"], {}],
  ["/api/v9/users/@me/guilds", "v9", ["GET", "HEAD"], {}],
  ["/api/gateway", null, ["GET", "HEAD"], {}],
  ["/api/v9/oauth2", "v9", [], {}],
  ["/api/v9", "v9", [], {}],
  ["/api/v9/users/17", "v9", [], {}],
  ["/api/v9/applications/17/bot/x", "v9", [], {}],
])("finds the version, parameters and methods for the path %s", (path, version, methods, params) => {
  const found = matchRoute(path);
  expect([found.version, found.params, [...found.methods.keys()]]).toEqual([version, params, methods]);
});

test("finds a separate handler for each method of a path", () => {
  const { methods } = matchRoute("/api/v9/applications");
  expect(methods.get("POST")?.id).toBe("createApplication");
  expect(new Set(routes.map(({ id }) => id)).size).toBe(routes.length);
});
