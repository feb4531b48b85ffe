/** Opens the sign-in page, which returns to the current page. */
export function signInAndComeBack(): void {
  const { pathname, search, hash } = window.location;
  window.location.assign(`/login?next=${encodeURIComponent(pathname + search)}${hash}`);
}
