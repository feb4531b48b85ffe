import { Fragment } from "react";
import { CircleAlert, TriangleAlert } from "lucide-react";
import { Button } from "@/components/ui/button";
import type { Problem, SettingsFix } from "@/lib/shared/contract/config-snapshot";

interface SettingProblemsProps {
  id: string;
  /** Why the value in the control is invalid. */
  error: string | undefined;
  /** Problems of the value in the file, and contradictions between settings. */
  problems: readonly Problem[];
  disabled: boolean;
  /** Changes the form as the fix proposes. Nothing is saved. */
  onFix: (fix: SettingsFix) => void;
}

function placeOf({ line, column }: Problem): string {
  return line === undefined ? "" : ` (line ${line}${column === undefined ? "" : `, column ${column}`})`;
}

/** The element is rendered even if it is empty, because screen readers announce only changes of an existing element. */
export function SettingProblems({ id, error, problems, disabled, onFix }: SettingProblemsProps) {
  return (
    <div id={id} aria-live="polite" className="flex flex-col gap-1 text-sm empty:hidden">
      {error === undefined ? null : <Line tone="error" text={error} />}
      {problems.map((problem) => (
        <Fragment key={problem.message}>
          <Line
            tone={problem.severity}
            // A rule checks the values in the form. All other problems concern the value in the file.
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
