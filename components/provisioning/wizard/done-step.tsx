"use client";

import Link from "next/link";
import { useEffect, useRef } from "react";
import { Button, buttonVariants } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { permissionLabels } from "@/lib/shared/chat/permissions";
import type { WizardApplication } from "./use-create-application";
import type { WizardGuild } from "./wizard-guild";

export function DoneStep({
  application,
  guild,
  requested,
  granted,
  onRestart,
}: {
  application: WizardApplication;
  guild: WizardGuild;
  requested: bigint;
  granted: bigint | null;
  onRestart: () => void;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const labels = permissionLabels(granted ?? requested);
  const rows = [
    ["Application", application.name],
    ["Bot's user id", application.id],
    ["Guild", guild.name],
    ["Guild id", guild.id],
    [
      granted === null ? "Requested permissions" : "Permissions",
      labels.length > 0 ? labels.join(", ") : "None: it is a member without a role of its own",
    ],
  ] as const;
  return (
    <div className="flex flex-col gap-6 rounded-lg border bg-surface p-4 sm:p-6">
      <h2 ref={heading} tabIndex={-1} className="text-lg font-semibold outline-none">
        {application.name} is a member of {guild.name}
      </h2>
      <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-[auto_1fr]">
        {rows.map(([term, value]) => (
          <div key={term} className="contents">
            <dt className="text-muted-foreground">{term}</dt>
            <dd className="-mt-2 break-words sm:mt-0">{value}</dd>
          </div>
        ))}
      </dl>
      <Callout title="What to do with the token">
        Give it to the bot&apos;s program, which sends it as <code>Authorization: Bot …</code> with every
        request.
      </Callout>
      <div className="flex flex-wrap justify-end gap-2 border-t pt-4">
        <Button onClick={onRestart}>Create another bot</Button>
        <Link href="/applications" className={buttonVariants({ variant: "primary" })}>
          Open applications
        </Link>
      </div>
    </div>
  );
}
