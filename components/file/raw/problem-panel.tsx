import { CircleAlert, CircleCheck, TriangleAlert } from "lucide-react";
import { countOf } from "@/components/settings/store/words";
import { Link } from "@/components/ui/link";
import type { PlacedProblem } from "./text-lint";

interface ProblemPanelProps {
  problems: readonly PlacedProblem[];
  /** Number of problems with the saved settings. */
  saved: number;
  onGoTo: (offset: number) => void;
}

export function ProblemPanel({ problems, saved, onGoTo }: ProblemPanelProps) {
  return (
    <section aria-label="Problems in the text" className="flex min-h-0 flex-col rounded-lg border bg-surface">
      <h2 className="border-b px-4 py-2.5 text-sm font-semibold">
        <span role="status" className="flex items-center gap-2">
          {problems.length === 0 ? (
            <>
              <CircleCheck aria-hidden="true" className="size-4 text-success-text" />
              No errors in the text
            </>
          ) : (
            countLine(problems)
          )}
        </span>
      </h2>
      {problems.length === 0 && saved > 0 ? (
        <p className="px-4 py-2 text-sm text-muted-foreground">
          The saved file has {countOf(saved, "problem")} with its settings.{" "}
          <Link href="/" className="text-accent-text underline underline-offset-4">
            See the overview
          </Link>
        </p>
      ) : null}
      {problems.length === 0 ? null : (
        <ol className="min-h-0 divide-y overflow-y-auto">
          {problems.map(({ from, line, column, severity, message }) => (
            <li key={`${from}${message}`}>
              <button
                type="button"
                onClick={() => onGoTo(from)}
                className="flex w-full items-start gap-2 px-4 py-2 text-left text-sm hover:bg-muted focus-visible:-outline-offset-2 max-sm:min-h-11"
              >
                <ProblemIcon severity={severity} />
                <span className="min-w-0">
                  <span className="block text-xs text-muted-foreground tabular-nums">
                    Line {line}, column {column}
                  </span>
                  <span className="wrap-anywhere">{message}</span>
                </span>
              </button>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function ProblemIcon({ severity }: Pick<PlacedProblem, "severity">) {
  return severity === "error" ? (
    <CircleAlert role="img" aria-label="Error" className="mt-0.5 size-4 shrink-0 text-danger-text" />
  ) : (
    <TriangleAlert role="img" aria-label="Warning" className="mt-0.5 size-4 shrink-0 text-warning-text" />
  );
}

/** Example: "1 error, 2 warnings". */
export function countLine(problems: readonly Pick<PlacedProblem, "severity">[]): string {
  const errors = problems.filter(({ severity }) => severity === "error").length;
  const warnings = problems.length - errors;
  return [errors > 0 && countOf(errors, "error"), warnings > 0 && countOf(warnings, "warning")]
    .filter(Boolean)
    .join(", ");
}
