import "server-only";
import { type Match, matcher } from "@/lib/server/api/match";
import type { Endpoint } from "./endpoint";
import { authorizeBot } from "./endpoints/authorize-bot";
import { createApplication } from "./endpoints/create-application";
import { createBot } from "./endpoints/create-bot";
import { currentUser } from "./endpoints/current-user";
import { deleteApplication } from "./endpoints/delete-application";
import { editApplication } from "./endpoints/edit-application";
import { gateway } from "./endpoints/gateway";
import { getApplication } from "./endpoints/get-application";
import { listApplications } from "./endpoints/list-applications";
import { listGuilds } from "./endpoints/list-guilds";
import { resetBotToken } from "./endpoints/reset-bot-token";

interface Route {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** The path after `/api/v9` or `/api`; `:name` matches one segment. */
  path: string;
  endpoint: Endpoint;
}

/** Every endpoint of the instance API, for the door and for `app/api/[version]` alike. */
export const routes: readonly Route[] = [
  { method: "POST", path: "/applications", endpoint: createApplication },
  { method: "GET", path: "/applications", endpoint: listApplications },
  { method: "GET", path: "/applications/:application_id", endpoint: getApplication },
  { method: "PATCH", path: "/applications/:application_id", endpoint: editApplication },
  { method: "DELETE", path: "/applications/:application_id", endpoint: deleteApplication },
  { method: "POST", path: "/applications/:application_id/bot", endpoint: createBot },
  { method: "POST", path: "/applications/:application_id/bot/reset", endpoint: resetBotToken },
  { method: "POST", path: "/oauth2/authorize", endpoint: authorizeBot },
  { method: "GET", path: "/users/@me", endpoint: currentUser },
  { method: "GET", path: "/users/@me/guilds", endpoint: listGuilds },
  { method: "GET", path: "/gateway", endpoint: gateway },
];

/** First segments that are not versions: `/api/applications` is a path without a version. */
const RESOURCES = new Set(routes.map(({ path }) => path.split("/")[1]));

const match = matcher(routes);

export interface Found extends Match<Route> {
  /** As written in the path (`v9`); null if the path has none. */
  version: string | null;
}

/** Matches a path under `/api` to what is there. @param path as it was sent */
export function matchRoute(path: string): Found {
  const [, , first = "", ...rest] = path.split("/");
  const [version, parts] = RESOURCES.has(first) ? [null, [first, ...rest]] : [first, rest];
  return { version, ...match(`/${parts.join("/")}`) };
}
