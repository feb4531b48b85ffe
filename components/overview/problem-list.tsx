"use client";

import { CircleAlert, CircleCheck, TriangleAlert } from "lucide-react";
import { SettingLink } from "@/components/settings/rows/setting-link";
import { useFix } from "@/components/settings/rows/use-fix";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import type { ConfigSnapshot, Problem, SettingsFix } from "@/lib/shared/contract/config-snapshot";
import { settingOfAny } from "@/lib/shared/settings/editions";
import { FileFixButton } from "./file-fix-button";

const rank = { error: 0, warning: 1 };

/** Everything that is wrong with the file, worst first, each with a link to its setting and its fix. */
export function ProblemList({ document }: { document: ConfigSnapshot }) {
  const fix = useFix();
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
              <li key={`${problem.path}${index}`} className="flex gap-3 py-3">
                <ProblemRow problem={problem} fix={fix} />
              </li>
            ))}
          </ul>
        )}
      </CardContent>
    </Card>
  );
}

function ProblemRow({ problem, fix }: { problem: Problem; fix: ReturnType<typeof useFix> }) {
  const { path, severity, message, line, column } = problem;
  const field = path === undefined ? undefined : settingOfAny(path);
  const Icon = severity === "error" ? CircleAlert : TriangleAlert;
  return (
    <>
      <Icon
        aria-label={severity === "error" ? "Error" : "Warning"}
        role="img"
        className={`mt-0.5 size-4 shrink-0 ${severity === "error" ? "text-danger-text" : "text-warning-text"}`}
      />
      <div className="flex min-w-0 flex-1 flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-72">
          {field && path !== undefined ? (
            <SettingLink
              path={path}
              className="font-medium text-accent-text underline-offset-4 hover:underline"
            >
              {field.label}
            </SettingLink>
          ) : null}
          <p className="break-words">{message}</p>
          {line !== undefined ? (
            <p className="text-sm text-muted-foreground">
              Line {line}, column {column}
            </p>
          ) : null}
        </div>
        {problem.fix === undefined ? null : "action" in problem.fix ? (
          <FileFixButton fix={problem.fix} />
        ) : (
          <SettingsFixButton fix={problem.fix} fixer={fix} of={field?.label} />
        )}
      </div>
    </>
  );
}

interface SettingsFixButtonProps {
  fix: SettingsFix;
  fixer: ReturnType<typeof useFix>;
  /** Label of the setting that has the problem. */
  of: string | undefined;
}

function SettingsFixButton({ fix, fixer, of }: SettingsFixButtonProps) {
  return (
    <Button
      size="sm"
      className="max-w-full shrink-0"
      disabled={fixer.disabled || fixer.isBusy}
      aria-label={of === undefined ? undefined : `${fix.label}: ${of}`}
      onClick={() => void fixer.apply(fix)}
    >
      {fix.label}
    </Button>
  );
}
