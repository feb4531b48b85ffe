import "server-only";

/** A placeholder for the panel's origin, which may have several names. */
const ORIGIN = "http://panel.invalid";

/**
 * The page that `next` in the sign-in page's address names, or "/" if it is not one of the panel's: a link must
 * not send an operator elsewhere. The address is interpreted like in browsers, which drop tabs and line breaks and
 * treat \ as /.
 */
export function ownPath(next: unknown): string {
  if (typeof next !== "string" || !URL.canParse(next, ORIGIN)) return "/";
  const { origin, pathname, search, hash } = new URL(next, ORIGIN);
  // "/.//host" is a valid path that would be parsed as a host the next time.
  if (origin !== ORIGIN || pathname.startsWith("//") || pathname.startsWith("/api/")) return "/";
  return `${pathname}${search}${hash}`;
}

/** The sign-in page, which returns to a path of the panel afterwards. */
export function signInPath(path: string): string {
  const next = ownPath(path);
  return next === "/" ? "/login" : `/login?next=${encodeURIComponent(next)}`;
}
