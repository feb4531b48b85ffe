import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { countLine } from "./problem-panel";
import type { PlacedProblem } from "./text-lint";

interface TextVerdictProps {
  problems: readonly PlacedProblem[];
  onGoTo: (offset: number) => void;
}

/** Maximum number of problems in the list. Further problems are only counted. */
const most = 5;

/** States in the review whether the text can be saved. Errors must be corrected first. */
export function TextVerdict({ problems, onGoTo }: TextVerdictProps) {
  if (problems.length === 0) return null;
  const hasErrors = problems.some(({ severity }) => severity === "error");
  const [first] = problems.filter(({ severity }) => !hasErrors || severity === "error");
  return (
    <Callout
      tone={hasErrors ? "danger" : "warning"}
      role="alert"
      title={
        hasErrors
          ? `This text cannot be saved: ${countLine(problems)}`
          : `Check again: ${countLine(problems)}`
      }
      actions={
        first ? (
          <Button size="sm" onClick={() => onGoTo(first.from)}>
            Go to line {first.line}
          </Button>
        ) : null
      }
    >
      <ul className="list-inside list-disc">
        {problems.slice(0, most).map(({ from, line, column, message }) => (
          <li key={`${from}${message}`} className="wrap-anywhere">
            Line {line}, column {column}: {message}
          </li>
        ))}
        {problems.length > most ? <li>and {problems.length - most} more</li> : null}
      </ul>
    </Callout>
  );
}
