"use client";

import { CircleCheck } from "lucide-react";
import { countOf } from "@/components/settings/store/operations";
import { Badge } from "@/components/ui/badge";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import { ProblemGroupItem } from "./problem-group-item";
import { groupProblems } from "./problem-groups";

/** All problems of the file, worst first, with duplicates merged, each with its fix. */
export function ProblemList({ document }: { document: ConfigSnapshot }) {
  const { problems } = document;
  const errors = problems.filter(({ severity }) => severity === "error").length;
  const warnings = problems.length - errors;
  return (
    <Card id="problems" className="scroll-mt-20">
      <CardHeader row>
        <CardTitle>{problems.length === 0 ? "No problems" : countOf(problems.length, "problem")}</CardTitle>
        {problems.length > 0 ? (
          <span className="flex gap-2">
            {errors > 0 ? <Badge tone="danger">{countOf(errors, "error")}</Badge> : null}
            {warnings > 0 ? <Badge tone="warning">{countOf(warnings, "warning")}</Badge> : null}
          </span>
        ) : null}
      </CardHeader>
      {problems.length === 0 ? (
        <CardContent>
          <p className="flex items-center gap-2 text-muted-foreground">
            <CircleCheck aria-hidden="true" className="size-4 shrink-0 text-success-text" />
            Every setting in the file is valid.
          </p>
        </CardContent>
      ) : (
        <CardContent inset="tight">
          <ul className="divide-y">
            {groupProblems(problems).map((group) => (
              <ProblemGroupItem key={group.key} group={group} document={document} />
            ))}
          </ul>
        </CardContent>
      )}
    </Card>
  );
}
