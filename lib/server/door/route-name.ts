import "server-only";

const VERSION = String.raw`^/api(?:/v\d+)?`;
const ENDPOINTS: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`${VERSION}/applications$`), "applications"],
  [new RegExp(String.raw`${VERSION}/applications/[^/]+$`), "application"],
  [new RegExp(String.raw`${VERSION}/applications/[^/]+/bot$`), "bot"],
  [new RegExp(String.raw`${VERSION}/applications/[^/]+/bot/reset$`), "bot/reset"],
  [new RegExp(`${VERSION}/oauth2/authorize$`), "oauth2/authorize"],
  [new RegExp(`${VERSION}/users/@me$`), "users/@me"],
  [new RegExp(`${VERSION}/users/@me/guilds$`), "users/@me/guilds"],
  [new RegExp(`${VERSION}/gateway$`), "gateway"],
  [/^\/api\/health$/, "health"],
  [/^\/api\/metrics$/, "metrics"],
  [/^\/api\/(?:panel|auth|setup)\b/, "panel"],
  [/^\/api\b/, "other"],
  [/^\/_next\b/, "asset"],
];

/** The name under which metrics count a path. There are only a few, whatever paths clients invent. */
export function routeOf(path: string): string {
  return ENDPOINTS.find(([pattern]) => pattern.test(path))?.[1] ?? "page";
}
