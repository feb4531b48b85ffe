import { inPanel } from "@/lib/shared/base-path";

/*
 * Tracks when this tab ends its own session, for example by signing out or by changing the password. The
 * operator then needs no notice that the session has ended.
 */

let underWay: Promise<unknown> = Promise.resolve();

export function endOwnSession<T>(work: () => Promise<T>): Promise<T> {
  const done = work();
  underWay = done.catch(() => undefined);
  return done;
}

/** Resolves once no call to `endOwnSession` is in progress. */
export const ownSessionSettled = (): Promise<unknown> => underWay;

/** The key of the unsaved changes in the tab's sessionStorage. */
export const DRAFTS = `instance-admin.drafts:${inPanel("/")}`;

let isSigningOut = false;
/** Whether the operator is signing out, so that nothing may stay in the browser. */
export const isLeaving = (): boolean => isSigningOut;

/** Call after a sign-in: the operator stopped the browser from leaving the page, so unsaved changes are kept again. */
export function stay(): void {
  isSigningOut = false;
}

/** Signs out, and removes unsaved changes from the browser. */
export async function leave(): Promise<void> {
  const { signOut } = await import("next-auth/react");
  isSigningOut = true;
  try {
    await endOwnSession(() => signOut({ callbackUrl: inPanel("/login") }));
    sessionStorage.removeItem(DRAFTS);
  } catch (error) {
    isSigningOut = false;
    throw error;
  }
}
