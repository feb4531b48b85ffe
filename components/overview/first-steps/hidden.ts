/** A cookie rather than storage: the server leaves the card out, so that nothing jumps when the page loads. */
export const hiddenCookie = "instance-admin.first-steps";

const aYear = 365 * 24 * 60 * 60;

/** Remembers in this browser that the first steps are not to be shown. */
export function hideFirstSteps(): void {
  document.cookie = `${hiddenCookie}=hidden; path=/; max-age=${aYear}; samesite=lax`;
}
