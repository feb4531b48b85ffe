"use client";

import { type FormEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { FormFailure, SubmitButton } from "@/components/shell/form/form-parts";
import { Button } from "@/components/ui/button";

export interface StepFrameProps {
  title: string;
  text: ReactNode;
  children?: ReactNode;
  action: string;
  busy?: boolean;
  /** What the operator still has to do. If set, the text is shown next to the button, and the button is disabled. */
  missing?: string;
  onSubmit: () => void;
  onBack?: () => void;
  failure?: { title: string; message: string };
}

const textBox = "input:not([type=checkbox], [type=radio], [readonly]), textarea";

/** Lays out a wizard step. The failure is at the top, the primary action bottom right, and "Back" bottom left. */
export function StepFrame(props: StepFrameProps) {
  const form = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const headingId = useId();
  // Focuses the step's first control if it is a text box. Otherwise, focuses the title, so that a screen
  // reader announces the step like a new page.
  useEffect(() => {
    const first = form.current?.querySelector<HTMLElement>("input, select, textarea, button, a[href]");
    (first?.matches(textBox) ? first : heading.current)?.focus();
  }, []);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!props.busy && props.missing === undefined) props.onSubmit();
  }

  return (
    <form
      ref={form}
      aria-labelledby={headingId}
      onSubmit={submit}
      noValidate
      className="flex flex-col gap-6 rounded-lg border bg-surface p-4 sm:p-6"
    >
      <div className="flex flex-col gap-1">
        <h2 ref={heading} id={headingId} tabIndex={-1} className="text-lg font-semibold outline-none">
          {props.title}
        </h2>
        <p className="max-w-prose text-muted-foreground">{props.text}</p>
      </div>
      <FormFailure {...props.failure} />
      {props.children}
      {/* The buttons stay visible below a long list. */}
      <div className="sticky bottom-0 z-10 -mx-4 -mb-4 flex items-center justify-between gap-2 rounded-b-lg border-t bg-surface p-4 sm:-mx-6 sm:-mb-6 sm:px-6">
        {props.onBack ? (
          <Button variant="ghost" onClick={props.onBack}>
            Back
          </Button>
        ) : (
          <span />
        )}
        <div className="flex min-w-0 flex-wrap items-center justify-end gap-x-4 gap-y-2">
          <p id={`${headingId}-missing`} className="text-sm text-muted-foreground empty:hidden">
            {props.missing}
          </p>
          <SubmitButton
            variant="primary"
            busy={props.busy}
            disabled={props.missing !== undefined}
            aria-describedby={`${headingId}-missing`}
            // The label may contain the name of a guild, which may be wider than a phone, so the label must wrap.
            className="max-sm:h-auto! max-sm:min-h-11 max-sm:shrink max-sm:py-2 max-sm:whitespace-normal"
          >
            {props.action}
          </SubmitButton>
        </div>
      </div>
    </form>
  );
}

export function TextButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      className="text-accent-text underline underline-offset-4 max-sm:py-3"
      onClick={onClick}
    >
      {children}
    </button>
  );
}
