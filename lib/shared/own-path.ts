/** A placeholder for the panel's origin. The actual origin does not matter, because only the path is returned. */
const ORIGIN = "http://panel.invalid";

/**
 * Returns the path in the sign-in page's parameter `next`. Returns "/" if `next` is not a page of the panel,
 * so that a link cannot lead operators to another site. Parses `next` as browsers do: removes tabs and line
 * breaks, and treats \ as /.
 */
export function ownPath(next: unknown): string {
  if (typeof next !== "string" || !URL.canParse(next, ORIGIN)) return "/";
  const { origin, pathname, search, hash } = new URL(next, ORIGIN);
  // "/.//host" is a valid path here, but the result "//host" would be parsed as a host.
  if (origin !== ORIGIN || pathname.startsWith("//") || pathname.startsWith("/api/")) return "/";
  return `${pathname}${search}${hash}`;
}

export function signInPath(path: string): string {
  const next = ownPath(path);
  return next === "/" ? "/login" : `/login?next=${encodeURIComponent(next)}`;
}
