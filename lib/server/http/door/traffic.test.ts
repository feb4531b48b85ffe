import { expect, test } from "vitest";
import { createTally, routeOf } from "./traffic";

test.each([
  ["/api/v9/made/up", "other"],
  ["/api/panel/config", "panel"],
  ["/api/auth/csrf", "panel"],
  ["/api/health", "health"],
  ["/settings/general", "page"],
  ["/_next/static/x.js", "asset"],
])("metrics count a request for %s as %s", (path, route) => expect(routeOf(path)).toBe(route));

test("the tally counts requests by outcome and ignores health checks, metrics and assets", () => {
  const tally = createTally();
  for (const [route, status] of [
    ["page", 200],
    ["panel/config", 404],
    ["applications", 429],
    ["applications", 201],
    ["oauth2/authorize", 500],
    ["applications", 499],
    ["health", 503],
    ["metrics", 401],
    ["asset", 404],
  ] as const)
    tally.add(route, status, 12.4);
  const expected = { requests: 6, limited: 1, refused: 1, failed: 1, endpoints: 4, endpointTime: 48 };
  expect(tally.take()).toEqual(expected);
  expect(tally.take().requests).toBe(0);
});
