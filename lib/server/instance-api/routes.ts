import "server-only";
import type { Endpoint, Params } from "./endpoint";
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

type Endpoints = ReadonlyMap<string, Endpoint>;

/** The endpoints of a path, by method. HEAD is answered as GET is, without the body. */
function endpointsAt(path: string): Endpoints {
  const there = routes.filter((route) => route.path === path);
  const get = there.find(({ method }) => method === "GET");
  const all = there.map(({ method, endpoint }): [string, Endpoint] => [method, endpoint]);
  return new Map(get ? [...all, ["HEAD", get.endpoint]] : all);
}

const places = [...new Set(routes.map(({ path }) => path))].map((path) => ({
  parts: path.split("/").slice(1),
  endpoints: endpointsAt(path),
}));

export interface Match {
  /** As written in the path (`v9`); null if the path has none. */
  version: string | null;
  /** By method; empty if nothing is at this path. */
  endpoints: Endpoints;
  params: Params;
}

/** Matches a path under `/api` to what is there. @param path as it was sent */
export function matchRoute(path: string): Match {
  const [, , first = "", ...rest] = path.split("/");
  const [version, parts] = RESOURCES.has(first) ? [null, [first, ...rest]] : [first, rest];
  for (const { parts: pattern, endpoints } of places) {
    const params = paramsOf(pattern, parts);
    if (params) return { version, endpoints, params };
  }
  return { version, endpoints: new Map(), params: {} };
}

function paramsOf(pattern: readonly string[], parts: readonly string[]): Params | null {
  if (pattern.length !== parts.length) return null;
  const params: Record<string, string> = {};
  for (const [at, name] of pattern.entries()) {
    const part = parts[at] ?? "";
    if (name.startsWith(":")) params[name.slice(1)] = decoded(part);
    else if (name !== part) return null;
  }
  return params;
}

/** Invalid percent escapes are taken literally. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
