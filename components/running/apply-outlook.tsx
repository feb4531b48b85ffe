"use client";

import { Check, CircleAlert, Minus, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Skeleton } from "@/components/ui/skeleton";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import type { PreflightLevel, PreflightPart } from "@/lib/shared/contract/preflight";
import { ignoredParts } from "@/lib/shared/contract/values";
import type { ApplyPreview } from "@/lib/shared/contract/running";
import { partWords } from "./check-words";

interface ApplyOutlookProps {
  preview: ApplyPreview | undefined;
  /** Why there is none. */
  failure: string | undefined;
}

/** What was found before anybody is disconnected: problems first, then in one line what is right. */
export function ApplyOutlook({ preview, failure }: ApplyOutlookProps) {
  if (failure !== undefined)
    return <p className="text-muted-foreground">The checks before the apply failed: {failure}</p>;
  if (!preview)
    return (
      <div className="flex flex-col gap-2" aria-busy="true">
        <p role="status" className="text-muted-foreground">
          Checking the file, the addresses in it, and the instance…
        </p>
        <Skeleton className="h-5 w-4/5" />
        <Skeleton className="h-5 w-3/5" />
      </div>
    );
  const { baseline, preflight } = preview;
  const ignored = ignoredParts(baseline);
  const isDown = baseline.some(({ name, isUp }) => name === "api" && !isUp);
  const good = preflight.parts.filter(({ level }) => level === "green");
  const bad = (level: PreflightLevel) => preflight.parts.filter((part) => part.level === level);
  return (
    <section aria-label="Before anybody is disconnected" className="flex flex-col gap-2">
      <h3 className="font-semibold">Before anybody is disconnected</h3>
      <ul className="flex flex-col gap-2">
        {[...bad("red"), ...bad("amber")].map((part) => (
          <Finding key={part.name} part={part} />
        ))}
        {isDown ? (
          <Line level="amber">The instance does not answer now. The panel waits until it does.</Line>
        ) : null}
        {ignored.map(({ name, reason }) => (
          <Line key={name} level="none" detail={reason}>
            {partWords(name)} does not answer already; it will not be used to judge this apply.
          </Line>
        ))}
        {good.length > 0 ? <Line level="green">{good.map(({ title }) => title).join(", ")}</Line> : null}
      </ul>
    </section>
  );
}

function Finding({ part: { title, level, findings } }: { part: PreflightPart }) {
  return findings
    .filter((finding) => finding.level === level)
    .map(({ message, target }) => (
      <Line key={message} level={level} detail={message}>
        {target === undefined ? title : `${title}: ${target}`}
      </Line>
    ));
}

const marks: Readonly<Record<PreflightLevel | "none", [ReactNode, string]>> = {
  green: [<Check key="" aria-hidden="true" className="size-4 text-success-text" />, "No problem:"],
  amber: [<TriangleAlert key="" aria-hidden="true" className="size-4 text-warning-text" />, "Warning:"],
  red: [<CircleAlert key="" aria-hidden="true" className="size-4 text-danger-text" />, "Problem:"],
  none: [<Minus key="" aria-hidden="true" className="size-4 text-muted-foreground" />, "Not counted:"],
};

interface LineProps {
  level: PreflightLevel | "none";
  detail?: string | undefined;
  children: ReactNode;
}

function Line({ level, detail, children }: LineProps) {
  const [icon, words] = marks[level];
  return (
    <li className="flex min-w-0 items-start gap-2">
      <span className="mt-0.5 shrink-0">
        {icon}
        <VisuallyHidden>{words}</VisuallyHidden>
      </span>
      <span className="min-w-0 wrap-anywhere">
        {children}
        {detail === undefined ? null : <span className="block text-sm text-muted-foreground">{detail}</span>}
      </span>
    </li>
  );
}
