import "server-only";
import type { Endpoint, Params } from "./endpoint";
import { authorizeBot } from "./endpoints/authorize-bot";
import { createApplication } from "./endpoints/create-application";
import { createBot } from "./endpoints/create-bot";
import { resetBotToken } from "./endpoints/reset-bot-token";

interface Route {
  /** The path after `/api/v9` or `/api`; `:name` matches one segment. */
  path: string;
  endpoint: Endpoint;
}

/** Every endpoint of the instance API, for the door and for `app/api/[version]` alike. */
const routes: readonly Route[] = [
  { path: "/applications", endpoint: createApplication },
  { path: "/applications/:application_id/bot", endpoint: createBot },
  { path: "/applications/:application_id/bot/reset", endpoint: resetBotToken },
  { path: "/oauth2/authorize", endpoint: authorizeBot },
];

/** First segments that are not versions: `/api/applications` is a path without a version. */
const RESOURCES = new Set(routes.map(({ path }) => path.split("/")[1]));
const patterns = routes.map(({ path, endpoint }) => ({ parts: path.split("/").slice(1), endpoint }));

export interface Match {
  /** As written in the path (`v9`); null if the path has none. */
  version: string | null;
  /** Null if no endpoint matches. */
  endpoint: Endpoint | null;
  params: Params;
}

/** Matches a path under `/api` to an endpoint. @param path as it was sent */
export function matchRoute(path: string): Match {
  const [, , first = "", ...rest] = path.split("/");
  const [version, parts] = RESOURCES.has(first) ? [null, [first, ...rest]] : [first, rest];
  for (const { parts: pattern, endpoint } of patterns) {
    const params = paramsOf(pattern, parts);
    if (params) return { version, endpoint, params };
  }
  return { version, endpoint: null, params: {} };
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
