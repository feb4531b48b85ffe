import type { InputProblem } from "@/lib/errors";
import { stay } from "../connection/own-session";

/*
 * The panel refuses dangerous requests until the operator has proved who they are, and every change once the session
 * has ended. A refused request waits for the dialog in `identity-dialog.tsx` and is then sent again. `queries/call.ts`
 * does this for every request, so other code need not.
 */

export type Question =
  | {
      ask: "proof";
      consequences: readonly InputProblem[];
    }
  | { ask: "session" };

/** Id of the toast that says that the session has ended. */
export const SIGNED_OUT = "signed-out";

type Answer = (isConfirmed: boolean) => void;

let waiting: Answer[] = [];
let show: ((question: Question | null) => void) | null = null;

export function offerDialog(onShow: NonNullable<typeof show>): () => void {
  show = onShow;
  return () => {
    show = null;
    settle(false);
  };
}

function open(question: Question): Promise<boolean> {
  if (!show) return Promise.resolve(false);
  show(question);
  return new Promise((resolve) => waiting.push(resolve));
}

/** All waiting requests share it. */
export const confirmIdentity = (consequences: readonly InputProblem[] = []): Promise<boolean> =>
  open({ ask: "proof", consequences });

/** @returns whether they did */
export async function signInAgain(): Promise<boolean> {
  const isSignedIn = await open({ ask: "session" });
  if (isSignedIn) stay();
  return isSignedIn;
}

export function settle(isConfirmed: boolean): void {
  const answers = waiting;
  waiting = [];
  show?.(null);
  for (const answer of answers) answer(isConfirmed);
}
