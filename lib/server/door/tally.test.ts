import { expect, test } from "vitest";
import { addToTally, takeTally } from "./tally";

test("what people and programs ask is counted by how it ended, what machines ask at their own pace is not", () => {
  takeTally();
  for (const [path, status] of [
    ["/", 200],
    ["/api/panel/config", 404],
    ["/api/v9/applications", 429],
    ["/api/v9/applications", 201],
    ["/api/v9/oauth2/authorize", 500],
    ["/api/v9/applications", 499],
    ["/api/health", 503],
    ["/api/metrics", 401],
    ["/_next/static/a.js", 404],
  ] as const)
    addToTally(path, status, 12.4);
  const expected = { requests: 6, limited: 1, refused: 1, failed: 1, endpoints: 4, endpointTime: 48 };
  expect(takeTally()).toEqual(expected);
  expect(takeTally().requests).toBe(0);
});
