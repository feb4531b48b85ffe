import { expect, test } from "vitest";
import { authorizeBot } from "./endpoints/authorize-bot";
import { createApplication } from "./endpoints/create-application";
import { createBot } from "./endpoints/create-bot";
import { resetBotToken } from "./endpoints/reset-bot-token";
import { matchRoute } from "./routes";

const of = (application_id: string) => ({ application_id });

test.each([
  ["/api/v9/applications", "v9", createApplication, {}],
  ["/api/applications", null, createApplication, {}],
  ["/api/latest/applications", "latest", createApplication, {}],
  ["/api/v9/applications/17/bot", "v9", createBot, of("17")],
  ["/api/applications/17/bot", null, createBot, of("17")],
  ["/api/v9/applications/17/bot/reset", "v9", resetBotToken, of("17")],
  ["/api/v9/applications/%31%37/bot", "v9", createBot, of("17")],
  ["/api/v9/applications/%zz/bot", "v9", createBot, of("%zz")],
  ["/api/v9/applications/a%2Fb/bot", "v9", createBot, of("a/b")],
  ["/api/oauth2/authorize", null, authorizeBot, {}],
  ["/api/v9/oauth2/authorize", "v9", authorizeBot, {}],
  ["/api/v9/oauth2", "v9", null, {}],
  ["/api/v9", "v9", null, {}],
  ["/api/v9/applications/17", "v9", null, {}],
  ["/api/v9/applications/17/bot/x", "v9", null, {}],
])("%s", (path, version, endpoint, params) =>
  expect(matchRoute(path)).toEqual({ version, endpoint, params }),
);
