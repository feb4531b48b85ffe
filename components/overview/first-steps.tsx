"use client";

import { Circle, CircleCheck } from "lucide-react";
import { Link } from "@/components/ui/link";
import { type MouseEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { VisuallyHidden } from "@/components/ui/text";

import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import { getAt } from "@/lib/shared/settings/values";
import { addressFormId } from "./addresses/address-form";
import { firstStepsCookie } from "./first-steps-cookie";
import { addressRule } from "./needs-you/problem-groups";

interface FirstStepsProps {
  document: ConfigSnapshot;
  /** How many bots the operator has created. Undefined if the running instance, not the panel, stores the bots. */
  bots: number | undefined;
}

/** Returns the tasks to complete before people can use a new instance. */
function stepsOf({ document: { problems, values, set }, bots }: FirstStepsProps) {
  const isBroken = (rule: string) => problems.some((problem) => problem.rule === rule);
  return [
    { title: "Set the addresses", href: `/#${addressFormId}`, isDone: !isBroken(addressRule) },
    {
      title: "Name your instance",
      href: "/settings/general#general.instanceName",
      isDone: set.includes("general.instanceName"),
    },
    {
      title: "Protect registration",
      href: "/settings/register#register.disabled",
      isDone: !isBroken("registration-open"),
    },
    {
      title: "Set up email",
      href: "/settings/email#email.provider",
      isDone: getAt(values, "email.provider") !== null,
    },
    ...(bots === undefined ? [] : [{ title: "Create a bot", href: "/applications/new", isDone: bots > 0 }]),
  ];
}

/** The remaining steps of a new instance. Renders nothing if all steps are done or the operator has hidden them. */
export function FirstSteps(props: FirstStepsProps) {
  const [isHidden, setHidden] = useState(false);
  const steps = stepsOf(props);
  const done = steps.filter(({ isDone }) => isDone).length;
  if (done === steps.length || isHidden) return null;
  const hide = () => {
    window.document.cookie = `${firstStepsCookie}=hidden; path=/; max-age=${365 * 24 * 60 * 60}; samesite=lax`;
    setHidden(true);
    window.document.getElementById("content")?.focus({ preventScroll: true });
  };
  return (
    <section
      aria-labelledby="first-steps"
      className="flex flex-wrap items-center gap-x-5 gap-y-1 rounded-lg border bg-surface px-4 py-1.5 text-sm sm:px-6"
    >
      <h2 id="first-steps" className="font-medium max-sm:flex-1">
        First steps{" "}
        <span className="font-normal text-muted-foreground tabular-nums">
          {done} of {steps.length} done
        </span>
      </h2>
      <ol className="flex min-w-0 flex-1 flex-wrap gap-x-5 max-sm:order-1 max-sm:grid max-sm:basis-full max-sm:grid-cols-2">
        {steps.map((step) => (
          <StepItem key={step.title} step={step} />
        ))}
      </ol>
      <Button variant="quiet" size="sm" onClick={hide}>
        Hide steps
      </Button>
    </section>
  );
}

function StepItem({ step: { title, href, isDone } }: { step: ReturnType<typeof stepsOf>[number] }) {
  const Icon = isDone ? CircleCheck : Circle;
  return (
    <li className={`flex items-center gap-1.5 ${isDone ? "max-sm:hidden" : "max-sm:min-h-11"}`}>
      <Icon
        aria-hidden="true"
        className={`size-4 shrink-0 ${isDone ? "text-success-text" : "text-muted-foreground"}`}
      />
      {isDone ? (
        <span className="text-muted-foreground">
          {title}
          <VisuallyHidden> (done)</VisuallyHidden>
        </span>
      ) : (
        <Link
          href={href}
          onClick={focusAddressForm}
          className="text-accent-text underline-offset-4 hover:underline"
        >
          {title}
        </Link>
      )}
    </li>
  );
}

/** Focuses the form's first field. A link to the current page would only scroll to the form. */
function focusAddressForm(event: MouseEvent<HTMLAnchorElement>): void {
  if (!event.currentTarget.hash.endsWith(addressFormId)) return;
  const form = window.document.getElementById(addressFormId);
  const input = form?.querySelector("input");
  if (!form || !input || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  form.scrollIntoView({ block: "center" });
  input.focus({ preventScroll: true });
}
