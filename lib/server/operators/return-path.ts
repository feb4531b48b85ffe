import "server-only";

/** A placeholder for the panel's origin, which may have several names. */
const ORIGIN = "http://panel.invalid";

/**
 * The page that `next` in the address of the sign-in page names, or "/" when it names none of ours: a link must not
 * send an operator elsewhere. Judged as browsers read addresses, which drop tabs and line ends and take \ for /.
 */
export function ownPath(next: unknown): string {
  if (typeof next !== "string" || !URL.canParse(next, ORIGIN)) return "/";
  const { origin, pathname, search, hash } = new URL(next, ORIGIN);
  // "/.//host" is a valid path that would be parsed as a host the next time.
  if (origin !== ORIGIN || pathname.startsWith("//") || pathname.startsWith("/api/")) return "/";
  return `${pathname}${search}${hash}`;
}

/** The sign-in page, which comes back to a path of ours afterwards. */
export function signInPath(path: string): string {
  const next = ownPath(path);
  return next === "/" ? "/login" : `/login?next=${encodeURIComponent(next)}`;
}
