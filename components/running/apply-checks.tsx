import { Check, X } from "lucide-react";
import { Spinner } from "@/components/ui/spinner";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import type { ApplyCheck } from "@/lib/shared/contract/running";
import { checkNames } from "./running-words";

interface ApplyChecksProps {
  checks: readonly ApplyCheck[];
  /** What is missing may still come. */
  isUnderWay: boolean;
}

/** What is waited for, and what of it is there. */
export function ApplyChecks({ checks, isUnderWay }: ApplyChecksProps) {
  return (
    <ul aria-label="What is waited for" className="flex flex-col gap-2">
      {checks.map((check) => (
        <li key={check.name} className="flex min-w-0 items-start gap-2">
          <State isUp={check.isUp} isUnderWay={isUnderWay} />
          <span className="flex min-w-0 flex-col">
            <span>{checkNames[check.name]}</span>
            {check.reason === undefined ? null : (
              <span className="text-sm wrap-anywhere text-muted-foreground">{check.reason}</span>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

function State({ isUp, isUnderWay }: { isUp: boolean; isUnderWay: boolean }) {
  const icon = isUp ? (
    <Check aria-hidden="true" className="size-4 text-success-text" />
  ) : isUnderWay ? (
    <Spinner className="text-muted-foreground" />
  ) : (
    <X aria-hidden="true" className="size-4 text-danger-text" />
  );
  return (
    <span className="mt-0.5 shrink-0">
      {icon}
      <VisuallyHidden>{isUp ? "Yes:" : isUnderWay ? "Waiting:" : "No:"}</VisuallyHidden>
    </span>
  );
}
