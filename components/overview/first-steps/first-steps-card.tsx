"use client";

import { Circle, CircleCheck } from "lucide-react";
import { Link } from "@/components/ui/link";
import { type MouseEvent, useState } from "react";
import { Button, buttonVariants } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import { addressFormId } from "../addresses/address-form-id";
import { hideFirstSteps } from "./hidden";
import { firstSteps, type Step } from "./steps";

interface FirstStepsCardProps {
  document: ConfigSnapshot;
  bots: number | undefined;
}

/** What a new instance still needs, the next thing first. Disappears when all steps are done, or when it is hidden. */
export function FirstStepsCard({ document, bots }: FirstStepsCardProps) {
  const [isHidden, setHidden] = useState(false);
  const steps = firstSteps(document, bots);
  const next = steps.find(({ isDone }) => !isDone);
  if (next === undefined || isHidden) return null;
  const done = steps.filter(({ isDone }) => isDone).length;
  const hide = () => {
    hideFirstSteps();
    setHidden(true);
    window.document.getElementById("content")?.focus({ preventScroll: true });
  };
  return (
    <Card className="flex flex-wrap items-center gap-x-8 gap-y-4 p-4 sm:px-6" aria-labelledby="first-steps">
      <div className="min-w-0 flex-1 basis-56">
        <h2 id="first-steps" className="text-lg font-semibold">
          Next: {next.title.charAt(0).toLowerCase() + next.title.slice(1)}
        </h2>
        <p className="text-sm text-muted-foreground">
          {done} of {steps.length} first steps done
        </p>
      </div>
      <ol className="order-last flex w-full flex-wrap gap-x-6 gap-y-1 border-t pt-4 max-sm:flex-col">
        {steps.map((step) => (
          <StepItem key={step.title} step={step} />
        ))}
      </ol>
      <div className="flex gap-2">
        <Button variant="quiet" onClick={hide}>
          Hide steps
        </Button>
        <Link href={next.href} onClick={focusAddressForm} className={buttonVariants({ variant: "primary" })}>
          {next.title}
        </Link>
      </div>
    </Card>
  );
}

function StepItem({ step: { title, href, isDone } }: { step: Step }) {
  return (
    <li className="flex items-center gap-1.5 max-sm:min-h-11">
      {isDone ? (
        <CircleCheck aria-hidden="true" className="size-4 shrink-0 text-success-text" />
      ) : (
        <Circle aria-hidden="true" className="size-4 shrink-0 text-muted-foreground" />
      )}
      {isDone ? (
        <span className="text-muted-foreground">
          {title}
          <VisuallyHidden> (done)</VisuallyHidden>
        </span>
      ) : (
        <Link href={href} onClick={focusAddressForm} className="underline-offset-4 hover:underline">
          {title}
        </Link>
      )}
    </li>
  );
}

/** The form is on this page: focus its field immediately. */
function focusAddressForm(event: MouseEvent<HTMLAnchorElement>): void {
  if (!event.currentTarget.hash.endsWith(addressFormId)) return;
  const form = window.document.getElementById(addressFormId);
  const input = form?.querySelector("input");
  if (!form || !input || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  form.scrollIntoView({ block: "center" });
  input.focus({ preventScroll: true });
}
