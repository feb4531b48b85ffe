import type { InputProblem } from "@/lib/errors";

/*
 * The panel refuses dangerous requests until the operator has proved who they are. A refused request waits for the
 * dialog in `identity-dialog.tsx` and is then sent again. `queries/call.ts` does this for every request, so other code
 * need not.
 */

type Answer = (isConfirmed: boolean) => void;

let waiting: Answer[] = [];
let show: ((isOpen: boolean, consequences: readonly InputProblem[]) => void) | null = null;

/** The dialog calls this when it is mounted. @returns a function to call when it is unmounted */
export function offerDialog(onShow: NonNullable<typeof show>): () => void {
  show = onShow;
  return () => {
    show = null;
    settle(false);
  };
}

/**
 * Opens the dialog. All waiting requests share it.
 * @param consequences what stops working after the request
 * @returns whether the operator has confirmed
 */
export function confirmIdentity(consequences: readonly InputProblem[] = []): Promise<boolean> {
  if (!show) return Promise.resolve(false);
  show(true, consequences);
  return new Promise((resolve) => waiting.push(resolve));
}

/** Closes the dialog and continues the waiting requests, after the operator has confirmed or canceled. */
export function settle(isConfirmed: boolean): void {
  const answers = waiting;
  waiting = [];
  show?.(false, []);
  for (const answer of answers) answer(isConfirmed);
}
