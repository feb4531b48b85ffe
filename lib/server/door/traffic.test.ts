import { expect, test } from "vitest";
import { routeOf } from "./traffic";

test.each([
  ["/api/v9/made/up", "other"],
  ["/api/panel/config", "panel"],
  ["/api/auth/csrf", "panel"],
  ["/api/health", "health"],
  ["/settings/general", "page"],
  ["/_next/static/x.js", "asset"],
])("metrics count a request for %s as %s", (path, route) => expect(routeOf(path)).toBe(route));
