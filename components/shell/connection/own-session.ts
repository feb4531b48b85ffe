/*
 * When this tab ends its own session, it goes to the sign-in page, or signs in again with the new password. Such a tab
 * needs no message about the end of its session.
 */

let underWay: Promise<unknown> = Promise.resolve();

/** Runs work that ends this tab's own session, including its consequences. */
export function endOwnSession<T>(work: () => Promise<T>): Promise<T> {
  const done = work();
  underWay = done.catch(() => undefined);
  return done;
}

/** Resolves when this tab has finished changing its own session; immediately if it is not doing so. */
export const ownSessionSettled = (): Promise<unknown> => underWay;
