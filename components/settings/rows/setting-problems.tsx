import { Fragment } from "react";
import { CircleAlert, TriangleAlert } from "lucide-react";
import { Button } from "@/components/ui/button";
import type { Problem, SettingsFix } from "@/lib/shared/contract/config-snapshot";

interface SettingProblemsProps {
  id: string;
  /** The problem of the control's value. */
  error: string | undefined;
  /** Problems of the value in the file, and contradictions with other settings. */
  problems: readonly Problem[];
  disabled: boolean;
  /** Adds a problem's fix to the form as an unsaved change. */
  onFix: (fix: SettingsFix) => void;
}

function placeOf({ line, column }: Problem): string {
  return line === undefined ? "" : ` (line ${line}${column === undefined ? "" : `, column ${column}`})`;
}

/** Always rendered, so that a screen reader announces new content. */
export function SettingProblems({ id, error, problems, disabled, onFix }: SettingProblemsProps) {
  return (
    <div id={id} aria-live="polite" className="flex flex-col gap-1 text-sm empty:hidden">
      {error === undefined ? null : <Line tone="error" text={error} />}
      {problems.map((problem) => (
        <Fragment key={problem.message}>
          <Line
            tone={problem.severity}
            // A rule's problem is about the values in the form. A value's own problem is about the file.
            text={
              problem.rule === undefined
                ? `In the file${placeOf(problem)}: ${problem.message}`
                : problem.message
            }
          />
          <FixButton fix={problem.fix} disabled={disabled} onFix={onFix} />
        </Fragment>
      ))}
    </div>
  );
}

interface FixButtonProps extends Pick<SettingProblemsProps, "disabled" | "onFix"> {
  fix: Problem["fix"];
}

function FixButton({ fix, disabled, onFix }: FixButtonProps) {
  if (fix === undefined || !("operations" in fix)) return null;
  return (
    <Button size="sm" className="self-start" disabled={disabled} onClick={() => onFix(fix)}>
      {fix.label}
    </Button>
  );
}

function Line({ tone, text }: { tone: "error" | "warning"; text: string }) {
  const Icon = tone === "error" ? CircleAlert : TriangleAlert;
  return (
    <p className={tone === "error" ? "flex gap-1.5 text-danger-text" : "flex gap-1.5 text-warning-text"}>
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span>{text}</span>
    </p>
  );
}
