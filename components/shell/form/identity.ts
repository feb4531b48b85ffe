/*
 * "Confirm it's you": a request that the panel refuses until the operator proves who they are waits for the dialog
 * (`identity-dialog.tsx`), and is then sent again. Every request goes through `queries/call.ts`, so other code
 * need not handle this.
 */

type Answer = (isConfirmed: boolean) => void;

let waiting: Answer[] = [];
let show: ((isOpen: boolean) => void) | null = null;

/** Called by the dialog when it is mounted. @returns a function to call when it is unmounted */
export function offerDialog(onShow: (isOpen: boolean) => void): () => void {
  show = onShow;
  return () => {
    show = null;
    settle(false);
  };
}

/** Asks the operator to prove who they are, once for all waiting requests. */
export function confirmIdentity(): Promise<boolean> {
  if (!show) return Promise.resolve(false);
  show(true);
  return new Promise((resolve) => waiting.push(resolve));
}

/** The operator has confirmed, or canceled. */
export function settle(isConfirmed: boolean): void {
  const answers = waiting;
  waiting = [];
  show?.(false);
  for (const answer of answers) answer(isConfirmed);
}
