import "server-only";

const VERSION = String.raw`^/api(?:/v\d+)?`;
const ENDPOINTS: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`${VERSION}/applications$`), "applications"],
  [new RegExp(String.raw`${VERSION}/applications/[^/]+/bot$`), "bot"],
  [new RegExp(String.raw`${VERSION}/applications/[^/]+/bot/reset$`), "bot/reset"],
  [new RegExp(`${VERSION}/oauth2/authorize$`), "oauth2/authorize"],
  [/^\/api\/health$/, "health"],
  [/^\/api\/metrics$/, "metrics"],
  [/^\/api\/(?:panel|auth|setup)\b/, "panel"],
  [/^\/api\b/, "other"],
  [/^\/_next\b/, "asset"],
];

/** The name that metrics count a path under. There are a few only, whatever paths clients make up. */
export function routeOf(path: string): string {
  return ENDPOINTS.find(([pattern]) => pattern.test(path))?.[1] ?? "page";
}

const OF_THE_INSTANCE = ["applications", "bot", "bot/reset", "oauth2/authorize", "other"];

/** Whether a path is the instance API's: one of its endpoints, or none that there is. */
export const isInstanceRoute = (path: string): boolean => OF_THE_INSTANCE.includes(routeOf(path));
