"use client";

import { Circle } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button, buttonVariants } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import { getAt } from "@/lib/shared/settings/values";
import { AddressForm } from "./addresses/address-form";
import { firstStepsCookie } from "./first-steps-cookie";
import { NeedsRow } from "./needs-you/needs-row";
import { addressRule } from "./needs-you/problem-groups";

interface FirstStepsProps {
  document: ConfigSnapshot;
  /** How many bots the operator has created. Undefined if the running instance, not the panel, stores the bots. */
  bots: number | undefined;
}

/** The steps are no longer shown when this many are done: from then on, the page is about the running instance. */
const enough = 3;

function stepsOf({ document: { problems, values, set }, bots }: FirstStepsProps) {
  const isBroken = (rule: string) => problems.some((problem) => problem.rule === rule);
  return [
    { title: "Set the addresses", action: "", href: "", isDone: !isBroken(addressRule) },
    {
      title: "Name your instance",
      action: "Enter a name",
      href: "/settings/general#general.instanceName",
      isDone: set.includes("general.instanceName"),
    },
    {
      title: "Protect registration",
      action: "Choose who may register",
      href: "/settings/register#register.disabled",
      isDone: !isBroken("registration-open"),
    },
    {
      title: "Set up email",
      action: "Choose a provider",
      href: "/settings/email#email.provider",
      isDone: getAt(values, "email.provider") !== null,
    },
    ...(bots === undefined
      ? []
      : [{ title: "Create a bot", action: "Create bot", href: "/applications/new", isDone: bots > 0 }]),
  ];
}

/**
 * Null if enough steps are done, the operator has hidden them, or the file cannot be read, because nothing is
 * known about the steps then.
 */
export function useFirstSteps({ isHidden, ...props }: FirstStepsProps & { isHidden: boolean }): ReactNode {
  const [wasHidden, setHidden] = useState(false);
  const { document } = props;
  const steps = stepsOf(props);
  const done = steps.filter(({ isDone }) => isDone).length;
  if (isHidden || wasHidden || done >= enough || document.file.state !== "usable") return null;
  const hide = () => {
    window.document.cookie = `${firstStepsCookie}=hidden; path=/; max-age=${365 * 24 * 60 * 60}; samesite=lax`;
    setHidden(true);
    window.document.getElementById("content")?.focus({ preventScroll: true });
  };
  const paths = document.problems.flatMap(({ rule, path }) => (rule === addressRule ? (path ?? []) : []));
  return (
    <section aria-labelledby="first-steps">
      <div className="flex items-center justify-between gap-3 px-4 pt-1.5 sm:px-6">
        <h2 id="first-steps" className="text-sm font-semibold">
          First steps{" "}
          <span className="font-normal text-muted-foreground tabular-nums">
            {done} of {steps.length} done
          </span>
        </h2>
        <Button variant="quiet" size="sm" onClick={hide}>
          Hide steps
        </Button>
      </div>
      <ol className="divide-y">
        {steps
          .filter(({ isDone }) => !isDone)
          .map(({ title, action, href }) => (
            <NeedsRow
              key={title}
              title={title}
              icon={<Circle aria-hidden="true" className="size-4 shrink-0 text-muted-foreground" />}
              isOpen
              actions={
                href === "" ? null : (
                  <Link href={href} className={buttonVariants({ size: "sm" })}>
                    {action}
                  </Link>
                )
              }
            >
              {href === "" ? (
                <div className="@container text-base text-foreground max-sm:-ml-7">
                  <AddressForm document={document} paths={paths} />
                </div>
              ) : null}
            </NeedsRow>
          ))}
      </ol>
    </section>
  );
}
