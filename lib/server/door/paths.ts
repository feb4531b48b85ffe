import "server-only";

/** Paths under `/api` that do not belong to the instance API. */
const OURS = /^\/api\/(?:(?:health|metrics|openapi\.json|setup(?:\/trial)?|join)$|(?:auth|panel)\/)/;

/**
 * Whether a path belongs to the instance API: one of its endpoints, or a nonexistent path. Paths with an empty segment
 * or a trailing slash are left to Next, which redirects to the clean spelling.
 */
export const isInstancePath = (path: string): boolean =>
  path.startsWith("/api/") && !path.includes("//") && !path.endsWith("/") && !OURS.test(path);
