import { CircleAlert, CircleCheck, TriangleAlert } from "lucide-react";
import Link from "next/link";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import type { ConfigDocument, Problem } from "@/lib/config/document";
import { fieldAt, sectionOf } from "@/lib/config/registry";

const rank = { error: 0, warning: 1 };

/** Everything that is wrong with the file, worst first, each with the way to its setting. */
export function ProblemList({ document }: { document: ConfigDocument }) {
  const problems = [...document.problems].sort((a, b) => rank[a.severity] - rank[b.severity]);
  return (
    <Card>
      <CardHeader>
        <CardTitle>
          {problems.length === 0
            ? "No problems"
            : problems.length === 1
              ? "1 problem"
              : `${problems.length} problems`}
        </CardTitle>
      </CardHeader>
      <CardContent>
        {problems.length === 0 ? (
          <p className="flex items-center gap-2 text-muted-foreground">
            <CircleCheck aria-hidden="true" className="size-4 shrink-0 text-success-text" />
            Every setting in the file is valid.
          </p>
        ) : (
          <ul className="-my-3 divide-y">
            {problems.map((problem, index) => (
              <li key={index} className="flex gap-3 py-3">
                <ProblemRow problem={problem} />
              </li>
            ))}
          </ul>
        )}
      </CardContent>
    </Card>
  );
}

function ProblemRow({ problem }: { problem: Problem }) {
  const { path, severity, message, line, column } = problem;
  const field = path === undefined ? undefined : fieldAt(path);
  const Icon = severity === "error" ? CircleAlert : TriangleAlert;
  return (
    <>
      <Icon
        aria-label={severity === "error" ? "Error" : "Warning"}
        role="img"
        className={`mt-0.5 size-4 shrink-0 ${severity === "error" ? "text-danger-text" : "text-warning-text"}`}
      />
      <div className="min-w-0">
        {field && path !== undefined ? (
          <Link
            href={`/settings/${sectionOf(path)?.id}#${path}`}
            className="font-medium text-accent-text underline-offset-4 hover:underline"
          >
            {field.label}
          </Link>
        ) : null}
        <p className="break-words">{message}</p>
        {line !== undefined ? (
          <p className="text-sm text-muted-foreground">
            Line {line}, column {column}
          </p>
        ) : null}
      </div>
    </>
  );
}
