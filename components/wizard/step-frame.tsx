"use client";

import { type FormEvent, type ReactNode, useEffect, useRef } from "react";
import { SubmitButton } from "@/components/form/submit-button";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";

export interface StepFrameProps {
  title: string;
  text: ReactNode;
  children?: ReactNode;
  /** The primary action's words. */
  action: string;
  busy?: boolean;
  disabled?: boolean;
  onSubmit: () => void;
  onBack?: () => void;
  /** Why the last attempt failed, and what was and was not done. */
  failure?: { title: string; message: string };
}

/** One question of the wizard: primary action bottom right, back bottom left, the failure of the last attempt on top. */
export function StepFrame(props: StepFrameProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // A new step is a new page to a screen reader: its heading is read when it appears.
  useEffect(() => heading.current?.focus(), []);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!props.busy && !props.disabled) props.onSubmit();
  }

  return (
    <form
      onSubmit={submit}
      noValidate
      className="flex flex-col gap-6 rounded-lg border bg-surface p-4 sm:p-6"
    >
      <div className="flex flex-col gap-1">
        <h2 ref={heading} tabIndex={-1} className="text-lg font-semibold outline-none">
          {props.title}
        </h2>
        <p className="max-w-prose text-muted-foreground">{props.text}</p>
      </div>
      {props.failure ? (
        <Callout tone="danger" role="alert" title={props.failure.title}>
          {props.failure.message}
        </Callout>
      ) : null}
      {props.children}
      <div className="flex items-center justify-between gap-2 border-t pt-4">
        {props.onBack ? (
          <Button variant="ghost" onClick={props.onBack}>
            Back
          </Button>
        ) : (
          <span />
        )}
        <SubmitButton variant="primary" busy={props.busy} disabled={props.disabled}>
          {props.action}
        </SubmitButton>
      </div>
    </form>
  );
}
