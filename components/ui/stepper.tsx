import { Check } from "lucide-react";
import { cn } from "./cn";
import { VisuallyHidden } from "./text";

interface StepperProps {
  steps: readonly { id: string; title: string }[];
  current: number;
}

export function Stepper({ steps, current }: StepperProps) {
  return (
    <nav aria-label="Steps">
      <ol className="flex items-center gap-2">
        {steps.map(({ id, title }, index) => (
          <Step
            key={id}
            title={title}
            number={index + 1}
            state={index < current ? "done" : index === current ? "current" : "next"}
            isLast={index === steps.length - 1}
          />
        ))}
      </ol>
    </nav>
  );
}

interface StepProps {
  title: string;
  number: number;
  state: "done" | "current" | "next";
  isLast: boolean;
}

function Step({ title, number, state, isLast }: StepProps) {
  return (
    <li
      aria-current={state === "current" ? "step" : undefined}
      className={cn(
        "flex min-w-0 items-center gap-2",
        isLast ? "shrink-0" : "flex-1",
        state === "current" && "max-sm:flex-none",
      )}
    >
      <span
        className={cn(
          "grid size-6 shrink-0 place-items-center rounded-full border text-xs font-semibold",
          state === "done" && "border-success bg-success-soft text-success-text",
          state === "current" && "border-accent bg-accent text-accent-foreground",
          state === "next" && "border-border-strong text-muted-foreground",
        )}
      >
        {state === "done" ? <Check aria-hidden="true" className="size-3.5" strokeWidth={3} /> : number}
      </span>
      <span
        className={cn(
          "truncate text-sm",
          state === "current" ? "font-medium text-foreground" : "text-muted-foreground max-sm:sr-only",
        )}
      >
        {title}
        {state === "done" ? <VisuallyHidden> (done)</VisuallyHidden> : null}
      </span>
      {isLast ? null : <span aria-hidden="true" className="h-px min-w-3 flex-1 bg-border-strong" />}
    </li>
  );
}
