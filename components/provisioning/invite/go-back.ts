/**
 * Goes back to where a link was opened. After signing in, that would be the sign-in page, which leads here again; a tab
 * that begins here has nothing to go back to.
 */
export function goBack(otherwise: () => void): void {
  const { referrer } = document;
  const isFromSignIn = URL.canParse(referrer) && new URL(referrer).pathname === "/login";
  if (window.history.length > 1 && !isFromSignIn) window.history.back();
  else otherwise();
}
