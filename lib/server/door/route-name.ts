import "server-only";

const NAMES: readonly (readonly [RegExp, string])[] = [
  [/^\/api\/health$/, "health"],
  [/^\/api\/metrics$/, "metrics"],
  [/^\/api\/(?:panel|auth|setup)\b/, "panel"],
  [/^\/api\b/, "other"],
  [/^\/_next\b/, "asset"],
];

/** The name under which metrics count a path that is no route of the APIs. There are few, whatever paths clients invent. */
export function routeOf(path: string): string {
  return NAMES.find(([pattern]) => pattern.test(path))?.[1] ?? "page";
}
