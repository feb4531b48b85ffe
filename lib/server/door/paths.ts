import "server-only";

/** Paths below `/api` that do not belong to the instance API. */
const OURS = /^\/api\/(?:(?:health|metrics|openapi\.json|setup(?:\/trial)?|join)$|(?:auth|panel)\/)/;

/**
 * Whether a path belongs to the instance API, even if no endpoint has this path. Paths with an empty segment or a
 * trailing slash belong to Next, which redirects to the path without the empty segment or the slash.
 */
export const isInstancePath = (path: string): boolean =>
  path.startsWith("/api/") && !path.includes("//") && !path.endsWith("/") && !OURS.test(path);
