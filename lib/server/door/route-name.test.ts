import { expect, test } from "vitest";
import { routeOf } from "./route-name";

test.each([
  ["/api/v9/applications", "applications"],
  ["/api/applications", "applications"],
  ["/api/v9/applications/1/bot", "bot"],
  ["/api/v9/applications/1/bot/reset", "bot/reset"],
  ["/api/v9/oauth2/authorize", "oauth2/authorize"],
  ["/api/v9/applications/1", "application"],
  ["/api/users/@me", "users/@me"],
  ["/api/v9/users/@me/guilds", "users/@me/guilds"],
  ["/api/v9/gateway", "gateway"],
  ["/api/v9/made/up", "other"],
  ["/api/panel/config", "panel"],
  ["/api/auth/csrf", "panel"],
  ["/api/health", "health"],
  ["/settings/general", "page"],
  ["/_next/static/x.js", "asset"],
])("%s counts as %s", (path, route) => expect(routeOf(path)).toBe(route));
