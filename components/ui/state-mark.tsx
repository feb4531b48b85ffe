import { Check, CircleAlert, Minus, TriangleAlert, X } from "lucide-react";
import type { ReactNode } from "react";
import { Spinner } from "./loading";
import { VisuallyHidden } from "./text";

const icons = {
  good: <Check aria-hidden="true" className="size-4 text-success-text" />,
  failed: <X aria-hidden="true" className="size-4 text-danger-text" />,
  problem: <CircleAlert aria-hidden="true" className="size-4 text-danger-text" />,
  warning: <TriangleAlert aria-hidden="true" className="size-4 text-warning-text" />,
  none: <Minus aria-hidden="true" className="size-4 text-muted-foreground" />,
  busy: <Spinner className="text-accent-text" />,
} satisfies Record<string, ReactNode>;

/** An icon for the state of one line in a list of steps. @param word the state for screen readers, such as "Done" */
export function StateMark({ state, word }: { state: keyof typeof icons; word: string }) {
  return (
    <span className="mt-0.5 shrink-0">
      {icons[state]}
      <VisuallyHidden>{word}:</VisuallyHidden>
    </span>
  );
}
